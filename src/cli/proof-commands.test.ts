import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildCheckPage, CHECK_PAGE } from '../../build/check-page.ts'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { freshSigner } from '../../test/support/proof.ts'
import { SignedTree } from '../../test/support/receipts.ts'
import { bookById } from '../books/index.ts'
import { type CommandName, readCommand } from '../engine/language.ts'
import { readSetup, type TableSetup } from '../engine/table.ts'
import { headOf } from '../proof/block-tree.ts'
import { type Checkpoint, writeCheckpoint } from '../proof/checkpoints.ts'
import { COSIGNATURE, ED25519, type Signer, verifierKey, writeKey } from '../proof/keys.ts'
import { cosign, sign, writeNote } from '../proof/notes.ts'
import { type Bundle, readBundle } from '../receipts/bundle.ts'
import { checkBundle, isSound } from '../receipts/check-bundle.ts'
import { checkNote } from '../receipts/check-note.ts'
import { matchJournals } from '../receipts/match-journals.ts'
import { writeReceipt } from '../receipts/receipt.ts'
import { sqliteJournal } from '../service/journal/sqlite.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'
import { openTableStream } from '../service/stream/table-stream.ts'
import { commandLine } from './commands.ts'

/** A small journal with signed checkpoints, and what is proved of it from the command line. */
const folder = mkdtempSync(join(tmpdir(), 'croupier-proof-'))
const house = freshSigner('house.example', ED25519)
const witness = freshSigner('witness.example/w1', COSIGNATURE)
const keys = ['--key', writeKey(house.verifier)]
const home = process.cwd()
const note = (name: string): string => join(folder, name)
const WAGER = 4

const tableSigner: Signer = { ...house, verifier: { ...house.verifier } }
const orders: readonly ({ do: CommandName } & Record<string, unknown>)[] = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
  { do: 'place-your-bets' },
]

beforeAll(async () => {
  if (!existsSync(CHECK_PAGE)) await buildCheckPage()
  const journal = await sqliteJournal(join(folder, 'croupier-data'))
  let minute = 0
  const now = () => new Date(Date.UTC(2026, 10, 16, 12, minute++)).toISOString()
  const setup = readSetup({ book: 'mbs/roulette@3' }, bookById) as TableSetup
  const table = await openTableStream('single', setup, { journal, now })
  for (const order of orders) await table.submit(readCommand(order) as never, 'staff:1001')
  const head = await journal.head('single', 8)
  const text = writeCheckpoint({ origin: 'house.example/single', ...head })
  const { signatureOf } = await signing()
  const whole = writeNote({ text, signatures: [signatureOf(text), cosign(text, witness, 1_794_859_200)] })
  await journal.saveCheckpoint('single', { size: 8, note: whole })
  writeFileSync(note('seen.checkpoint'), whole)
  const other = writeCheckpoint({ origin: 'house.example/single', size: 8, root: new Uint8Array(32) })
  writeFileSync(note('other.checkpoint'), writeNote({ text: other, signatures: [signatureOf(other)] }))
  await journal.close()
  writeFileSync(note('empty.jsonl'), '')
  mkdirSync(note('strange/witness.key'), { recursive: true })
  process.chdir(folder)
})

afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

/** The key of a house signs for its tables by their names. */
async function signing() {
  const { verifierKey } = await import('../proof/keys.ts')
  const verifier = verifierKey('house.example/single', ED25519, house.verifier.key)
  return { signatureOf: (text: string) => sign(text, { ...tableSigner, verifier }) }
}

test('every example can be typed as it is', async () => {
  for (const name of ['prove', 'check', 'export'] as const)
    for (const line of commandLine[name].examples) {
      const words = line.replace('KEY_OF_HOUSE', keys[1]!).split(' ').slice(1)
      expect(await croupier(words), line).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/./) })
    }
})

