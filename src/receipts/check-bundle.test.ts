import { expect, test } from 'vitest'
import { entriesOf, SignedTree, signers } from '../../test/support/receipts.ts'
import { leafHash } from '../record/leaf-hash.ts'
import { receipts as english } from '../words/en/receipts.en.ts'
import { receipts as chinese } from '../words/zh/receipts.zh.ts'
import { loneStream } from './bundle.ts'
import { checkBundle } from './check-bundle.ts'
import { tellWrong } from './check-note.ts'

/** Words of the check page for a journal that was changed. */

const keys = signers()
const orders = (amount: number) => [
  { do: 'buy-in', player: 'ann', amount },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500 },
]
const setup = { book: 'mbs/roulette@3' }
const honest = entriesOf(setup, orders(10_000))
const forged = entriesOf(setup, orders(20_000))
const treeOf = (entries: readonly string[]) => new SignedTree(entries)
const anchorOf = (count: number, receipt?: number) => {
  const signed = treeOf(honest.slice(0, count))
  const { size, root } = signed.tree
  const anchor = { stream: 'single', size, root }
  return receipt === undefined ? anchor : { ...anchor, receipt: signed.prove(receipt) }
}
const storedOf = (entries: readonly string[]) =>
  entries.map((body, nth) => ({ stream: 'single', seq: nth + 1, body, hash: leafHash(body) }))
const stored = storedOf(honest)
const checkpoint = { size: honest.length, note: treeOf(honest).note(keys) }

const cases = [
  [
    'another history than was kept',
    storedOf(forged),
    [anchorOf(1), anchorOf(4)],
    [],
    /最先不同的是第 2 至 4 条记录之一/,
  ],
  ['another entry than a receipt has', storedOf(forged), [anchorOf(4, 2)], [], /第 2 条记录与其凭证不符/],
  ['fewer entries than were kept', stored.slice(0, 3), [anchorOf(4)], [], /已签署 4 条/],
  ['another history than its own checkpoint', storedOf(forged), [], [checkpoint], /庄家签署的到此为止的历史与此不同/],
  ['an entry missing', stored.toSpliced(1, 1), [], [], /缺少第 2 条记录/],
  ['an entry changed', stored.with(1, { ...stored[1]!, body: forged[1]! }), [], [], /其哈希值与内容不符/],
  ['a checkpoint of somebody else', stored, [], [{ ...checkpoint, note: treeOf(honest).note(signers()) }], /签署/],
] as const

test.each(cases)('%s is told in both languages', async (_, entries, anchors, checkpoints, told) => {
  const bundle = { ...loneStream('single', entries), checkpoints: new Map([['single', checkpoints]]) }
  const checked = await checkBundle(bundle, { keys: [keys.house.verifier], witnesses: [] }, anchors)
  if ('problem' in checked) expect.unreachable(checked.problem)
  const { problem, reason } = checked.streams[0]!.problem!
  expect(tellWrong(reason!, english.wrongs)).toBe(problem)
  expect(tellWrong(reason!, { ...english.wrongs, ...chinese.wrongs })).toMatch(told)
})

test('what the rules find wrong has no words but English ones, which the Chinese page says', async () => {
  const wager = honest[3]!.replace('"total":500', '"total":600')
  const bundle = loneStream('single', storedOf([...honest.slice(0, 3), wager]))
  const checked = await checkBundle(bundle, { keys: [keys.house.verifier], witnesses: [] })
  if ('problem' in checked) expect.unreachable(checked.problem)
  const { problem, reason } = checked.streams[0]!.problem!
  expect(reason).toBeUndefined()
  expect(chinese.page?.inEnglish?.(problem)).toMatch(/（英文）：by the rule book wager yields/)
})
