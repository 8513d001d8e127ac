import { isUnderWay } from '../../engine/table.ts'
import { closingAt } from '../../house/terminals.ts'
import { cryptoBytes } from '../../wheel/chance.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import { bookOf, type TableStream } from '../stream/table-stream.ts'
import { drawBonusNumbers } from './bonus-draw.ts'

/** What the service itself does next: lights the bonus numbers after no more bets; shuts terminals after the round. */
export function followUp(table: TableStream, house: HouseStream): void {
  if (table.stopped) return
  const due = table.consider((memory) => {
    const { round, powerOut } = memory.state
    const book = bookOf(memory)
    // A referred round may go on to open bets, unless the ball is at rest: until then the draw waits too.
    const isHeld = round.phase === 'referred' && round.pocket === null
    const isDrawDue = book.rules.bonus && 'draw' in round && isUnderWay(round) && !round.draw && !powerOut && !isHeld
    return { drawBy: isDrawDue ? book : null, isConcluded: !isUnderWay(round) }
  })
  if (due.drawBy) {
    const numbers = drawBonusNumbers(due.drawBy, cryptoBytes())
    void table.submit({ do: 'bonus-numbers', numbers, by: { role: 'system' } }, 'service').catch(() => {})
  }
  if (due.isConcluded) closeAfterRound(table.id, house)
}

function closeAfterRound(table: string, house: HouseStream): void {
  if (house.stopped) return
  const terminals = house.consider(({ state }) => closingAt(state, table))
  if (terminals.length === 0) return
  void askHouse(house, { do: 'close-after-round', terminals, by: { system: 'table' } }).catch(() => {})
}
