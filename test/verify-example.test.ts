import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeKey } from '../src/proof/keys.ts'
import { checkNote, type Trust } from '../src/receipts/check-note.ts'
import { checkReceipt } from '../src/receipts/check-receipt.ts'
import { compareHistories, signedByHouse } from '../src/receipts/compare-histories.ts'
import { makeReceipt } from '../src/receipts/make-receipt.ts'
import { isReceipt } from '../src/receipts/receipt.ts'
import { receiptFacts } from '../src/receipts/receipt-facts.ts'
import { entriesOf, provingReader, SignedTree, signers } from './support/receipts.ts'
import { houseKey, programData, verifyVectors, witness } from './support/verify-vectors.ts'

/** `examples/verify/verify.py` shares no code with the project. Its verdicts on receipts are compared with ours. */
const script = 'examples/verify/verify.py'
const folder = 'examples/verify/vectors'
const scratch = mkdtempSync(join(tmpdir(), 'croupier-verify-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const vectors = await verifyVectors()

test.each([
  ['vectors of the script', folder, vectors],
  ['files of the programs', 'examples/programs/data', await programData()],
])('the %s are those that the project makes today: npm run golden writes them', (_, into, texts) => {
  mkdirSync(into, { recursive: true })
  for (const [name, text] of Object.entries(texts)) {
    const file = join(into, name)
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
    expect(existsSync(file) && readFileSync(file, 'utf8'), name).toBe(text)
  }
})

const trust: Trust = { keys: [houseKey], witnesses: [] }
const check = (text: string, by: Trust = trust) => (isReceipt(text) ? checkReceipt(text, by) : checkNote(text, by))

test.each([
  ['sound.tlog-proof', null],
  ['corrected.tlog-proof', null],
  ['all-players.tlog-proof', null],
  ['fork-a.tlog-proof', null],
  ['fork-b.tlog-proof', null],
  ['fork.checkpoint', null],
  ['forged.tlog-proof', 'entry 5 is not in the journal that was signed'],
  ['forged-part.tlog-proof', 'the part beside entry 10 is not of that entry'],
  ['forged-signature.tlog-proof', 'no key that was given for house.example/single has signed the checkpoint'],
])('our own check says of %s what the vector is for', (name, problem) => {
  const found = check(vectors[name]!)
  expect('problem' in found ? found.problem : null).toBe(problem)
})

/** The reason why the script cannot run here; null: it can. */
function missing(): string | null {
  try {
    execFileSync('python3', [script, '--help'], { stdio: 'pipe' })
    return null
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer }
    return stderr ? `python3 says: ${stderr.toString().trim().split('\n').at(-1)}` : 'there is no python3'
  }
}

const reason = missing()

type Said = { code: number; out: string }

const run = (...args: string[]): Promise<Said> =>
  new Promise((resolve) => {
    execFile('python3', [script, ...args], { encoding: 'utf8' }, (error, out, problems) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + problems }),
    )
  })

const key = ['--key', writeKey(houseKey)]
const witnessKey = ['--witness', writeKey(witness.verifier)]
const vector = (name: string): string => join(folder, name)

