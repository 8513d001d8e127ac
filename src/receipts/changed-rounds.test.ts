import { describe, expect, test } from 'vitest'
import { entriesOf, moneyOf, provingReader, SignedTree, signers } from '../../test/support/receipts.ts'
import * as en from '../words/en/index.ts'
import { vocabularyIn } from '../words/index.ts'
import { checkReceipt } from './check-receipt.ts'
import { makeReceipt } from './make-receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import type { Scope } from './round-entries.ts'
import { tellReceipt } from './tell-receipt.ts'

/** A receipt states a round as it stood when the receipt was made. */
const zh = await vocabularyIn('zh')
const keys = signers()
const trust = { keys: [keys.house.verifier], witnesses: [] }

type Order = { do: string; [field: string]: unknown }
const reason = 'the recording'
const wager = (player: string, spot = '17', stake = 500): Order => ({ do: 'wager', player, spot, stake })
const correct = (pocket: string): Order => ({ do: 'correct-outcome', round: 1, pocket, reason, by: 'shift-manager' })
const rule = (treatment: string, more: object = {}): Order => ({
  do: 'rule-on-wager',
  player: 'ann',
  spot: '17',
  treatment,
  reason,
  ...more,
})
const settle: Order = { do: 'settle' }
const makeVoid: Order = { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason, by: 'shift-manager' }
const refer: Order = { do: 'refer', round: 1, reason }
const award = (awards: object): Order => ({ do: 'decide', decision: 'stands', round: 1, reason, awards })

/** Plays a round with these wagers to an outcome of 17, then these orders. */
const entriesWith = (wagers: readonly Order[], then: readonly Order[]): string[] =>
  entriesOf({ book: 'mbs/roulette@3', limits: { default: { min: 100, max: 1_000 } } }, [
    { do: 'buy-in', player: 'ann', amount: 100_000 },
    { do: 'buy-in', player: 'ben', amount: 100_000 },
    { do: 'place-your-bets' },
    ...wagers,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    ...then,
  ])

const [ANN, BEN] = [5, 6]

async function checked(entries: readonly string[], seq: number, scope?: Scope) {
  const text = await makeReceipt(provingReader(new SignedTree(entries), keys), 'single', seq, scope)
  const found = checkReceipt(text!, trust)
  if ('problem' in found) throw new Error(found.problem)
  const told = (words = en) => tellReceipt(found, words).join('\n')
  const beside = found.receipt.beside.flatMap(({ leaf, part }) => [leaf, ...(part ? [part.text] : [])])
  return { text: told(), chinese: told(zh), facts: receiptFacts(found)!, beside }
}

// biome-ignore format: a table is read down its columns
const cases: readonly [string, readonly Order[], number, readonly string[], readonly string[]][] = [
  ['nothing changed it', [settle], 17_500,
    ['By clause 4.1 that pays 35 to 1: $175.00'], ['按第 4.1 条赔 35 比 1']],
  ['a correction before it was settled', [correct('23'), settle], -500,
    ['came to rest in 17 (entry 8)', 'corrected from 17 to 23, by clause 6.4 (entry 9).', 'By clause 4.1 that loses the stake.'], ['结果由 17 更正为 23（第 9 条记录）']],
  ['a correction', [settle, correct('23')], -500,
    ['came to rest in 17 (entry 8)', 'corrected from 17 to 23, by clause 6.4 (entry 10).'], ['结果由 17 更正为 23（第 10 条记录）']],
  ['two corrections', [settle, correct('23'), { do: 'place-your-bets' }, correct('17')], 17_500,
    ['from 17 to 23, by clause 6.4 (entry 10).', 'from 23 to 17, by clause 6.4 (entry 12).', 'pays 35 to 1: $175.00'], ['更正为 17（第 12 条记录）']],
  ['a void after it was settled', [settle, makeVoid], 0,
    ['made void (ball-broke)', '(entry 10). Every stake goes back.'], ['此局作废（ball-broke）']],
  ['a void put right', [settle, makeVoid, correct('20')], -500,
    ['(entry 10). Every stake goes back.', 'The void (ball-broke) was put right: the round was settled on 20, by clause 6.4 (entry 11).'], ['已撤销，此局以 20 结算（第 11 条记录）']],
  ['a void while it was under way', [{ do: 'irregularity', code: 'foreign-object', reason, by: 'pit-supervisor' }], 0,
    ['made void (foreign-object)'], ['此局作废（foreign-object）']],
  ['a wager ruled to be on another spot', [rule('moved', { to: '17/20' }), settle], 8_500,
    ['The wager on 17 was ruled to be on 17/20, by clause 3.9 (entry 9).', 'pays 17 to 1: $85.00'], ['裁定视为移至 17/20（第 9 条记录）']],
  ['a part of it ruled to be on another spot', [rule('moved', { to: '17/20', stake: 200 }), settle], 13_900,
    ['$2.00 of the wager on 17 was ruled to be on 17/20'], ['17 注码中的 $2.00']],
  ['a ruling, then a correction', [rule('moved', { to: '17/20' }), settle, correct('23')], -500,
    ['was ruled to be on 17/20', 'corrected from 17 to 23'], ['更正为 23']],
  ['a wager ruled to go back', [rule('returned'), settle], 0,
    ['The wager on 17 was ruled to go back, by clause 3.9 (entry 9).'], ['裁定为退回（第 9 条记录）']],
  ['a ruling that let it stand', [rule('returned'), rule('stands'), settle], 17_500,
    ['The wager on 17 was ruled to stand', 'pays 35 to 1: $175.00'], ['裁定为原位有效（第 10 条记录）']],
  ['a decision with an award', [settle, refer, award({ ann: 300 })], 17_800,
    ['A decision awarded $3.00, by clause 6.2 (entry 11).', '$178.00 for ann (entry 11).', '$175.00 in winnings, $0.00 lost, $3.00 awarded.'], ['裁定补偿 $3.00（第 11 条记录）', '，补偿 $3.00。']],
  ['a correction, then an award', [settle, correct('23'), refer, award({ ann: 300 })], -200,
    ['corrected from 17 to 23', 'A decision awarded $3.00'], ['补偿 $3.00']],
]

