import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { croupier } from '../../../test/support/cli.ts'
import { findingsIn } from '../../../test/support/journal.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { freshHeads, freshSigner } from '../../../test/support/proof.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import {
  ask,
  cleanUp,
  freshFolder,
  must,
  quietService,
  quietTables,
  runCroupier,
  staffOf,
} from '../../../test/support/service.ts'
import { buyIn, give, now, quietPlans } from '../../../test/support/stream.ts'
import { HOUSE } from '../../house/state.ts'
import { readSignedHead } from '../../proof/checkpoints.ts'
import { COSIGNATURE, logKeysOf, readKey, signerOf, type VerifierKey, writeKey } from '../../proof/keys.ts'
import { type Note, readNote, sign, verifyNote, writeNote } from '../../proof/notes.ts'
import { isConsistent } from '../../proof/tree.ts'
import { firstItems } from '../../record/journal-reader.ts'
import { startWitness } from '../../witness/witness.ts'
import { readConfig, witnessesOf } from '../config.ts'
import { openFloor } from '../floor/open-floor.ts'
import { sqliteJournal } from '../journal/sqlite.ts'
import type { Service } from '../service.ts'
import { Checkpointer } from './checkpointer.ts'
import { WitnessLink, type WitnessNews } from './witness-link.ts'

afterAll(cleanUp)

