import { describe, expect, test } from 'vitest'
import { entriesOf } from '../../test/support/receipts.ts'
import { utf8 } from '../proof/bytes.ts'
import { hashLeaf, rootByInclusion } from '../proof/tree.ts'
import { divideEntry, isPartOf, provePart, withPart } from './divided-entry.ts'
import { leafHash, leafHashBytes } from './leaf-hash.ts'
import { sha256 } from './sha256.ts'
import { readTableEntry } from './table-entry.ts'

const reason = 'the chips of ben were moved'
const wager = (player: string, spot: string) => ({ do: 'wager', player, spot, stake: 500 })

/** A round of three players that is settled, corrected and decided again, with an award. */
const entries = entriesOf({ book: 'mbs/roulette@3', limits: { default: { min: 100, max: 1_000 } } }, [
  ...['ann', 'ben', 'cat'].map((player) => ({ do: 'buy-in', player, amount: 10_000 })),
  { do: 'place-your-bets' },
  wager('ann', '17'),
  wager('ann', 'black'),
  wager('ben', '20'),
  wager('cat', '23'),
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
  { do: 'correct-outcome', round: 1, pocket: '20', reason, by: 'shift-manager' },
  { do: 'refer', round: 1, reason },
  { do: 'decide', decision: 'stands', round: 1, reason, awards: { ann: 200, cat: 300 } },
])
const find = (type: string): string => entries.find((body) => body.includes(`"type":"${type}"`))!
const [settled, corrected, decided] = ['round-settled', 'outcome-corrected', 'referral-decided'].map(find)

describe.each([
  ['a settlement', settled!],
  ['a correction', corrected!],
  ['a decision', decided!],
])('%s', (_, body) => {
  const divided = divideEntry(body, sha256)!
  const { head } = divided

  test('is in the tree by its head, which names no player, no reason and no salt of the entry', () => {
    expect(leafHashBytes(body)).toEqual(hashLeaf(utf8(head)))
    expect(leafHash(head)).toBe(leafHash(body))
    for (const hidden of ['ann', 'ben', 'cat', reason, '0f'.repeat(16)]) expect(head).not.toContain(hidden)
    expect(JSON.parse(head).events.map(({ type }: { type: string }) => type)).toEqual(
      JSON.parse(body).events.map(({ type }: { type: string }) => type),
    )
  })

  test('shows each player their own part, and every part belongs to that head alone', () => {
    for (const player of ['ann', 'cat']) {
      const part = provePart(divided, player, sha256)!
      expect(isPartOf(head, part)).toBe(true)
      for (const other of ['ann', 'ben', 'cat'].filter((one) => one !== player)) expect(part.text).not.toContain(other)
      expect(
        isPartOf(head, { ...part, text: part.text.replace('"stake":500', '"stake":501').replace('200', '201') }),
      ).toBe(player === 'cat' && body === decided)
      expect(isPartOf(head, { ...part, index: part.index + 1 })).toBe(false)
      for (const other of [settled!, corrected!, decided!].filter((one) => one !== body))
        expect(isPartOf(divideEntry(other, sha256)!.head, part)).toBe(false)
    }
    expect(provePart(divided, 'dan', sha256)).toBeNull()
  })

  test('with the part of a player reads as the entry with that player alone', () => {
    const { text } = provePart(divided, 'ann', sha256)!
    const own = readTableEntry(withPart(head, text))
    const whole = readTableEntry(body)
    if (!('events' in own && 'events' in whole)) throw new Error('no events')
    for (const [nth, event] of own.events.entries())
      for (const list of ['lines', 'adjustments', 'awards'] as const) {
        const items = (one: object) => (one as Record<string, { player: string }[] | undefined>)[list]
        expect(items(event)).toEqual(items(whole.events[nth]!)?.filter(({ player }) => player === 'ann'))
      }
  })

  test('holds the whole entry as its first part, so that no byte of it is loose', () => {
    expect(divided.parts[0]).toMatchObject({ player: null, text: body })
    expect(leafHash(body.replace(reason, 'another reason').replace('"won"', '"own"'))).not.toBe(leafHash(body))
    const { count, root } = JSON.parse(head).parts
    expect(count).toBe(divided.parts.length)
    const first = provePart(divided, 'ann', sha256)!
    const found = rootByInclusion(hashLeaf(utf8(first.text)), first.index, count, first.hashes)!
    expect(Buffer.from(found).toString('base64')).toBe(root)
    // The whole entry shows all players, so it is never shown as a part beside a head.
    expect(isPartOf(head, { index: 0, hashes: [], text: body })).toBe(false)
  })

  test('has salts that nobody finds out from the others', () => {
    const salts = [head, ...divided.parts.map(({ text }) => text)].map((text) => JSON.parse(text).salt)
    expect(new Set(salts).size).toBe(salts.length)
    for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('a wager is hashed as it is written, and so is a text that is no entry', () => {
  const placed = find('wager-placed')
  expect(divideEntry(placed, sha256)).toBeNull()
  expect(leafHashBytes(placed)).toEqual(hashLeaf(utf8(placed)))
  for (const text of [
    '"type":"round-settled"',
    '{"events":[null,{"type":"round-settled"}]}',
    '{"events":{"type":"round-settled"}}',
  ])
    expect(divideEntry(text, sha256)).toBeNull()
})

test('an entry of one player, or of nobody, is divided like the others', () => {
  const alone = entriesOf({ book: 'mbs/roulette@3' }, [
    { do: 'place-your-bets' },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  ])
  expect(divideEntry(alone.at(-1)!, sha256)!.parts).toHaveLength(1)
})