describe('prove and check', () => {
  test('a receipt is made from the journal, and checked without it', async () => {
    const { stdout: receipt } = await croupier(['prove', 'single', String(WAGER)])
    expect(receipt).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /)
    writeFileSync('own.tlog-proof', receipt)
    const checked = await croupier(['check', 'own.tlog-proof', ...keys, '--witness', writeKey(witness.verifier)])
    expect(checked).toMatchObject({ status: 0, stderr: '' })
    expect(checked.stdout).toContain('ann staked $5.00 on 17 in round 1.')
    expect(checked.stdout).toContain('pays 35 to 1: $175.00')
    expect(checked.stdout).toContain('The witness witness.example/w1 has signed it too')
    expect((await croupier(['check', 'own.tlog-proof', ...keys, '--language', 'zh'])).stdout).toContain('此凭证有效。')
    const { stdout } = await croupier(['check', '-', ...keys, '--json'], receipt)
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ sound: true, size: 8, entry: { seq: 4, wagers: [{ outcome: { pay: { paid: 17_500 } } }] } }],
    })
  })

  test('of an entry that is damaged no receipt is made, of others there is', async () => {
    cpSync('croupier-data', 'damaged', { recursive: true })
    const db = new DatabaseSync(journalFile('damaged'))
    db.exec(`UPDATE journal SET body = replace(body, '"stake":500', '"stake":900') WHERE seq = ${WAGER}`)
    db.close()
    const prove = (seq: number) => croupier(['prove', 'single', String(seq), '--data', 'damaged'])
    expect(await prove(WAGER)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/entry 4 of single is damaged/),
    })
    expect(await prove(2)).toMatchObject({ status: 0, stderr: '' })
  })

  test('a receipt with another stake is wrong', async () => {
    const { stdout: receipt } = await croupier(['prove', 'single', String(WAGER)])
    const lines = receipt.split('\n')
    const extra = Buffer.from(lines[1]!.slice('extra '.length), 'base64').toString().replaceAll('500', '900')
    const forged = lines.with(1, `extra ${Buffer.from(extra).toString('base64')}`).join('\n')
    const checked = await croupier(['check', '-', ...keys], forged)
    expect(checked).toMatchObject({ status: 1, stderr: '' })
    expect(checked.stdout).toContain('entry 4 is not in the journal that was signed')
  })

  test('a house that showed two witnesses different histories is caught', async () => {
    const checked = await croupier(['check', 'seen.checkpoint', 'other.checkpoint', ...keys])
    expect(checked.status).toBe(1)
    expect(checked.stdout).toContain('THE HOUSE HAS SIGNED TWO HISTORIES')
    const alike = await croupier(['check', 'seen.checkpoint', 'seen.checkpoint', ...keys])
    expect(alike).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The files about house.example/single agree'),
    })
  })

  test('receipts of forked histories are told apart, whatever their sizes, with the entries that differ', async () => {
    const ofTable = { ...house, verifier: verifierKey('house.example/single', ED25519, house.verifier.key) }
    const bodies = Array.from({ length: 20 }, (_, nth) => `{"entry":${nth + 1}}`)
    const forked = bodies.with(9, '{"entry":"another"}')
    const receiptOf = (all: readonly string[], size: number, seq: number): string => {
      const tree = new SignedTree(all.slice(0, size))
      return writeReceipt({ ...tree.prove(seq), beside: [], checkpoint: tree.note({ house: ofTable }) })
    }
    writeFileSync('short.tlog-proof', receiptOf(bodies, 13, 11))
    writeFileSync('long.tlog-proof', receiptOf(bodies, 20, 12))
    writeFileSync('forked.tlog-proof', receiptOf(forked, 20, 12))
    const same = await croupier(['check', 'short.tlog-proof', 'long.tlog-proof', ...keys])
    expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining('agree: they share') })
    const other = await croupier(['check', 'short.tlog-proof', 'forked.tlog-proof', ...keys])
    expect(other).toMatchObject({ status: 1, stdout: expect.stringContaining('one of 13 entries and one of 20.') })
    expect(other.stdout).toContain('They differ among the entries 9 to 10.')
    const told = await croupier(['check', 'short.tlog-proof', 'forked.tlog-proof', '--json', ...keys])
    const fork = { sizes: [13, 20], first: 9, last: 10 }
    expect(JSON.parse(told.stdout)).toMatchObject({ twoHistories: true, logs: [{ fork }] })
    const unwitnessed = ['short.tlog-proof', 'forked.tlog-proof', '--witness', writeKey(witness.verifier)]
    const alone = await croupier(['check', ...unwitnessed, ...keys])
    expect(alone).toMatchObject({ status: 1, stdout: expect.stringContaining('has not signed the checkpoint') })
    expect(alone.stdout).toContain('They differ among the entries 9 to 10.')
    const inChinese = await croupier(['check', ...unwitnessed, ...keys, '--language', 'zh'])
    expect(inChinese.stdout).toContain(`见证方 ${witness.verifier.name} 未签署此检查点`)
  })

  test('so many witnesses of those that are given must have signed', async () => {
    const silent = ['silent.example/w2', 'silent.example/w3'].map((name) =>
      writeKey(freshSigner(name, COSIGNATURE).verifier),
    )
    const witnesses = [writeKey(witness.verifier), ...silent].flatMap((key) => ['--witness', key])
    const check = (...more: string[]) => croupier(['check', 'seen.checkpoint', ...keys, ...witnesses, ...more])
    expect((await check('--quorum', '1')).status).toBe(0)
    const two = await check('--quorum', '2')
    expect(two).toMatchObject({ status: 1, stdout: expect.stringContaining('1 of 3 witnesses have signed') })
    expect((await check()).stdout).toContain('the witness silent.example/w2 has not signed the checkpoint')
    expect(await check('--quorum', '4')).toMatchObject({ status: 2, stderr: expect.stringContaining('--quorum 4') })
    expect((await check('--witness', silent[0]!)).stderr).toContain('the same key is given twice')
  })

  test.each<[string, readonly string[], RegExp]>([
    ['no key', ['check', 'seen.checkpoint'], /^croupier: --key is missing: /],
    ['a key that is none', ['check', 'seen.checkpoint', '--key', 'x'], /^croupier: --key: the key must have the form/],
    [
      'a witness for a house',
      ['check', 'seen.checkpoint', '--key', writeKey(witness.verifier)],
      /that of a witness, not of a house/,
    ],
    [
      'a house for a witness',
      ['check', 'seen.checkpoint', ...keys, '--witness', keys[1]!],
      /that of a house, not of a witness/,
    ],
    ['no file', ['check', 'none.tlog-proof', ...keys], /none.tlog-proof cannot be read: ENOENT/],
    [
      'a file that is neither',
      ['check', 'croupier-data/croupier.db', ...keys],
      /is neither a receipt nor a checkpoint/,
    ],
    ['no such table', ['prove', 'none', '4'], /croupier-data has no table none/],
    ['no such entry', ['prove', 'single', '99'], /table single has no entry 99/],
    ['no number', ['prove', 'single', 'x'], /SEQ must be a whole number/],
    ['not signed yet', ['prove', 'single', '9'], /no signed checkpoint of single holds entry 9 yet/],
    ['no journal', ['prove', 'single', '4', '--data', 'none'], /none is not there/],
    ['over a file', ['prove', 'single', '4', '--out', 'seen.checkpoint'], /is there already/],
    [
      'a receipt where nothing can be',
      ['prove', 'single', '4', '--out', 'none/x'],
      /none\/x cannot be written: ENOENT/,
    ],
    ['a bundle of an empty file', ['export', 'x.zip', '--data', 'empty.jsonl'], /empty.jsonl holds no entry/],
    ['the key of an empty file', ['key', '--data', 'empty.jsonl'], /empty.jsonl holds no entry/],
    ['an empty file to verify', ['verify', 'empty.jsonl'], /empty.jsonl holds no entry/],
    [
      'a witness of a witness',
      ['witness', '--data', 'w', '--name', 'w', '--log', writeKey(witness.verifier)],
      /--log: the key is that of a witness, not of a house/,
    ],
    ['a witness whose key is a folder', ['witness', '--data', 'strange'], /witness.key cannot be read: EISDIR/],
    ['a bundle over a file', ['export', 'seen.checkpoint'], /is there already/],
    ['a time that is none', ['export', 'x.zip', '--from', 'monday'], /--from must be a day such as/],
    ['times the wrong way', ['export', 'x.zip', '--from', '2026-11-17', '--to', '2026-11-16'], /--from is after --to/],
    ['a place that there is not', ['export', 'none/x.zip'], /cannot be written: ENOENT/],
  ])('bad input in one line: %s', async (_, args, problem) => {
    const { status, stdout, stderr } = await croupier(args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(problem)
    expect(stderr.trimEnd()).not.toContain('\n')
  })
})

