import { expect, test } from 'vitest'
import { freshSigner } from '../../test/support/proof.ts'
import { entriesOf, HOUSE_NAME, SignedTree, signers } from '../../test/support/receipts.ts'
import { sandsFastActionRoulette2 } from '../books/sands-fast-action-roulette-2.ts'
import { commitmentTo, NOTHING_SENT, numbersFrom, withSent } from '../engine/committed-draw.ts'
import type { Cents } from '../engine/money.ts'
import { toBase64, utf8 } from '../proof/bytes.ts'
import { COSIGNATURE, ED25519, verifierKey } from '../proof/keys.ts'
import * as en from '../words/en/index.ts'
import { vocabularyIn } from '../words/index.ts'
import { checkNote, type Trust } from './check-note.ts'
import { checkReceipt } from './check-receipt.ts'
import { compareHistories, type SignedStatement } from './compare-histories.ts'
import { BESIDE_MAX, isReceipt, readReceipt, writeReceipt } from './receipt.ts'
import { tellReceipt } from './tell-receipt.ts'

const zh = await vocabularyIn('zh')
const buy = { do: 'buy-in', player: 'ann', amount: 10_000 }
const close = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]

const single = entriesOf({ book: 'mbs/roulette@3' }, [
  buy,
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
  { do: 'wager', player: 'ann', spot: 'red', stake: 500, id: 'w2' },
  { do: 'withdraw', player: 'ann', spot: 'red', stake: 200 },
  ...close,
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
])
const [SETUP, OPENED, ON_17, ON_RED, WITHDRAWN, AT_REST] = [1, 3, 4, 5, 6, 9]

const keys = signers()
const trust: Trust = { keys: [keys.house.verifier], witnesses: [keys.witness.verifier] }
const tree = new SignedTree(single)

const receiptFor = (seq: number, beside: readonly number[], from = tree, by = keys): string =>
  writeReceipt({ ...from.prove(seq), beside: beside.map((one) => from.prove(one)), checkpoint: from.note(by) })

const told = (text: string, words = en, by = trust): string => {
  const checked = checkReceipt(text, by)
  return 'problem' in checked
    ? `${checked.isWrong ? 'wrong' : 'unreadable'}: ${checked.problem}`
    : tellReceipt(checked, words).join('\n')
}

test('a receipt tells who, what, when, by which rule and what it pays, in both languages', () => {
  const text = receiptFor(ON_17, [SETUP, OPENED, AT_REST])
  expect(isReceipt(text)).toBe(true)
  expect(told(text)).toContain('ann staked $5.00 on 17 in round 1.')
  expect(told(text)).toContain('It was written at 2026-11-16T20:00:00.000Z.')
  expect(told(text)).toContain('The ball came to rest in 17 (entry 9).')
  expect(told(text)).toContain('By clause 4.1 that pays 35 to 1: $175.00 in winnings, and the stake back.')
  expect(told(text)).toContain('It was decided by the rule book mbs/roulette@3 (')
  expect(told(text)).toContain('Entry 4 of table single of house.example is in the journal of 10 entries')
  expect(told(text)).toContain('The witness witness.example/w1 has signed it too, at 2026-11-16T20:00:00Z')
  expect(told(text, zh)).toContain('珠子落定于 17（第 9 条记录）。')
  expect(told(text, zh)).toContain('按第 4.1 条赔 35 比 1：赔付 $175.00，并退回注额。')
})

test.each([
  ['a wager that loses', receiptFor(ON_RED, [SETUP, AT_REST]), 'By clause 4.1 that loses the stake.'],
  ['money taken back', receiptFor(WITHDRAWN, []), 'ann took back $2.00 from red in round 1.'],
  ['a round that goes on', receiptFor(ON_17, [SETUP, OPENED]), 'The result of the round is not in this receipt'],
  ['what is no wager', receiptFor(AT_REST, []), 'It is the result of ball-at-rest, given by staff:1001.'],
  ['the setup of a table', receiptFor(SETUP, []), 'It is the result of opened, given by service.'],
])('%s', (_, text, sentence) => {
  expect(told(text)).toContain(sentence)
})

test('without a witness it says what it cannot show', () => {
  const text = receiptFor(ON_17, [], tree, { house: keys.house } as typeof keys)
  expect(told(text, en, { ...trust, witnesses: [] })).toContain('the house could show another history to somebody else')
  expect(told(text)).toBe('wrong: the witness witness.example/w1 has not signed the checkpoint')
})