describe.each(cases)('%s', (_, then, net, sentences, chinese) => {
  const total = `Round 1 stands at ${net < 0 ? '-' : ''}$${(Math.abs(net) / 100).toFixed(2)} for ann (entry `

  test('the receipt of a player who was alone tells it', async () => {
    const entries = entriesWith([wager('ann')], then)
    const found = await checked(entries, ANN)
    expect(found.facts.total?.net).toBe(net)
    expect(found.facts.total?.net).toBe(moneyOf(entries, 1, 'ann'))
    for (const sentence of [total, ...sentences]) expect(found.text).toContain(sentence)
    for (const sentence of chinese) expect(found.chinese).toContain(sentence)
    if (!sentences.some((one) => one.includes('$175.00'))) expect(found.text).not.toContain('$175.00')
  })

  test('so does one that may show all players', async () => {
    const entries = entriesWith([wager('ann'), wager('ben', '23')], then)
    const [ann, ben] = [await checked(entries, ANN, 'all-players'), await checked(entries, BEN, 'all-players')]
    expect(ann.facts.total?.net).toBe(net)
    expect(ben.facts.total?.net).toBe(moneyOf(entries, 1, 'ben'))
  })

  test('the receipts of two players tell each their own money, and show nobody else', async () => {
    const entries = entriesWith([wager('ann'), wager('ben', '23')], then)
    const [ann, ben] = [await checked(entries, ANN), await checked(entries, BEN)]
    expect(ann.facts.total?.net).toBe(net)
    expect(ben.facts.total?.net).toBe(moneyOf(entries, 1, 'ben'))
    // One more wager comes before, so every entry has another number.
    for (const sentence of sentences) expect(unnumbered(ann.text)).toContain(unnumbered(sentence))
    expect(ann.beside.join()).not.toContain('ben')
    expect(ben.beside.join()).not.toContain('ann')
  })
})

const unnumbered = (text: string): string => text.replaceAll(/\(entry \d+\)/g, '(entry)')

test('a receipt from before a correction stays sound, and says up to when it speaks', async () => {
  const entries = entriesWith([wager('ann')], [settle, correct('23')])
  const { text, chinese } = await checked(entries.slice(0, 9), ANN)
  expect(text).toContain('Round 1 stands at $175.00 for ann (entry 9).')
  expect(text).toMatch(
    /states the round as it stood in the journal of 9 entries\. Its newest entry is 9, written at 2026/,
  )
  expect(text).toContain('Later changes are not in it.')
  expect(chinese).toContain('此凭证所述为 9 条记录的日志中此局的情形，其中最新的是第 9 条记录（2026')
})

test('an award of somebody else is nothing of the player, and of theirs together each is shown their own', async () => {
  const alone = entriesWith([wager('ann')], [settle, refer, award({ ben: 300 })])
  expect((await checked(alone, ANN)).facts).toMatchObject({ changes: [], total: { net: 17_500 } })
  const both = entriesWith([wager('ann')], [settle, refer, award({ ann: 200, ben: 300 })])
  const { text, facts, beside } = await checked(both, ANN)
  expect(facts.total).toMatchObject({ awarded: 200, net: 17_700 })
  expect(text).toContain('A decision awarded $2.00')
  expect(beside.join()).not.toContain('ben')
  expect((await checked(both, ANN, 'all-players')).facts.total).toMatchObject({ awarded: 200, net: 17_700 })
})

