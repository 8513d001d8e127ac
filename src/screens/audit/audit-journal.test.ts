import { expect, test } from 'vitest'
import { journalOf, leavesOf, twoRounds } from '../../../test/support/audit.ts'
import { RuleCheck } from '../../record/rule-check.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import { en } from '../../words/en/index.ts'
import { vocabularyIn } from '../../words/index.ts'
import { type JournalLine, lineCutter, readEntry, readLine, writeLine } from './audit-journal.ts'
import { type Chain, follow, startOf } from './follow-chain.ts'
import { decidedAgain, stepOf, toldIn } from './replay.ts'
import { addEntry, noFields, noRounds, roundIn, search, wantedOf } from './round-index.ts'

const zh = await vocabularyIn('zh')

const indexOf = (lines: readonly JournalLine[]) => {
  const index = noRounds()
  for (const line of lines) addEntry(index, line, readEntry(line))
  return index
}

test('a line is read and written back byte for byte', () => {
  const odd = '{"at":"x","note":"\\u2028 \\\\n 輪盤 🎡 }\\"}"}'
  const [line] = leavesOf([odd])
  const text = writeLine(line!)
  expect(readLine(text.trimEnd())).toEqual(line)
  expect(writeLine(readLine(text.trimEnd())!)).toBe(text)
})

test.each(['', '{}', '{"seq":1}', '{"seq":1,"hash":"abc","entry":{}}', '{"problem":"no"}'])('%j is no line', (text) => {
  expect(readLine(text)).toBeNull()
})

test('lines come out whole, however the pieces were cut', () => {
  const text = 'one\ntwo two\n\nthree\n'
  for (let at = 0; at <= text.length; at++)
    for (let to = at; to <= text.length; to++) {
      const cut = lineCutter()
      const lines = [text.slice(0, at), text.slice(at, to), text.slice(to)].flatMap(cut)
      expect(lines).toEqual(['one', 'two two', '', 'three'])
    }
})

const followed = async (lines: readonly JournalLine[], chunk = 4): Promise<Chain> => {
  let chain = await startOf('one')
  for (let at = 0; at < lines.length; at += chunk) chain = await follow(chain, lines.slice(at, at + chunk))
  return chain
}

test.each([1, 2, 5, 100])('an untouched chain holds to its last hash, %i at a time', async (chunk) => {
  const lines = journalOf(twoRounds)
  expect(await followed(lines, chunk)).toEqual({
    stream: 'one',
    checked: lines.length,
    hash: lines.at(-1)!.hash,
    broken: null,
  })
})

test('every single change is found, at its entry', async () => {
  const lines = journalOf(twoRounds)
  for (const [index, line] of lines.entries()) {
    const touched = lines.with(index, {
      ...line,
      body: line.body.replace('staff:1', 'staff:2').replace('service', 'nobody'),
    })
    expect(await followed(touched)).toMatchObject({ checked: index, broken: { seq: index + 1, why: 'hash' } })
    const missing = lines.toSpliced(index, 1)
    if (index < lines.length - 1)
      expect(await followed(missing)).toMatchObject({ checked: index, broken: { seq: index + 1, why: 'missing' } })
  }
})

test('rounds are found with what became of them, also later', () => {
  const lines = journalOf(twoRounds)
  const index = indexOf(lines)
  expect(index.rounds).toHaveLength(2)
  expect(roundIn(index, 1)).toMatchObject({
    pocket: '20',
    void: null,
    wagers: 1,
    entries: { from: 3, to: 9 },
    later: [13],
  })
  expect([...roundIn(index, 1)!.marks]).toEqual(['refused', 'corrected'])
  expect([...roundIn(index, 1)!.players]).toEqual(['Ann', 'Bea'])
  expect(roundIn(index, 2)).toMatchObject({ pocket: null, void: 'no-spin', entries: { from: 10, to: 12 }, later: [] })
})

test('rounds are found by number, time, player and mark', () => {
  const index = indexOf(journalOf(twoRounds))
  const found = (wanted: Parameters<typeof search>[1]) => search(index, wanted).map(({ round }) => round)
  expect(found({})).toEqual([2, 1])
  expect(found({ round: 1 })).toEqual([1])
  expect(found({ player: 'bea' })).toEqual([1])
  expect(found({ player: 'ann' })).toEqual([2, 1])
  expect(found({ marks: ['corrected'] })).toEqual([1])
  expect(found({ marks: ['ruled', 'referred'] })).toEqual([])
  const minute = (at: number) => Date.UTC(2026, 0, 1, 20, at)
  expect(found({ from: minute(9) })).toEqual([2])
  expect(found({ until: minute(8) })).toEqual([1])
  expect(found({ from: minute(8), until: minute(9) })).toEqual([2, 1])
})

const rulesOver = (lines: readonly JournalLine[]) =>
  new RuleCheck('one', async function* (seq) {
    yield lines.slice(seq - 1)
  })

test('every entry replays to its words, and the book decides the same again', async () => {
  const lines = journalOf(twoRounds)
  const rules = rulesOver(lines)
  let state = null
  for (const line of lines) {
    const entry = readEntry(line)
    const step = stepOf(state, { ...line, entry }, await decidedAgain(rules, entry))
    rules.take(entry, line.seq)
    expect(step.again).toBe('same')
    for (const words of [en, zh]) expect(toldIn(words, step).length).toBeGreaterThan(0)
    state = step.after
  }
})

test('an entry that the book would not have decided is told apart', async () => {
  const lines = journalOf(twoRounds)
  const paid = lines.find(({ body }) => body.includes('"type":"round-settled"'))!
  const rules = rulesOver(lines)
  for (const line of lines.slice(0, paid.seq - 1)) rules.take(readEntry(line), line.seq)
  expect(await decidedAgain(rules, readEntry(paid))).toBe('same')
  const more = JSON.parse(paid.body.replace('"paid":35000', '"paid":36000')) as TableEntry
  expect(await decidedAgain(rules, more)).toBe('differs')
})

test('what is typed is what is looked for', () => {
  expect(wantedOf(noFields)).toEqual({ marks: [] })
  const typed = { round: ' 12 ', player: ' Ann ', from: '2026-01-01T20:00', until: 'soon', marks: ['ruled'] as const }
  expect(wantedOf(typed)).toEqual({
    round: 12,
    player: 'Ann',
    from: Date.parse('2026-01-01T20:00+08:00'),
    marks: ['ruled'],
  })
  expect(wantedOf({ ...noFields, round: 'x' })).toEqual({ marks: [] })
  // By the clock of the house, which is Singapore's unless it says otherwise, wherever this machine stands.
  const from = Date.parse('2026-01-01T20:05+08:00')
  const minute = { from, until: from + 59_999 }
  expect(wantedOf({ ...noFields, from: '2026-01-01T20:05', until: '2026-01-01T20:05' })).toMatchObject(minute)
})