const round = [
  { do: 'place-your-bets' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
]

async function playRound(service: Service): Promise<void> {
  const { 'shift-manager': manager } = await staffOf(service)
  for (const command of round) await must(service.address, manager, 'single', command)
}

type Proof = { house: string; keys: { key: string }[]; logs: { id: string; key: string; size: number | null }[] }

const proofOf = async (service: Service) => (await ask(service.address, 'GET', '/api/proof', {})).body as never as Proof
const noteOf = async (service: Service, id: string) =>
  (await fetch(`${service.address}/api/proof/${id}/checkpoint`)).text()
const keyIn = (text: string) => readKey(text) as VerifierKey
const signersOf = (note: string, keys: readonly VerifierKey[]) => {
  const head = readSignedHead(note) as { origin: string }
  const found = verifyNote(readNote(note) as Note, [...logKeysOf(head.origin, keys), ...keys])
  return 'problem' in found ? found.problem : found.map(({ key }) => key.name)
}

describe('a house', () => {
  test.each<[string, (note: Note, house: string) => Note, RegExp]>([
    [
      'by somebody else',
      ({ text }, house) => ({ text, signatures: [sign(text, signerOf(freshSigner(house, 1), 'single'))] }),
      /is signed by no key on record/,
    ],
    [
      'under another name',
      (note, house) => {
        const text = note.text.replace(`${house}/`, `${house}.example/`)
        return { text, signatures: [sign(text, signerOf(freshSigner(`${house}.example`, 1), 'single'))] }
      },
      /is of .*\.example\/single, and no key on record signs for that/,
    ],
    [
      'not at all, as the signature does not hold',
      ({ text, signatures }) => ({
        text,
        signatures: signatures.map((one) => ({ ...one, signature: one.signature.map((byte) => byte ^ 1) })),
      }),
      /does not hold: the signature of .* is wrong/,
    ],
  ])('whose kept checkpoint is signed %s is found out by verify', async (_, forge, problem) => {
    const folder = freshFolder()
    const service = await quietService(folder)
    await playRound(service)
    const { proof } = service.floor
    const { size, note } = (await proof!.checkpointer.make('single'))!
    await service.stop()
    expect(await findingsIn(folder)).toEqual([])
    const store = await sqliteJournal(folder)
    const forged = forge(readNote(note) as Note, proof!.checkpointer.house)
    await store.saveCheckpoint('single', { size, note: writeNote(forged) })
    await store.close()
    expect(await findingsIn(folder)).toEqual([{ stream: 'single', seq: size, problem: expect.stringMatching(problem) }])
  })

  test('signs its tables when a round ends, by a key that is its own and on record, and shows it to anybody', async () => {
    const folder = freshFolder()
    const service = await quietService(folder)
    await playRound(service)
    const { house, keys, logs } = await proofOf(service)
    expect(keys).toHaveLength(1)
    const own = keyIn(keys[0]!.key)
    expect(own.name).toBe(house)
    const { size } = await service.floor.journal.head('single')
    await expect.poll(async () => (readSignedHead(await noteOf(service, 'single')) as { size: number }).size).toBe(size)
    const note = await noteOf(service, 'single')
    expect(signersOf(note, [own])).toEqual([`${house}/single`])
    const head = readSignedHead(note) as { size: number; root: Uint8Array }
    expect(head).toMatchObject({ origin: `${house}/single` })
    expect(await service.floor.journal.head('single', head.size)).toEqual({ size: head.size, root: head.root })
    expect(keyIn(logs.find(({ id }) => id === 'single')!.key).key).toEqual(own.key)
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600)
    expect((await ask(service.address, 'GET', '/api/proof/nowhere/checkpoint', {})).status).toBe(404)
    const { auditor, dealer } = await staffOf(service)
    const last = await ask(service.address, 'GET', `/api/proof/single/checkpoints?from=${size}`, { token: auditor })
    expect(last.body).toEqual({ size, note })
    expect((await ask(service.address, 'GET', '/api/proof/single/checkpoints', { token: dealer })).status).toBe(403)
    expect((await ask(service.address, 'GET', '/api/proof/single/checkpoints?from=x', { token: auditor })).status).toBe(
      400,
    )
    await service.stop()
    expect(await findingsIn(folder)).toEqual([])
    // The signatures are there after a restart, and the next checkpoint continues from them.
    const again = await quietService(folder)
    expect((await proofOf(again)).keys).toEqual(keys)
    await playRound(again)
    const next = await again.floor.proof!.checkpointer.make('single')
    const later = readSignedHead(next!.note) as typeof head
    const proof = await again.floor.journal.consistency('single', head.size, later.size)
    expect(isConsistent(head, later, proof)).toBe(true)
    await again.stop()
    expect(await findingsIn(folder)).toEqual([])
  })

  test('signs by a new key when it is told to: the change is on record and signed by both, and old notes stay good', async () => {
    const folder = freshFolder()
    const service = await quietService(folder)
    await playRound(service)
    const { keys: before } = await proofOf(service)
    expect(await runCroupier(['key', 'rotate', '--data', folder]).exit).toEqual({ code: 0, said: '' })
    const { keys } = await proofOf(service)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toEqual(before[0])
    const [old, now] = keys.map(({ key }) => keyIn(key)) as [VerifierKey, VerifierKey]
    const note = await noteOf(service, HOUSE)
    expect(signersOf(note, [old])).toEqual([`${old.name}/house`])
    expect(signersOf(note, [now])).toEqual([`${now.name}/house`])
    await playRound(service)
    const signed = await service.floor.proof!.checkpointer.make('single')
    expect(signersOf(signed!.note, [old])).toEqual([])
    expect(signersOf(signed!.note, [now])).toEqual([`${now.name}/single`])
    await service.stop()
    // The command works without the service too, and under another name.
    expect((await runCroupier(['key', 'rotate', '--name', 'casino.example', '--data', folder]).exit).code).toBe(0)
    const shown = await runCroupier(['key', '--json', '--data', folder])
    expect((await shown.exit).code).toBe(0)
    expect(await findingsIn(folder)).toEqual([])
    const again = await quietService(folder)
    expect((await proofOf(again)).house).toBe('casino.example')
    await again.stop()
    expect(await findingsIn(folder)).toEqual([])
  })

  test('does not start without the key that is on record, and says so in one line', async () => {
    const folder = freshFolder()
    await (await quietService(folder)).stop()
    const file = join(folder, 'signing.key')
    const kept = readFileSync(file)
    rmSync(file)
    await expect(quietService(folder)).rejects.toThrow(/signing.key is missing; put it back.*croupier key rotate/)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'nonsense')
    await expect(quietService(folder)).rejects.toThrow(/does not hold a signing key/)
    const other = freshFolder()
    await (await quietService(other)).stop()
    writeFileSync(file, readFileSync(join(other, 'signing.key')))
    await expect(quietService(folder)).rejects.toThrow(/another key than the one on record/)
    // A change of key that was cut short: the record decides how it ends.
    writeFileSync(file, readFileSync(join(other, 'signing.key')))
    writeFileSync(join(folder, 'signing.key.next'), kept)
    await (await quietService(folder)).stop()
    expect(readFileSync(file).equals(kept)).toBe(true)
  })

  test('that was killed signs its end when it starts', async () => {
    const journal = memoryJournal()
    const signer = freshSigner('house.example', 1)
    const open = () =>
      openFloor({ journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now, signer: () => signer })
    const signedTo = async () => {
      const ends = (await journal.streams()).map(async (stream) => [
        stream,
        (await journal.last(stream)).seq,
        (await journal.latestCheckpoint(stream))?.size,
      ])
      return Promise.all(ends)
    }
    const killed = await open()
    await give(killed.rooms.get('single')!.table, buyIn('ann', 5_000))
    expect((await signedTo()).filter(([, end, signed]) => end !== signed)).toEqual([['single', 2, 1]])
    const house = await open()
    expect((await signedTo()).filter(([, end, signed]) => end !== signed)).toEqual([])
    await house.close()
    await killed.close()
  })

  test('never signs what does not go on from what it signed before', async () => {
    const service = await quietService(freshFolder())
    await playRound(service)
    const { journal } = service.floor
    const problems: (string | null)[] = []
    const signer = freshSigner('house.example', 1)
    const checkpointer = new Checkpointer({ journal, signer, onProblem: (_, why) => problems.push(why) })
    const { size } = (await checkpointer.make('single'))!
    const [kept] = await firstItems(journal.checkpoints('single', size), 1)
    const other = readSignedHead(kept!.note) as { root: Uint8Array }
    const forged = kept!.note.replace(Buffer.from(other.root).toString('base64'), Buffer.alloc(32).toString('base64'))
    await journal.saveCheckpoint('single', { size, note: forged })
    await playRound(service)
    expect(await checkpointer.make('single')).toBeNull()
    expect(problems).toEqual([expect.stringContaining('does not go on from what was signed before')])
    await journal.saveCheckpoint('single', kept!)
    expect((await checkpointer.make('single'))!.size).toBeGreaterThan(size)
    expect(problems).toHaveLength(2)
    await service.stop()
  })
})