describe.skipIf(reason !== null)(`the independent script${reason === null ? '' : ` (left out: ${reason})`}`, () => {
  test.each<[string, string[], number, RegExp]>([
    [
      'sound.tlog-proof',
      [],
      0,
      /sound, of house\.example\/single with 10 entries\n[\s\S]*stands at 175\.00 for ann \(entry 10\)/,
    ],
    [
      'corrected.tlog-proof',
      [],
      0,
      /outcome-corrected \{"from":"17","to":"20"[\s\S]*stands at -3\.00 for ann \(entry 13\)/,
    ],
    ['all-players.tlog-proof', [], 0, /stands at -3\.00 for ann \(entry 13\)/],
    ['cosigned.tlog-proof', witnessKey, 0, /10 entries, signed by witness\.example\/w1\n/],
    ['sound.tlog-proof', witnessKey, 1, /WRONG: 0 of 1 witnesses have signed, and 1 must have/],
    ['sound.tlog-proof', [...witnessKey, '--quorum', '0'], 0, /sound/],
    ['forged.tlog-proof', [], 1, /WRONG: entry 5 is not in the journal that was signed/],
    ['forged-part.tlog-proof', [], 1, /WRONG: the part beside entry 10 is not of that entry/],
    ['forged-signature.tlog-proof', [], 1, /WRONG: no key that was given for house\.example\/single has signed/],
    ['keys.txt', [], 2, /unreadable/],
    ['../README.md', [], 2, /unreadable/],
    ['nothing', [], 2, /unreadable: .*No such file/],
  ])('says of %s with %j what it is', async (name, options, code, said) => {
    const { code: found, out } = await run(vector(name), ...key, ...options)
    expect(out).toMatch(said)
    expect(out).not.toContain('Traceback')
    expect(found).toBe(code)
  })

  test.each([
    ['fork-a.tlog-proof', 'fork-b.tlog-proof'],
    ['fork-b.tlog-proof', 'fork-a.tlog-proof'],
    ['fork.checkpoint', 'fork-a.tlog-proof'],
  ])('finds two histories in %s and %s, in the entries that ours names', async (...names) => {
    const statements = names.map((name) => check(vectors[name]!))
    const [log] = compareHistories(statements.flatMap((one) => ('problem' in one ? [] : [one])))
    const { first, last, shared, differing } = log!.fork!
    const { code, out } = await run(...names.map(vector), ...key)
    expect(code).toBe(1)
    expect(out).toContain(
      `TWO HISTORIES: ${differing} of ${shared} shared subtrees differ, among the entries ${first} to ${last}\n`,
    )
  })

  test('finds two histories that the house signed alone, although a witness is required', async () => {
    const required = { ...trust, witnesses: [witness.verifier] }
    const names = ['fork-a.tlog-proof', 'fork-b.tlog-proof'] as const
    const found = names.map((name) => check(vectors[name]!, required))
    expect(found.map((one) => 'problem' in one && one.isWrong)).toEqual([true, true])
    expect(compareHistories(found.flatMap(signedByHouse))).toMatchObject([{ fork: { first: 3, last: 3 } }])
    const { code, out } = await run(...names.map(vector), ...key, ...witnessKey)
    expect(code).toBe(1)
    expect(out).toContain('0 of 1 witnesses have signed')
    expect(out).toMatch(/TWO HISTORIES: .*, among the entries 3 to 3\n/)
  })

  test('finds one history in receipts of one house', async () => {
    const { code, out } = await run(vector('sound.tlog-proof'), vector('fork-a.tlog-proof'), ...key)
    expect(out).toMatch(/the \d+ subtrees that they share are the same/)
    expect(code).toBe(0)
  })

  test('says of fresh receipts what ours says, and finds every one that was changed', async () => {
    const keys = signers()
    const entries = entriesOf({ book: 'mbs/sands-fast-action-roulette@2' }, freshGame())
    const own = entries.flatMap((body, nth) => (body.includes('"type":"wager-placed"') ? [nth + 1] : []))
    const made = await Promise.all(
      own.flatMap((seq) =>
        [seq, entries.length - 3, entries.length].map(async (size) => {
          const reader = provingReader(new SignedTree(entries.slice(0, size)), keys)
          const text = await makeReceipt(reader, 'single', seq)
          const file = join(scratch, `${seq}-of-${size}.tlog-proof`)
          writeFileSync(file, text!)
          const changed = join(scratch, `${seq}-of-${size}-changed.tlog-proof`)
          writeFileSync(changed, changedReceipt(text!))
          const found = checkReceipt(text!, { keys: [keys.house.verifier], witnesses: [] })
          return { file, changed, facts: 'problem' in found ? expect.unreachable(found.problem) : receiptFacts(found)! }
        }),
      ),
    )
    const by = ['--key', writeKey(keys.house.verifier)]
    const { code, out } = await run(...made.map(({ file }) => file), ...by)
    expect(out).not.toMatch(/WRONG|unreadable|TWO HISTORIES/)
    expect(code).toBe(0)
    for (const { file, facts } of made) {
      const said = out.slice(out.indexOf(`${file}: sound`)).split(/\n(?! )/)[0]!
      if (facts.total)
        expect(said).toContain(
          `stands at ${(facts.total.net / 100).toFixed(2)} for ${facts.wagers[0]!.player} (entry ${facts.total.seq})`,
        )
      else expect(said).not.toContain('stands at')
    }
    const wrong = await run(...made.map(({ changed }) => changed), ...by)
    expect(wrong.out).not.toContain(': sound')
    expect(wrong.out).not.toContain('Traceback')
  })
})

/** Two rounds of three players; the first is corrected after the second. */
function freshGame(): object[] {
  const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
  const wager = (player: string, spot: string) => ({ do: 'wager', player, spot, stake: 500 })
  const round = (pocket: string, ...wagers: object[]) => [
    { do: 'place-your-bets' },
    ...wagers,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'bonus-numbers', numbers },
    { do: 'ball-at-rest', pocket },
    { do: 'settle' },
  ]
  return [
    ...['ann', 'bén 玩家', 'cat'].map((player) => ({ do: 'buy-in', player, amount: 50_000 })),
    ...round('17', wager('ann', '17'), wager('bén 玩家', '17'), wager('cat', 'scatter-bonus')),
    ...round('0', wager('ann', '20')),
    { do: 'correct-outcome', round: 1, pocket: '20', reason: 'the recording', by: 'shift-manager' },
  ]
}

/** The receipt with another digit in one of its entries, which no proof covers. */
function changedReceipt(receipt: string): string {
  const extra = /^extra (.*)$/m.exec(receipt)![1]!
  const text = Buffer.from(extra, 'base64').toString()
  return receipt.replace(extra, Buffer.from(text.replace('"house\\":0', '"house\\":1')).toString('base64'))
}
