import type { RuleBook } from '../../books/rule-book.ts'
import { commitmentTo, numbersFrom } from '../../engine/committed-draw.ts'
import { drawBonusNumbers } from '../../engine/draw.ts'
import type { CommandOf } from '../../engine/language.ts'
import { isUnderWay, type RoundUnderWay } from '../../engine/table.ts'
import { tableBy } from '../../house/caller.ts'
import { closingAt } from '../../house/terminals.ts'
import { cryptoBytes } from '../../wheel/chance.ts'
import type { SecretOf } from '../secrets/draw-secrets.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import { bookOf, type TableStream } from '../stream/table-stream.ts'

/** `onSecretLost`: the round has a commitment, and the house key is not the one that it was made with. */
export type DrawMeans = { secretOf: SecretOf; onSecretLost(round: number): void }

/** What the service itself does next: lights the bonus numbers after no more bets; shuts terminals after the round. */
export function followUp(table: TableStream, house: HouseStream, means: DrawMeans): void {
  // What another node decides is followed up there.
  if (table.stopped || table.role === 'follower') return
  const due = table.consider((memory) => {
    const { round, powerOut } = memory.state
    const book = bookOf(memory)
    // A referred round may go on to open bets, unless the ball is at rest: until then the draw waits too.
    const isHeld = round.phase === 'referred' && round.pocket === null
    const isDrawDue = book.rules.bonus && 'draw' in round && isUnderWay(round) && !round.draw && !powerOut && !isHeld
    return { draw: isDrawDue ? { book, round } : null, isConcluded: !isUnderWay(round) }
  })
  const draw = due.draw && drawFor(table.id, due.draw.book, due.draw.round, means)
  if (draw) void table.submit(draw, 'service').catch(() => {})
  if (!due.isConcluded) return
  closeAfterRound(table.id, house)
  setPlannedLimits(table, house)
}

const by = { role: 'system' } as const

/**
 * Of a round with a commitment, the numbers that follow from its secret; of one that an older version opened, numbers by
 * chance. Null: the secret is lost, and nobody may make numbers up.
 */
function drawFor(
  table: string,
  book: RuleBook,
  { round, openedAt, commitment }: RoundUnderWay,
  { secretOf, onSecretLost }: DrawMeans,
): CommandOf<'bonus-numbers'> | null {
  if (!commitment) return { do: 'bonus-numbers', numbers: drawBonusNumbers(book, cryptoBytes()), by }
  const secret = secretOf(table, round, openedAt ?? '')
  if (commitmentTo(secret) === commitment.hash)
    return { do: 'bonus-numbers', numbers: numbersFrom(book, secret, commitment.sent), secret, by }
  onSecretLost(round)
  return null
}

/** Tables whose plan is on its way: it is given once. */
const planning = new WeakMap<TableStream, object>()

/** Limits that the pit set while a round was under way: in the name of whoever did, and once. */
function setPlannedLimits(table: TableStream, house: HouseStream): void {
  if (house.stopped) return
  const plan = house.settled.state.plans.get(table.id)
  if (!plan || planning.get(table) === plan) return
  planning.set(table, plan)
  const { limits, reason } = plan
  const asked = { do: 'set-limits', limits, reason, by: tableBy(plan.by) } as const
  void table
    .submit(asked, 'service')
    .then(() => askHouse(house, { do: 'end-plan', table: table.id, by: { system: 'table' } }))
    .catch(() => planning.delete(table))
}

function closeAfterRound(table: string, house: HouseStream): void {
  if (house.stopped) return
  const terminals = house.consider(({ state }) => closingAt(state, table))
  if (terminals.length === 0) return
  void askHouse(house, { do: 'close-after-round', terminals, by: { system: 'table' } }).catch(() => {})
}