test('the key of the house is the key of its tables', () => {
  const ofHouse = verifierKey(HOUSE_NAME, ED25519, keys.house.verifier.key)
  expect(told(receiptFor(ON_17, []), en, { ...trust, keys: [ofHouse] })).toContain('This receipt is sound.')
  const stranger = freshSigner(HOUSE_NAME, ED25519).verifier
  expect(told(receiptFor(ON_17, []), en, { ...trust, keys: [stranger] })).toMatch(/^wrong: no key .* has signed/)
  const other = freshSigner('other.example', ED25519).verifier
  expect(told(receiptFor(ON_17, []), en, { ...trust, keys: [other] })).toMatch(/^wrong: it is of house.example\/single/)
})

test.each([
  ['every single byte of a receipt', [OPENED, AT_REST], 1],
  ['every 29th byte of one that carries its rule book', [SETUP, OPENED, AT_REST], 29],
])('%s changed is found, and so is each one left out', (_, beside, step) => {
  const bytes = utf8(receiptFor(ON_17, beside))
  const decoder = new TextDecoder()
  const sound: string[] = []
  for (let at = 0; at < bytes.length; at += step) {
    for (const change of [1, 0x80]) {
      const changed = bytes.slice()
      changed[at]! ^= change
      if (!('problem' in checkReceipt(decoder.decode(changed), trust))) sound.push(`byte ${at} by ${change}`)
    }
    const shorter = new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + 1)])
    if (!('problem' in checkReceipt(decoder.decode(shorter), trust))) sound.push(`byte ${at} left out`)
  }
  expect(sound).toEqual([])
  expect(bytes.length).toBeGreaterThan(2_000)
})

const secret = '5a'.repeat(32)
const fastBook = 'mbs/sands-fast-action-roulette@2'
function fastEntries(commitment: string | undefined): string[] {
  const staked = { type: 'wager-placed', round: 1, book: fastBook, player: 'ann', spot: '7', id: 'w1' } as const
  const { sent } = withSent({ hash: '', sent: NOTHING_SENT }, { ...staked, stake: 500 as Cents, total: 500 as Cents })
  const numbers = numbersFrom(sandsFastActionRoulette2, secret, sent)
  return entriesOf({ book: fastBook }, [
    buy,
    { do: 'place-your-bets', ...(commitment ? { commitment } : {}) },
    { do: 'wager', player: 'ann', spot: '7', stake: 500, id: 'w1' },
    ...close,
    { do: 'bonus-numbers', numbers, ...(commitment ? { secret } : {}) },
    { do: 'ball-at-rest', pocket: '7' },
  ])
}

test('a draw is derived again from what is beside the wager', () => {
  const own = signers('fast')
  const by = { keys: [own.house.verifier], witnesses: [] }
  const bound = new SignedTree(fastEntries(commitmentTo(secret)))
  const sound = receiptFor(4, [1, 3, 7, 8], bound, own)
  expect(told(sound, en, by)).toContain('They follow from the secret that the house had committed to')
  const loose = receiptFor(4, [1, 3, 7, 8], new SignedTree(fastEntries(undefined)), own)
  expect(told(loose, en, by)).toContain('The receipt holds no commitment')
  // A house that signs a draw of its own choice has signed the evidence against itself.
  const chosen = fastEntries(commitmentTo(secret))
  const entry = JSON.parse(chosen[6]!)
  entry.events[0].numbers = entry.command.numbers.toReversed()
  const forged = new SignedTree(chosen.with(6, JSON.stringify(entry)))
  expect(told(receiptFor(4, [1, 3, 7, 8], forged, own), en, by)).toContain('They do NOT follow')
})

test('the layout of a terminal game comes from the setup beside it', () => {
  const setup = { book: 'rws/roulette-double-zero-etg@4', layout: 'B', terminal: 'rapid' }
  const entries = entriesOf(setup, [
    buy,
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: 'top-line', stake: 500 },
    ...close,
    { do: 'ball-at-rest', pocket: '00' },
  ])
  const own = signers('etg')
  const by = { keys: [own.house.verifier], witnesses: [] }
  expect(told(receiptFor(4, [1, 7], new SignedTree(entries), own), en, by)).toContain('pays 6 to 1: $30.00')
  expect(told(receiptFor(4, [7], new SignedTree(entries), own), en, by)).not.toContain('to 1')
})

const bare = (extra: string): string => `c2sp.org/tlog-proof@v1\n${extra}index 0\n\n${tree.note(keys)}`
const extraOf = (value: unknown): string =>
  `extra ${toBase64(utf8(typeof value === 'string' ? value : JSON.stringify(value)))}\n`
const good = { index: 0, hashes: [], leaf: '{}' }