test('each player is told their own part of rounds that were voided together', async () => {
  const second = (player: string): Order[] => [
    settle,
    { do: 'place-your-bets' },
    wager(player),
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '20' },
    settle,
    { ...makeVoid, rounds: [1, 2] },
  ]
  const own = await checked(entriesWith([wager('ann')], second('ann')), ANN)
  expect(own.facts.total).toMatchObject({ staked: 500, net: 0 })
  const other = await checked(entriesWith([wager('ann')], second('ben')), ANN)
  expect(other.facts.total).toMatchObject({ staked: 500, net: 0 })
  expect(other.beside.join()).not.toContain('ben')
})

test('a stake over the maximum is told as it was settled, not as the book would pay on all of it', async () => {
  const { text, facts } = await checked(entriesWith([wager('ann', '17', 2_000)], [settle]), ANN)
  expect(facts.total).toMatchObject({ staked: 2_000, paid: 35_000, net: 35_000 })
  expect(text).not.toContain('$700.00')
})

test('a stake in prison is told as that, with what a later round had of earlier ones left out', async () => {
  const round = (pocket: string, ...wagers: Order[]): Order[] => [
    { do: 'place-your-bets' },
    ...wagers,
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket },
    settle,
  ]
  const entries = entriesOf({ book: 'abroad/french-en-prison-loses@1' }, [
    { do: 'buy-in', player: 'ann', amount: 100_000 },
    ...round('0', wager('ann', 'red')),
    ...round('2', wager('ann', '17', 100)),
  ])
  const first = await checked(entries, 4)
  expect(first.facts.wagers[0]!.outcome?.pay).toEqual({ pays: 0, paid: 0, returned: 0, imprisoned: 500, clause: '3.3' })
  expect(first.facts.total).toMatchObject({ staked: 500, collected: 0, imprisoned: 500, net: 0 })
  expect(first.text).toContain('By clause 3.3 the stake is in prison: the next settled round decides it')
  expect(first.text).toContain('$5.00 put in prison')
  expect(first.chinese).toContain('监禁 $5.00')
  // The second round shows only its own wagers: the stake on red belongs to the first.
  const second = await checked(entries, 10)
  expect(second.facts.total).toMatchObject({ staked: 100, collected: 100, imprisoned: 0, net: -100 })
})

test('winnings above the maximum payout are told as not paid, and only by a receipt that has the lines', async () => {
  const setup = { book: 'riviera/french-roulette@1', limits: { 'maximum-payout': { max: 20_000 } } }
  const orders = [
    { do: 'buy-in', player: 'ann', amount: 100_000 },
    { do: 'place-your-bets' },
    wager('ann', '17', 500),
    wager('ann', '14/17', 500),
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
  ]
  const entries = entriesOf(setup, [...orders, settle])
  const [number, split] = [await checked(entries, 4), await checked(entries, 5)]
  expect(number.facts.wagers[0]!.outcome?.pay).toEqual({
    pays: 35,
    paid: 17_500,
    returned: 500,
    imprisoned: 0,
    clause: '3.1',
  })
  expect(split.facts.wagers[0]!.outcome?.pay).toMatchObject({ paid: 2_500, cut: { amount: 6_000, clause: '3.4' } })
  expect(split.facts.total).toMatchObject({ staked: 1_000, paid: 20_000, net: 20_000 })
  expect(split.text).toContain('By clause 3.4 $60.00 above the maximum payout is not paid.')
  expect(split.chinese).toContain('超出单局最高派彩的 $60.00 不予派付')
  const unsettled = await checked(entriesOf(setup, orders), 4)
  expect(unsettled.facts.wagers[0]!.outcome).toMatchObject({ pocket: '17', pay: null })
})

test('where the wheel and the dealer differ there is no result before it is decided', async () => {
  const differs: Order = { do: 'ball-at-rest', pocket: '20', source: 'wheel' }
  const { text, chinese, facts } = await checked(entriesWith([wager('ann')], [differs]), ANN)
  expect(facts.wagers[0]!.outcome).toMatchObject({ pocket: '17', pay: null })
  expect(text).toContain('20 was named too. Nothing is settled before that is decided, by clause 3.8 (entry 9).')
  expect(chinese).toContain('另报 20。')
  const decided = await checked(entriesWith([wager('ann'), wager('ben')], [differs, correct('17')]), ANN)
  expect(decided.text).toContain('The result was decided to be 17, by clause 6.4 (entry 11).')
  expect(decided.chinese).toContain('结果裁定为 17（第 11 条记录）')
  expect(decided.text).toContain('pays 35 to 1: $175.00')
})

test('entries too long for a receipt are left out, and the rest is sound', async () => {
  const players = Array.from({ length: 4_000 }, (_, nth) => `player ${nth} with a name as long as it may well be`)
  const others = players.flatMap((player) => [{ do: 'buy-in', player, amount: 500 }, wager(player)])
  const { facts } = await checked(entriesWith([wager('ann'), ...others], [settle, correct('23')]), ANN, 'all-players')
  expect(facts).toMatchObject({ changes: [], total: null, wagers: [{ outcome: null }] })
})
