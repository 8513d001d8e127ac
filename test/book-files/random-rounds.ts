import type { Book } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import type { TableEvent } from '../../src/engine/events.ts'
import { accountsOf, isBalanced, postingsOf } from '../../src/engine/ledger.ts'
import { PAYOUT } from '../../src/engine/limits.ts'
import { betsAt } from '../../src/engine/several-piece.ts'
import { spotsOf } from '../../src/engine/spots.ts'
import { readSetup } from '../../src/engine/table.ts'
import type { Dice } from '../simulation/dice.ts'
import { must, read, settingsOf } from '../support/engine.ts'

/** Random play by any book, with the money counted after every command. */

const players = ['ann', 'ben', 'cid']
const stakes = [1, 99, 500, 1_000, 3_333, 100_000]

/** Plays rounds on one of the book's layouts. Most are settled; some are void or corrected afterwards. */
export function playRounds(dice: Dice, book: Book, rounds: number): Table {
  const { layout, terminal } = dice.oneOf(settingsOf([book]))
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, () => book)
  must(!('problem' in setup), 'no table', setup)
  const play = { table: openTable(book, setup), dice }
  for (const player of players) give(play, { do: 'buy-in', player, amount: 5_000_000 })
  for (let round = 1; round <= rounds; round++) playRound(play, round)
  const { roundsOpened, handleBySpot } = play.table.state
  must(roundsOpened === rounds, 'rounds', roundsOpened)
  must(Object.keys(handleBySpot).length > 0 || 'amounts' in book.rules.limits, 'nothing was wagered')
  return play.table
}

type Play = { table: Table; dice: Dice }

function playRound(play: Play, round: number): void {
  const { dice } = play
  const { book, state } = play.table
  const { pockets } = book.wheel
  give(play, { do: 'place-your-bets' })
  for (let left = dice.below(6); left > 0; left--) tryWager(play)
  give(play, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  give(play, { do: 'no-more-bets' })
  if (dice.isOneIn(20)) return void give(play, { do: 'irregularity', code: book.irregularities[0]!.code })
  if (book.rules.bonus)
    give(play, { do: 'bonus-numbers', by: 'system', numbers: drawn(dice, book, book.rules.bonus.numbers) })
  const pocket = dice.oneOf(pockets)
  give(play, { do: 'ball-at-rest', pocket })
  const settled = give(play, { do: 'settle' })
  checkLines(play.table, settled, pocket)
  if (!dice.isOneIn(10)) return
  give(play, { do: 'correct-outcome', round, pocket: dice.oneOf(pockets), reason: 'misread' }, { mayRefuse: true })
  must(play.table.state.roundsOpened === state.roundsOpened + 1, 'rounds')
}

function drawn(dice: Dice, { wheel }: Book, count: number): string[] {
  const left = [...wheel.pockets]
  return Array.from({ length: count }, () => left.splice(dice.below(left.length), 1)[0]!)
}

/** A wager on any spot, or a bet of several pieces. The book may refuse it, by its limits for instance. */
function tryWager(play: Play): void {
  const { dice } = play
  const { book, state } = play.table
  const { layout, terminal } = state.setup
  const [player, stake] = [dice.oneOf(players), dice.oneOf(stakes)]
  const offered = betsAt(book, layout, terminal)?.bets ?? []
  const bets = offered.map((bet) =>
    bet.choose === 'nothing'
      ? bet.bet
      : `${bet.bet}:${bet.choose === 'last-digit' ? dice.below(10) : `${dice.oneOf(book.wheel.pockets)}:1`}`,
  )
  const isSeveral = bets.length > 0 && dice.isOneIn(3)
  const on = isSeveral
    ? { bet: dice.oneOf(bets), unit: stake }
    : { spot: dice.oneOf(spotsOf(book, layout).list).spot, stake }
  give(play, { do: 'wager', player, ...on, by: { role: 'player', name: player } }, { mayRefuse: true })
}

/** Gives a command and counts the money. */
function give(play: Play, order: object, { mayRefuse = false } = {}): readonly TableEvent[] {
  const before = play.table.state
  const { table, answer } = conduct(play.table, read({ by: 'shift-manager', ...order }))
  play.table = table
  if (isRefusal(answer)) {
    must(mayRefuse, 'refused', order, answer)
    must(table.state === before, 'a refusal changed the state', order)
    return []
  }
  for (const event of answer.events)
    must(postingsOf(event).reduce((sum, { amount }) => sum + amount, 0) === 0, 'postings', event)
  must(isBalanced(table.state.ledger), 'the accounts do not sum to zero', accountsOf(table.state.ledger))
  for (const [account, amount] of Object.entries(accountsOf(table.state.ledger))) {
    must(Number.isSafeInteger(amount), 'no whole cents', account, amount)
    must(!/^(player|chips):/.test(account) || amount >= 0, 'less than nothing', account, amount)
  }
  return answer.events
}

/** Each line again by hand: all of a stake goes somewhere, and a pay is that of a covered pocket at most. Limits may make it less. */
function checkLines({ book, state }: Table, events: readonly TableEvent[], pocket: string): void {
  const spots = spotsOf(book, state.setup.layout).byId
  const lines = events.flatMap((event) => (event.type === 'round-settled' ? event.lines : []))
  const most = state.limits[PAYOUT]?.max ?? Infinity
  for (const player of players) {
    const paid = lines.reduce((sum, line) => (line.player === player ? sum + line.paid : sum), 0)
    must(paid <= most, 'more than the maximum payout', player, paid, most)
  }
  for (const line of lines) {
    const { stake, paid, collected, returned, imprisoned = 0, imprisonedIn, cut } = line
    must(collected + returned + imprisoned === stake, 'a part of a stake is nowhere', line)
    const { covers, pays } = spots.get(line.spot)!
    const isPaid = covers.includes(pocket) && imprisonedIn === undefined
    const won = paid + (cut?.amount ?? 0)
    must(book.rules.bonus !== null || won <= (isPaid ? stake * pays : 0), 'paid', line, pocket)
  }
}