describe('export', () => {
  const trust = { keys: [house.verifier], witnesses: [witness.verifier] }
  const read = (file: string) => {
    const bundle = readBundle(unzipSync(readFileSync(file)))
    return 'problem' in bundle ? expect.unreachable(bundle.problem) : bundle
  }

  test('a bundle holds journals, checkpoints, books and the page, and is sound', async () => {
    expect(await croupier(['export', 'whole.zip'])).toMatchObject({
      status: 0,
      stdout: 'whole.zip: 1 tables, 9 entries, 1 checkpoints, 1 rule books\n',
    })
    expect(Object.keys(unzipSync(readFileSync('whole.zip'))).sort()).toEqual([
      expect.stringMatching(/^books\/[0-9a-f]{64}\.json$/),
      'bundle.json',
      'check.html',
      'checkpoints/single.jsonl',
      'journal/single.jsonl',
    ])
    const checked = await checkBundle(read('whole.zip'), trust)
    if ('problem' in checked) expect.unreachable(checked.problem)
    expect(isSound(checked)).toBe(true)
    expect(checked.streams).toMatchObject([{ checkpoints: 1, signed: { checkpoint: { size: 8 } }, problem: null }])
  })

  test('that of a house in a database is that of its folder', async () => {
    const store = await freshStore()
    // This small journal has no staff: the entries are moved, and found wrong.
    expect(await croupier(['move', '--from', 'croupier-data', '--to', store])).toMatchObject({ status: 1 })
    await croupier(['export', 'folder.zip'])
    expect(await croupier(['export', 'database.zip', '--store', store])).toMatchObject({ status: 0, stderr: '' })
    vi.stubEnv('CROUPIER_STORE', store)
    expect(await croupier(['export', 'environment.zip'])).toMatchObject({ status: 0, stderr: '' })
    vi.unstubAllEnvs()
    for (const file of ['database.zip', 'environment.zip']) expect(read(file)).toEqual(read('folder.zip'))
  })

  test('it ends where it was asked to, and begins with the first entry all the same', async () => {
    await croupier(['export', 'cut.zip', '--from', '2026-11-16T12:02:00Z', '--to', '2026-11-16T12:05:00Z'])
    const { about, streams, checkpoints } = read('cut.zip')
    expect(about).toMatchObject({ from: '2026-11-16T12:02:00.000Z', to: '2026-11-16T12:05:00.000Z' })
    expect(streams.get('single')!.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(checkpoints.get('single')).toEqual([])
  })

  test('days are those of the house: by its configuration, else of Singapore', async () => {
    writeFileSync('london.json', '{"timeZone":"Europe/London"}')
    const days = ['--from', '2026-03-29', '--to', '2026-03-29']
    await croupier(['export', 'days.zip', ...days])
    await croupier(['export', 'london.zip', ...days, '--config', 'london.json'])
    expect(read('days.zip').about).toMatchObject({ from: '2026-03-28T16:00:00.000Z', to: '2026-03-29T15:59:59.999Z' })
    expect(read('london.zip').about).toMatchObject({ from: '2026-03-29T00:00:00.000Z', to: '2026-03-29T22:59:59.999Z' })
  })

  test.each<[string, (line: string) => string, RegExp]>([
    ['a stake', (line) => line.replaceAll('"stake":500', '"stake":900'), /hash/],
    ['a payment with its hash', (line) => line.replaceAll('"paid":17500', '"paid":27500'), /hash/],
  ])('%s changed in it is found', async (_, change, problem) => {
    const bundle = read('whole.zip')
    const entries = bundle.streams.get('single')!.map((entry) => ({ ...entry, body: change(entry.body) }))
    const checked = await checkBundle({ ...bundle, streams: new Map([['single', entries]]) }, trust)
    if ('problem' in checked) expect.unreachable(checked.problem)
    expect(checked.streams[0]!.problem?.problem).toMatch(problem)
    expect(isSound(checked)).toBe(false)
  })

  test('a history forged as a whole does not fit what was signed', async () => {
    const { entryHash } = await import('../service/journal/journal.ts')
    const bundle = read('whole.zip')
    const entries = bundle.streams.get('single')!.map((entry) => {
      const body = entry.body.replaceAll('"amount":10000', '"amount":20000')
      return { ...entry, body, hash: entryHash(body) }
    })
    const checked = await checkBundle({ ...bundle, streams: new Map([['single', entries]]) }, trust)
    if ('problem' in checked) expect.unreachable(checked.problem)
    expect(checked.streams[0]!.problem).toMatchObject({
      seq: 8,
      problem: expect.stringMatching(/signed another history/),
    })
  })

  test('a history forged as a whole and signed again does not fit a checkpoint that somebody kept', async () => {
    const { entryHash } = await import('../service/journal/journal.ts')
    const { signatureOf } = await signing()
    const bundle = read('whole.zip')
    const entries = bundle.streams.get('single')!.map((entry) => {
      const body = entry.body.replaceAll('"amount":10000', '"amount":20000')
      return { ...entry, body, hash: entryHash(body) }
    })
    const leaves = entries.map((entry) => Buffer.from(entry.hash, 'hex'))
    const text = writeCheckpoint({ origin: 'house.example/single', ...headOf({ size: 9, roots: [], loose: leaves }) })
    const resigned = { size: 9, note: writeNote({ text, signatures: [signatureOf(text)] }) }
    const forged = {
      ...bundle,
      streams: new Map([['single', entries]]),
      checkpoints: new Map([['single', [resigned]]]),
    }
    const byHouse = { keys: [house.verifier], witnesses: [] }
    expect(await checkBundle(forged, byHouse)).toMatchObject({
      streams: [{ problem: null, signed: { checkpoint: { size: 9 } } }],
    })
    const kept = checkNote(readFileSync('seen.checkpoint', 'utf8'), trust)
    if ('problem' in kept) expect.unreachable(kept.problem)
    const checkBeside = (journal: Bundle, head: Checkpoint) => {
      const { journals, fits } = matchJournals([journal], [head])
      return checkBundle(journal, byHouse, journals[0]!.anchors).then((checked) => ({ ...checked, ...fits[0]! }))
    }
    expect(await checkBeside(forged, kept.checkpoint)).toMatchObject({
      fit: 'another',
      streams: [
        { problem: { problem: expect.stringMatching(/not the history that the house signed, by a checkpoint of 8/) } },
      ],
    })
    expect(await checkBeside(bundle, kept.checkpoint)).toMatchObject({
      fit: 'same',
      streams: [{ kept: 8, problem: null }],
    })
    // A checkpoint of another house or of more entries says nothing about these.
    const root = new Uint8Array(32)
    const others = [
      ['none', { ...kept.checkpoint, root, origin: 'other.example/single' }],
      ['longer', { ...kept.checkpoint, root, size: 10 }],
    ] as const
    for (const [fit, other] of others)
      expect(await checkBeside(bundle, other)).toMatchObject({ fit, streams: [{ kept: 0, problem: null }] })
  })

  test('the journal of one table under the name of another is told', async () => {
    const { streams, checkpoints, ...bundle } = read('whole.zip')
    const renamed = <T>(map: ReadonlyMap<string, T>) => new Map([['double', map.get('single')!]])
    const entries = streams.get('single')!.map((entry) => ({ ...entry, stream: 'double' }))
    const other = { ...bundle, streams: new Map([['double', entries]]), checkpoints: renamed(checkpoints) }
    expect(await checkBundle(other, trust)).toMatchObject({
      streams: [{ problem: { problem: 'its checkpoints are of house.example/single' } }],
    })
  })

  test.each(['journal/%zz.jsonl', 'journal/%73ingle.jsonl'])('%s is not the name of a file in it', (name) => {
    const files = unzipSync(readFileSync('whole.zip'))
    expect(readBundle({ ...files, [name]: files['journal/single.jsonl']! })).toEqual({
      problem: `${name} is not the name of a file in a bundle`,
    })
  })

  test('a book that is not the one of its fingerprint is told', async () => {
    const bundle = read('whole.zip')
    const [fingerprint] = bundle.books.keys()
    const checked = await checkBundle({ ...bundle, books: new Map([[fingerprint!, '{}']]) }, trust)
    expect(checked).toMatchObject({ books: [{ fingerprint, standing: 'wrong' }] })
  })
})
