import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { freshHeads, freshSigner, KeptTree } from '../../test/support/proof.ts'
import { cleanUp, freshFolder, runCroupier } from '../../test/support/service.ts'
import { toBase64, utf8 } from '../proof/bytes.ts'
import { readCheckpoint, writeCheckpoint } from '../proof/checkpoints.ts'
import { COSIGNATURE, ED25519, type Signer, type VerifierKey, verifierKey, writeKey } from '../proof/keys.ts'
import { type Note, readNote, readSignatures, sign, type Verified, verifyNote, writeNote } from '../proof/notes.ts'
import { emptyRoot, type Hash, proveConsistency } from '../proof/tree.ts'
import { makeSigningKey, readSigningKey } from '../signing/signing-key.ts'
import { answerRequest, hashOfOrigin, startWitness, type WitnessMeans } from './witness.ts'

afterAll(cleanUp)

const house = freshSigner('house.example', ED25519)
const ORIGIN = 'house.example/t1'
/** The house's key, as it signs for one of its tables. */
const table: Signer = { ...house, verifier: verifierKey(ORIGIN, ED25519, house.verifier.key) }
const NOW = 1_679_315_147

const KILLS = Math.max(2, Math.ceil(5 * campaign))
const SIZE = 40 * KILLS

type History = { tree: KeptTree; roots: readonly Hash[] }

function historyOf(entryAt: (at: number) => string): History {
  const tree = new KeptTree()
  const roots = [tree.root]
  for (let at = 0; at < SIZE; at++) {
    tree.append(utf8(entryAt(at)))
    roots.push(tree.root)
  }
  return { tree, roots }
}

const honest = historyOf((at) => `entry ${at}`)
/** The same until 10, then something else. */
const forked = historyOf((at) => `${at < 10 ? 'entry' : 'another'} ${at}`)

type Changes = { by?: Signer; origin?: string; proof?: readonly Uint8Array[]; root?: Uint8Array }

function requestFor({ tree, roots }: History, old: number, size: number, changes: Changes = {}): string {
  const { by = table, origin = ORIGIN, root = roots[size]! } = changes
  const proof = changes.proof ?? (old <= size ? proveConsistency(tree.read, old, size) : [])
  const text = writeCheckpoint({ origin, size, root })
  const lines = [`old ${old}`, ...proof.map(toBase64), '', '']
  return `${lines.join('\n')}${writeNote({ text, signatures: [sign(text, by)] })}`
}

function witnessIn(folder: string): WitnessMeans & { lines: string[] } {
  const signer = freshSigner('witness.example/w1', COSIGNATURE)
  const lines: string[] = []
  const heads = freshHeads(join(folder, 'witness.db'), signer.verifier)
  const tell = (line: string) => void lines.push(line)
  return { signer, logs: [house.verifier], heads, now: () => NOW * 1000, tell, lines }
}

const noteIn = (request: string): Note => readNote(request.slice(request.indexOf('\n\n') + 2)) as Note

/** Returns the names of the keys that signed the request, read from the returned line. */
function signersOf(request: string, answer: string, keys: readonly VerifierKey[]) {
  const { text } = noteIn(request)
  return verifyNote({ text, signatures: readSignatures(answer) as Note['signatures'] }, keys)
}

test('a checkpoint is signed with the time, and the next from there on', () => {
  const means = witnessIn(freshFolder())
  for (const [old, size] of [
    [0, 0],
    [0, 7],
    [7, 7],
    [7, 8],
    [8, 40],
  ] as const) {
    const request = requestFor(honest, old, size)
    const { status, body } = answerRequest(request, means)
    expect([old, size, status]).toEqual([old, size, 200])
    expect(signersOf(request, body, [means.signer.verifier])).toEqual([{ key: means.signer.verifier, seconds: NOW }])
  }
  means.heads.close()
})

