import { isBalanced } from '../src/engine/ledger.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { termsOf } from '../src/engine/unit-result.ts'
import { type Bench, type Contender, type Result, race } from './measure.ts'
import { book, conclusion, type Given, give, openFor, setup, wagers } from './wagers.ts'

const wagersEach = 100

/** The engine: players buy in, each wager is decided and recorded, the round is concluded; all accounts sum to zero. */
function conducted(count: number, conclude: readonly Given[]): Contender {
  const commands = wagers(count, count / wagersEach)
  return () => {
    let table = openFor(count / wagersEach)
    for (const command of commands) table = give(table, command)
    for (const command of conclude) table = give(table, command)
    if (!isBalanced(table.state.ledger)) throw new Error('Money was lost')
    return { done: count, check: table.state.ledger.house }
  }
}

/** The floor: a balance looked up, a Map of stakes changed in place, an event object; then a line for each stake. */
function byHand(count: number, concludes: boolean): Contender {
  const players = count / wagersEach
  const commands = wagers(count, players)
  const { byId } = spotsOf(book, setup.layout)
  const pays = new Map(
    [...byId].map(([id, spot]) => [id, termsOf(spot, { pocket: '17', level: 'plain', scatter: false }).pays]),
  )
  return () => {
    const balances = new Map(commands.slice(0, players).map(({ player }) => [player, 10_000_000]))
    const layout = new Map<string, Map<string, number>>()
    const events: object[] = []
    for (const { player, spot, stake } of commands) {
      const balance = balances.get(player)!
      if (balance < stake! || !pays.has(spot!)) throw new Error('A wager was refused')
      balances.set(player, balance - stake!)
      const own = layout.get(player) ?? new Map<string, number>()
      layout.set(player, own)
      own.set(spot!, (own.get(spot!) ?? 0) + stake!)
      events.push({ type: 'wager-placed', round: 1, player, spot, stake, total: own.get(spot!) })
    }
    return { done: count, check: concludes ? settledByHand(layout, balances, pays) : 0 }
  }
}

function settledByHand(
  layout: ReadonlyMap<string, ReadonlyMap<string, number>>,
  balances: Map<string, number>,
  pays: ReadonlyMap<string, number>,
): number {
  const lines: { player: string; spot: string; stake: number; paid: number; collected: number }[] = []
  let house = 0
  for (const [player, own] of layout)
    for (const [spot, stake] of own) {
      const paid = stake * pays.get(spot)!
      const collected = paid > 0 ? 0 : stake
      lines.push({ player, spot, stake, paid, collected })
      balances.set(player, balances.get(player)! + paid + stake - collected)
      house += collected - paid
    }
  return house
}

function compare(work: string, contenders: readonly Contender[]): Result {
  const [ours, floor] = race(contenders, { turns: 5, milliseconds: 150 })
  return { work, unit: 'wagers/s', ours: ours!, floor: floor!, ratioMax: null }
}

/** Nanoseconds for one wager of a round of this size against a round of a thousand: 1 is linear. */
function growth(): Result[] {
  const sizes = [1_000, 10_000, 100_000]
  const rates = race(
    sizes.map((size) => withoutCheck(conducted(size, conclusion))),
    { turns: 5, milliseconds: 150 },
  )
  const [small, ...larger] = rates.map((rate) => 1e9 / rate)
  return larger.map((nanoseconds, at) => ({
    work: `a wager of a round of ${sizes[at + 1]!.toLocaleString('en')}, against one of 1,000`,
    unit: 'ns',
    ours: nanoseconds,
    floor: small!,
    ratioMax: 2,
  }))
}

/** Rounds of different sizes win differently. */
const withoutCheck =
  (contender: Contender): Contender =>
  () => ({ done: contender().done, check: 0 })

function run(): Result[] {
  return [
    compare('wagers decided and recorded, 10 players', [conducted(1_000, []), byHand(1_000, false)]),
    compare('100,000 wagers of 1,000 players opened, placed, settled', [
      conducted(100_000, conclusion),
      byHand(100_000, true),
    ]),
    ...growth(),
  ]
}

export const engine: Bench = { name: 'engine', run }