/** A witness that answers as the test tells it. */
async function puppet(answer: (body: string) => { status: number; text: string } | null) {
  const asked: string[] = []
  const server: Server = createServer((request, reply) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      asked.push(body)
      const said = answer(body)
      if (said) reply.writeHead(said.status).end(said.text)
      else request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}

describe('a witness of the house', () => {
  const signer = freshSigner('witness.example/w1', COSIGNATURE)

  test('signs what it is sent, from nothing and from where it was; its signatures are kept and shown', async () => {
    const folder = freshFolder()
    const service = await quietService(folder)
    await playRound(service)
    const { keys } = await proofOf(service)
    const heads = freshHeads(join(freshFolder(), 'witness.db'), signer.verifier)
    const logs = [keyIn(keys[0]!.key)]
    const witness = await startWitness({ signer, logs, heads, now: Date.now, tell: () => {} }, '127.0.0.1', 0)
    await service.stop()
    const witnesses = [{ key: writeKey(signer.verifier), url: witness.address, name: 'The regulator' }]
    const again = await quietService(folder, {}, quietTables, { witnesses })
    const own = [...logs, signer.verifier]
    const signedBoth = async (id: string) => signersOf(await noteOf(again, id), own)
    await expect.poll(() => signedBoth('single')).toEqual([expect.stringContaining('/single'), 'witness.example/w1'])
    await expect.poll(() => signedBoth(HOUSE)).toEqual([expect.stringContaining('/house'), 'witness.example/w1'])
    await playRound(again)
    const size = (await again.floor.journal.head('single')).size
    await expect.poll(async () => (readSignedHead(await noteOf(again, 'single')) as { size: number }).size).toBe(size)
    await expect.poll(() => signedBoth('single')).toHaveLength(2)
    expect(again.floor.alarms.list).toEqual([])
    await again.stop()
    await witness.stop()
    heads.close()
    expect(await findingsIn(folder)).toEqual([])
  })

  test('and an anchor find a folder that was taken back as a whole, which is sound by itself', async () => {
    const folder = freshFolder()
    const service = await quietService(folder)
    await playRound(service)
    const { keys } = await proofOf(service)
    const logs = [keyIn(keys[0]!.key)]
    const heads = freshHeads(join(freshFolder(), 'witness.db'), signer.verifier)
    const witness = await startWitness({ signer, logs, heads, now: Date.now, tell: () => {} }, '127.0.0.1', 0)
    await service.stop()
    const before = join(freshFolder(), 'before')
    cpSync(folder, before, { recursive: true })

    const witnesses = [{ key: writeKey(signer.verifier), url: witness.address, name: 'The regulator' }]
    const house = await quietService(folder, {}, quietTables, { witnesses })
    await playRound(house)
    const { size } = await house.floor.journal.head('single')
    const newest = async () => noteOf(house, 'single')
    await expect.poll(async () => (readSignedHead(await newest()) as { size: number }).size).toBe(size)
    await expect.poll(async () => signersOf(await newest(), [...logs, signer.verifier])).toContain('witness.example/w1')
    await expect.poll(() => house.floor.proof!.witnessAges()).toEqual([{ witness: 'The regulator', ms: 0 }])
    const kept = join(freshFolder(), 'kept')
    writeFileSync(kept, await noteOf(house, 'single'))
    await house.stop()

    rmSync(folder, { recursive: true })
    cpSync(before, folder, { recursive: true })
    expect(await croupier(['verify', folder])).toMatchObject({ status: 0, stderr: '' })
    const anchored = await croupier(['verify', folder, '--key', keys[0]!.key, '--checkpoint', kept])
    expect(anchored).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/single, entry \d+: entries are missing/),
    })
    const again = await quietService(folder, {}, quietTables, { witnesses })
    await expect
      .poll(() => again.floor.alarms.list)
      .toContainEqual(expect.objectContaining({ alarm: 'witness-refused', table: 'single' }))
    expect(again.floor.proof!.witnessAges()[0]!.ms).toBeGreaterThan(0)
    await again.stop()
    await witness.stop()
    heads.close()
  })

  let service: Service
  beforeAll(async () => {
    service = await quietService(freshFolder())
    await playRound(service)
  })
  afterAll(() => service.stop())

  async function linked(answer: Parameters<typeof puppet>[0]) {
    const { journal, proof } = service.floor
    const checkpoint = (await proof!.checkpointer.make('single'))!
    const other = await puppet(answer)
    const news: WitnessNews[] = []
    const signed: number[] = []
    const link = new WitnessLink({
      plan: { name: 'w', key: signer.verifier, url: other.url },
      journal,
      onNews: (one) => news.push(one),
      onSigned: (_, size) => signed.push(size),
      retryMs: 1,
      silentAfterMs: 0,
    })
    const end = () => {
      link.close()
      other.close()
    }
    return { link, checkpoint, news, signed, asked: other.asked, end }
  }

  test.each([
    [422, 'the proof does not show it\n', /422: the proof does not show it/],
    [403, 'no key of this log has signed it', /403/],
    [404, 'who?', /404/],
    [200, 'no signature at all', /no signature/],
    [200, '— witness.example/w1 AAAAAAAAAAA=\n', /signature/],
    [409, '1000000\n', /has signed 1000000 entries, and there are/],
  ])('that answers %s %j refuses, which is told once', async (status, text, why) => {
    const { link, checkpoint, news, signed, end } = await linked(() => ({ status, text }))
    expect(link.behindMs).toBe(0)
    link.send('single', checkpoint)
    await expect.poll(() => news).toEqual([{ news: 'refused', stream: 'single', why: expect.stringMatching(why) }])
    link.send('single', checkpoint)
    expect(signed).toEqual([])
    expect(link.behindMs).toBeGreaterThan(0)
    end()
    expect(news).toHaveLength(1)
  })

  test('that falls silent is told, is tried again, and is told when it is heard', async () => {
    let isThere = false
    const { link, checkpoint, news, asked, end } = await linked(() => (isThere ? { status: 404, text: 'x' } : null))
    link.send('single', checkpoint)
    await expect.poll(() => news).toMatchObject([{ news: 'silent' }])
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    isThere = true
    await expect.poll(() => news.map((one) => one.news)).toEqual(['silent', 'heard', 'refused'])
    end()
  })

  test.each([
    [{}, /witnesses must be a list/],
    [['x'], /witnesses\[0\] must be an object/],
    [[{ url: 'http://w' }], /the key is missing/],
    [[{ key: 'x', url: 'http://w' }], /the key must have the form/],
    [[{ key: writeKey(freshSigner('h', 1).verifier), url: 'http://w' }], /not that of a witness/],
    [[{ key: writeKey(signer.verifier), url: 'ftp://w' }], /url must be an address/],
    [[{ key: writeKey(signer.verifier), url: 'http://w', more: 1 }], /no field more/],
    [[1, 2].map(() => ({ key: writeKey(signer.verifier), url: 'http://w' })), /occurs twice/],
  ])('is configured by its key and address: %j is not one', (witnesses, problem) => {
    const file = join(freshFolder(), 'config.json')
    writeFileSync(file, JSON.stringify({ witnesses }))
    expect(() => witnessesOf(readConfig({ config: file }, {}))).toThrow(problem)
  })

  test.each([
    ['all', 2],
    [undefined, 2],
    [1, 1],
    [0, 0],
    [3, /witnessQuorum is 3, and 2 witnesses are named/],
    ['most', /witnessQuorum cannot be "most"/],
  ])('is one of those that receipts must have: %j', (witnessQuorum, quorum) => {
    const file = join(freshFolder(), 'config.json')
    const named = ['w1', 'w2'].map((name) => ({
      key: writeKey(freshSigner(name, COSIGNATURE).verifier),
      url: 'http://w',
    }))
    writeFileSync(file, JSON.stringify({ witnesses: named, ...(witnessQuorum === undefined ? {} : { witnessQuorum }) }))
    const read = () => witnessesOf(readConfig({ config: file }, {})).quorum
    if (typeof quorum === 'number') expect(read()).toBe(quorum)
    else expect(read).toThrow(quorum)
  })
})