test('an unproved checkpoint is not signed: each refusal has the form of the protocol, and nothing changes', () => {
  const means = witnessIn(freshFolder())
  expect(answerRequest(requestFor(honest, 0, 12), means).status).toBe(200)
  const stranger = freshSigner(ORIGIN, ED25519)
  const forgery = writeNote({ ...noteIn(requestFor(honest, 12, 13)), text: noteIn(requestFor(forked, 12, 13)).text })
  const cases: [string, string, number, RegExp][] = [
    ['another history', requestFor(forked, 12, 13), 422, /does not show/],
    ['another history of the same size', requestFor(forked, 12, 12), 409, /^12\n$/],
    ['the empty tree with a root', requestFor(honest, 0, 0, { root: honest.tree.root }), 409, /^12\n$/],
    ['a proof that is too short', requestFor(honest, 12, 13, { proof: [] }), 422, /does not show/],
    ['a proof that is too long', requestFor(honest, 12, 12, { proof: [emptyRoot] }), 422, /does not show/],
    ['an older size', requestFor(honest, 5, 20), 409, /^12\n$/],
    ['a newer size', requestFor(honest, 13, 20), 409, /^12\n$/],
    ['from nothing again', requestFor(honest, 0, 20), 409, /^12\n$/],
    ['a size that shrinks', requestFor(honest, 12, 11), 400, /larger/],
    ['a log that is not known', requestFor(honest, 0, 1, { origin: 'elsewhere.example/t1' }), 404, /does not know/],
    ['a name that only begins alike', requestFor(honest, 0, 1, { origin: 'house.example2' }), 404, /does not know/],
    ["a stranger's key by the same name", requestFor(honest, 12, 13, { by: stranger }), 403, /no key/],
    ['a signature under another text', `old 12\n\n${forgery}`, 403, /wrong/],
    ['nothing', '', 400, /empty line/],
    ['no size', 'old\n\nx', 400, /old/],
    ['a size that is none', 'old 01\n\nx', 400, /old/],
    ['a hash that is none', 'old 1\nAAAA\n\nx', 400, /hash/],
    ['too many hashes', `old 1\n${`${toBase64(emptyRoot)}\n`.repeat(64)}\nx`, 400, /63/],
    ['no note', 'old 1\n\nx', 400, /note/],
  ]
  const got = cases.map(([what, request]) => {
    const { status, body } = answerRequest(request, means)
    return [what, status, body]
  })
  expect(got).toEqual(cases.map(([what, , status, body]) => [what, status, expect.stringMatching(body)]))
  expect(means.heads.get(ORIGIN)?.size).toBe(12)
  expect(means.lines.filter((line) => line.includes('does not go on'))).toHaveLength(4)
  expect(answerRequest(requestFor(honest, 12, 40), means).status).toBe(200)
  means.heads.close()
})

test('a good signature followed by a corrupt one of the same key is refused, and nothing is signed', () => {
  const means = witnessIn(freshFolder())
  const { text, signatures } = noteIn(requestFor(honest, 0, 7))
  const [good] = signatures as [Note['signatures'][number]]
  const corrupt = { ...good, signature: good.signature.map((byte) => byte ^ 1) }
  for (const both of [
    [good, corrupt],
    [corrupt, good],
  ])
    expect(answerRequest(`old 0\n\n${writeNote({ text, signatures: both })}`, means)).toMatchObject({ status: 403 })
  expect(means.heads.get(ORIGIN)).toBeNull()
  expect(answerRequest(`old 0\n\n${writeNote({ text, signatures: [good, good] })}`, means).status).toBe(200)
  means.heads.close()
})

test('a witness does not start without its memory, with an empty one or with that of another', async () => {
  const [data, other] = [freshFolder(), freshFolder()]
  const started = (folder: string) =>
    runCroupier(['witness', `--data=${folder}`, `--log=${writeKey(house.verifier)}`, '--port=0']).exit
  const made = async (folder: string, name: string) =>
    expect((await runCroupier(['witness', `--data=${folder}`, `--name=${name}`]).exit).code).toBe(0)
  await made(data, 'witness.example/w1')
  await made(other, 'witness.example/w2')
  const file = join(data, 'witness.db')
  const refused = (why: string) => ({ code: 2, said: expect.stringMatching(`${why}.*would sign a second history`) })
  rmSync(file)
  expect(await started(data)).toEqual(refused('it is missing'))
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '')
  expect(await started(data)).toEqual(refused('it holds nothing of a witness'))
  cpSync(join(other, 'witness.db'), file)
  expect(await started(data)).toEqual(refused('it belongs to the witness witness.example/w2'))
  rmSync(join(other, 'witness.key'))
  expect((await runCroupier(['witness', `--data=${other}`, '--name=w3']).exit).said).toMatch(/without its key/)
})

test('the empty tree has one root', () => {
  const means = witnessIn(freshFolder())
  expect(answerRequest(requestFor(honest, 0, 0, { root: honest.tree.root }), means).status).toBe(422)
  means.heads.close()
})