test.each([
  ['nothing', '', 'it does not begin with the line c2sp.org/tlog-proof@v1'],
  [
    'one that was cut',
    'c2sp.org/tlog-proof@v1\nindex 0\n',
    'it has no empty line before its checkpoint: it may have been cut',
  ],
  ['a picture', '\u0089PNG\n\n', 'it does not begin with the line c2sp.org/tlog-proof@v1'],
  ['no entry', bare(''), 'it carries no entry: the line "extra" is missing'],
  ['an extra that is not Base 64', bare('extra *\n'), 'the line "extra" is not Base 64'],
  ['an extra that is no JSON', bare(extraOf('{')), 'its line "extra" does not hold an entry of a journal'],
  ['an extra that is no object', bare(extraOf(null)), 'its line "extra" does not hold an entry of a journal'],
  ['an extra with blanks', bare(extraOf('{"leaf": "{}"}')), 'its line "extra" does not hold an entry of a journal'],
  [
    'an extra with more',
    bare(extraOf({ leaf: '{}', more: 1 })),
    'its line "extra" does not hold an entry of a journal',
  ],
  ['a leaf that is no text', bare(extraOf({ leaf: 5 })), 'its line "extra" does not hold an entry of a journal'],
  [
    'too much beside it',
    bare(extraOf({ leaf: '{}', beside: Array(BESIDE_MAX + 1).fill(good) })),
    'its line "extra" does not hold an entry of a journal',
  ],
  [
    'a number that is none',
    bare(extraOf({ leaf: '{}', beside: [{ ...good, index: -1 }] })),
    'its line "extra" does not hold an entry of a journal',
  ],
  [
    'a hash that is none',
    bare(extraOf({ leaf: '{}', beside: [{ ...good, hashes: ['AAAA'] }] })),
    'entry 1 beside it has a proof that cannot be read',
  ],
  ['a novel', 'c2sp.org/tlog-proof@v1\n'.padEnd(1_000_001, 'x'), 'it is too long for a receipt'],
])('bad input in one clear line: %s', (_, text, problem) => {
  expect(readReceipt(text)).toEqual({ problem })
})

test('a house that shows two witnesses different histories is caught by what they signed', () => {
  const other = new SignedTree(single.with(8, single[8]!.replace('"17"', '"18"')))
  const second = { ...keys, witness: freshSigner('witness.example/w2', COSIGNATURE) }
  const heads = [tree.note(keys), other.note(second)].map((note) => sound(checkNote(note, byHouse)))
  const origin = 'house.example/single'
  expect(compareHistories(heads)).toEqual([
    { origin, shared: 1, fork: { origin, sizes: [10, 10], first: 1, last: 10, shared: 1, differing: 1 } },
  ])
  expect(compareHistories([heads[0]!, heads[0]!])).toEqual([{ origin, shared: 1, fork: null }])
  expect(compareHistories([heads[0]!])).toEqual([])
})

const byHouse: Trust = { ...trust, witnesses: [] }
const sound = (found: SignedStatement | { problem: string }): SignedStatement =>
  'problem' in found ? expect.unreachable(found.problem) : found

test('receipts of different sizes show a fork by the subtrees that they share, and name where it lies', () => {
  const longer = [...single, single[1]!, single[1]!]
  const forged = longer.with(4, longer[4]!.replace('500', '600'))
  const statement = (entries: readonly string[], seq: number, beside: readonly number[]) =>
    sound(checkReceipt(receiptFor(seq, beside, new SignedTree(entries)), byHouse))
  const first = statement(single, ON_17, [OPENED, AT_REST])
  const [log] = compareHistories([first, statement(longer, ON_RED, [SETUP])])
  expect(log).toMatchObject({ fork: null })
  expect(log!.shared).toBeGreaterThan(4)
  const [forkedLog] = compareHistories([first, statement(forged, 8, [SETUP])])
  expect(forkedLog).toMatchObject({ fork: { sizes: [10, 12], first: 5, last: 8 } })
  // Shares a subtree with each of the others, so all three are compared.
  const three = compareHistories([first, statement(longer, ON_RED, []), statement(forged, ON_RED, [])])
  expect(three).toMatchObject([{ fork: { sizes: [12, 12], first: 5, last: 5 } }])
})

test('so many of several witnesses must have signed', () => {
  const witnesses = [keys.witness, ...['w2', 'w3'].map((name) => freshSigner(name, COSIGNATURE))]
  const by = (quorum: number): Trust => ({ ...trust, witnesses: witnesses.map(({ verifier }) => verifier), quorum })
  const note = tree.note(keys)
  expect(checkNote(note, by(1))).toMatchObject({ witnesses: [{ name: 'witness.example/w1' }] })
  expect(checkNote(note, by(2))).toMatchObject({
    problem: '1 of 3 witnesses have signed the checkpoint, and 2 must have',
  })
  expect(checkNote(note, by(3))).toMatchObject({ problem: 'the witness w2 has not signed the checkpoint' })
})
