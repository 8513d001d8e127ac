import type { Book, Pocket } from '../../books/rule-book.ts'
import { type Cents, subtract, sum } from '../../engine/money.ts'
import { linesOn } from '../../engine/prepared-settlement.ts'
import { stateFromPlayerView } from '../../engine/view-state.ts'
import type { PlayerView } from '../../engine/views.ts'

/** A number that pays the player: the winnings on it, and the result of the round if it comes. */
export type OwnNumber = { pocket: Pocket; paid: Cents; net: Cents }

/** Numbers on which the round comes out the same. */
export type NumberGroup = Omit<OwnNumber, 'pocket'> & { pockets: readonly Pocket[] }

export function groupNumbers(numbers: readonly OwnNumber[]): NumberGroup[] {
  const groups = new Map<string, NumberGroup>()
  for (const { pocket, paid, net } of numbers) {
    const key = `${paid} ${net}`
    groups.set(key, { paid, net, pockets: [...(groups.get(key)?.pockets ?? []), pocket] })
  }
  return [...groups.values()]
}

/** The numbers that pay on the chips as they lie, by the engine; those that pay most come first. */
export function ownNumbers(book: Book, view: PlayerView): OwnNumber[] {
  const state = stateFromPlayerView(view)
  const { round } = state
  if (!('wagers' in round)) return []
  const numbers = view.wheelOrder.flatMap((pocket): OwnNumber[] => {
    const lines = linesOn(book, state, round, { pocket, draw: view.draw })
    const paid = sum(lines.map((line) => line.paid))
    return paid > 0 ? [{ pocket, paid, net: subtract(paid, sum(lines.map((line) => line.collected))) }] : []
  })
  return numbers.sort((a, b) => b.paid - a.paid)
}