test('over HTTP: a checkpoint is added, and shown to whoever watches', async () => {
  const means = witnessIn(freshFolder())
  const witness = await startWitness(means, '127.0.0.1', 0)
  const post = (body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${witness.address}/add-checkpoint`, { method: 'POST', body })
  const request = requestFor(honest, 0, 9)
  expect((await post(request)).status).toBe(200)
  const conflict = await post(request)
  expect([conflict.status, conflict.headers.get('content-type'), await conflict.text()]).toEqual([
    409,
    'text/x.tlog.size',
    '9\n',
  ])
  const shown = await fetch(`${witness.address}/${hashOfOrigin(ORIGIN)}/checkpoint`)
  const note = readNote(await shown.text()) as Note
  expect(note.text).toBe(noteIn(request).text)
  const both = verifyNote(note, [table.verifier, means.signer.verifier]) as readonly Verified[]
  expect(both.map(({ key }) => key.name)).toEqual([ORIGIN, 'witness.example/w1'])

  expect((await fetch(`${witness.address}/${hashOfOrigin('elsewhere')}/checkpoint`)).status).toBe(404)
  expect((await fetch(`${witness.address}/add-checkpoint`)).status).toBe(405)
  expect((await post('x'.repeat(70_000))).status).toBe(413)
  expect((await post(Uint8Array.of(0xff, 0xfe))).status).toBe(400)
  await witness.stop()
  means.heads.close()
})

test('a signing key is one line, and says nothing of itself when it is wrong', () => {
  const text = makeSigningKey('witness.example/w1', COSIGNATURE)
  const signer = readSigningKey(text) as Signer
  const note = 'house.example\n0\nAAAA\n'
  expect(
    verifyNote(
      { text: note, signatures: [sign(note, { ...signer, verifier: verifierKey('w', ED25519, signer.verifier.key) })] },
      [verifierKey('w', ED25519, signer.verifier.key)],
    ),
  ).toHaveLength(1)
  expect(() => makeSigningKey('two words', COSIGNATURE)).toThrow('cannot be the name')
  // Base 64 text may contain a plus, also at its end.
  const secret = text.trim().split('+').slice(4).join('+')
  expect(secret).toHaveLength(44)
  for (const wrong of ['', 'x', text.replace('w1', 'w2'), text.replace(secret, secret.slice(4)), text + text]) {
    const problem = (readSigningKey(wrong) as { problem: string }).problem
    expect(problem).toMatch(/^(does not hold|holds) a signing key/)
    expect(problem).not.toContain(secret)
  }
})

/** A witness in a process of its own. */
async function runWitness(data: string, port: number) {
  const { child, exit } = runCroupier([
    'witness',
    `--data=${data}`,
    '--name=witness.example/w1',
    `--log=${writeKey(house.verifier)}`,
    `--port=${port}`,
  ])
  const ready = once(createInterface(child.stdout!), 'line').then(([line]) => line as string)
  const line = await Promise.race([ready, exit.then(({ said }) => Promise.reject(new Error(said)))])
  child.stdout!.resume()
  return { child, exit, vkey: /witness (\S+)/.exec(line)![1]!, address: /http:\S+/.exec(line)![0] }
}

test(`a witness that is killed ${KILLS} times while two histories ask for it signs one of them`, async () => {
  const data = freshFolder()
  const signed = new Map<number, Set<string>>()
  const vkeys = new Set<string>()
  let isOver = false

  /** Somebody who wants this history signed, whatever it takes. */
  async function insist(history: History, addressNow: () => string): Promise<void> {
    let old = 0
    while (!isOver) {
      const size = Math.min(SIZE, Math.max(old, 10) + randomInt(3))
      const request = requestFor(history, Math.min(old, size), size)
      const answer = await fetch(`${addressNow()}/add-checkpoint`, { method: 'POST', body: request }).catch(() => null)
      const body = (await answer?.text().catch(() => '')) ?? ''
      if (answer?.status === 200) {
        const { root } = readCheckpoint(noteIn(request).text) as { root: Uint8Array }
        signed.set(size, (signed.get(size) ?? new Set()).add(toBase64(root)))
        old = size
      } else if (answer?.status === 409) old = Number(body)
      if (!answer) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  let running = await runWitness(data, 0)
  const asking = [honest, forked].map((history) => insist(history, () => running.address))
  for (let kill = 0; kill < KILLS; kill++) {
    const before = signed.size
    // Killed in the midst of asking, and not before something was signed.
    await expect.poll(() => signed.size > before || signed.has(SIZE)).toBe(true)
    vkeys.add(running.vkey)
    running.child.kill('SIGKILL')
    await running.exit
    running = await runWitness(data, 0)
  }
  isOver = true
  await Promise.all(asking)
  running.child.kill('SIGTERM')
  expect((await running.exit).code).toBe(0)

  expect(vkeys.size).toBe(1)
  const sizes = [...signed.keys()].sort((a, b) => a - b)
  expect(sizes.length).toBeGreaterThanOrEqual(KILLS)
  for (const size of sizes) expect([...signed.get(size)!]).toHaveLength(1)
  const later = sizes.filter((size) => size > 10)
  const byHonest = later.filter((size) => signed.get(size)!.has(toBase64(honest.roots[size]!)))
  expect([0, later.length]).toContain(byHonest.length)
})
