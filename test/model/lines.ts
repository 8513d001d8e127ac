import type { Line } from '../../src/engine/settlement.ts'
import type { Spot } from '../../src/engine/spots.ts'
import { knowsClause, must } from '../support/engine.ts'
import { imprisons, isOfPrison } from './cells.ts'
import { type Bounds, boundsOf, type Held, type Laid, type Model, worthOf } from './model.ts'

/** How stakes must come out, each line reckoned by itself. */

type Outcome = { pocket: string; lit: readonly string[] | null; limits: Bounds }

/** What a spot pays to 1; nothing where it loses. */
function wins({ book }: Model, spot: Spot, { pocket, lit }: Outcome): number {
  const links = book.rules.bonus?.links.map(({ pockets }) => pockets) ?? []
  const isLit = (number: string) => lit?.includes(number) ?? false
  const isSuper = links.some((link) => link.includes(pocket) && link.every(isLit))
  switch (spot.wins) {
    case 'covered':
      if (!spot.covers.includes(pocket)) return 0
      return isSuper ? spot.paysSuperBonus : isLit(pocket) ? spot.paysBonus : spot.pays
    case 'bonus-number':
      return isLit(pocket) ? spot.pays : 0
    case 'super-bonus-number':
      return isSuper ? spot.pays : 0
    case 'scatter':
      return links.every((link) => link.some(isLit)) ? spot.pays : 0
  }
}

/** La partage: of an even chance on the zero the house takes half, and the odd cent goes as the book says. */
function takenOf({ book }: Model, { kind }: Spot, { pocket }: Outcome, stake: number): number {
  const { partage } = book.rules
  if (!partage?.pockets.includes(pocket) || !partage.kinds.includes(kind)) return stake
  return partage.oddCent === 'house' ? stake - Math.floor(stake / 2) : Math.floor(stake / 2)
}

type Result = Pick<Line, 'result'> & { paid: number; collected: number; returned: number; imprisoned?: number }

export function resultOf(model: Model, spot: Spot, stake: number, isWarned: boolean, outcome: Outcome): Result {
  const isByRule = model.book.rules.limits.policy === 'settled-by-rule'
  const { min, max } = isByRule ? boundsOf(outcome.limits, spot) : { min: 0, max: stake }
  if (stake < min && isWarned) return { result: 'returned', paid: 0, collected: 0, returned: stake }
  const inPlay = Math.min(stake, max)
  const pays = wins(model, spot, outcome)
  if (pays > 0) return { result: 'won', paid: inPlay * pays, collected: 0, returned: stake }
  if (imprisons(model, spot, outcome.pocket))
    return { result: 'imprisoned', paid: 0, collected: 0, returned: stake - inPlay, imprisoned: inPlay }
  const taken = takenOf(model, spot, outcome, inPlay)
  return { result: 'lost', paid: 0, collected: taken, returned: stake - taken }
}

export const same = (a: Result, b: Result): boolean =>
  a.result === b.result &&
  a.paid === b.paid &&
  a.collected === b.collected &&
  a.returned === b.returned &&
  a.imprisoned === b.imprisoned

type Told = Result & Pick<Line, 'player' | 'spot'> & { stake: number; staked: number }

const inWords = ({ player, spot, stake, staked, result, paid, collected, returned, imprisoned = 0 }: Told): string =>
  `${player} on ${spot}, ${stake} with ${staked} chips: ${result}, ${paid} ${collected} ${returned} ${imprisoned}`

export const givenBack = (stake: number): Result => ({ result: 'returned', paid: 0, collected: 0, returned: stake })

/** All that lies on the layout now. */
export function laidNow(model: Model): Laid[] {
  const laid = (held: Held, goesBack: boolean): Laid => ({
    player: held.player,
    spot: held.spot,
    stake: worthOf(model, held),
    staked: held.chips,
    goesBack,
  })
  return [
    ...[...model.held.values()].map((held) => laid(held, false)),
    ...[...model.aside.values()].map((held) => laid(held, true)),
  ]
}

/** All that was wagered in the round of these lines. */
export const laidIn = (lines: readonly Line[]): Laid[] =>
  ownLines(lines).map(({ player, spot, stake, chips, result }) => ({
    player,
    spot,
    stake,
    staked: chips?.staked ?? 0,
    goesBack: result === 'returned',
  }))

export const ownLines = (lines: readonly Line[]): Line[] => lines.filter((line) => !isOfPrison(line))

/** Each stake has one line, no line is of anything else, and each came out as it must. */
export function areLinesRight(
  model: Model,
  lines: readonly Line[],
  stakes: readonly Laid[],
  resultFor: (laid: Laid) => Result,
): void {
  const expected = stakes.map((laid) => ({ ...laid, ...(laid.goesBack ? givenBack(laid.stake) : resultFor(laid)) }))
  const found = ownLines(lines).map((line) => ({ ...line, staked: line.chips?.staked ?? 0 }))
  const [wanted, told] = [expected.map(inWords).sort(), found.map(inWords).sort()]
  must(wanted.join() === told.join(), 'lines came out wrong', told, wanted)
  for (const line of lines) {
    must(
      line.stake === line.collected + line.returned + (line.imprisoned ?? 0),
      'a stake is collected, returned or stays',
      line,
    )
    must(knowsClause(model.book, line.clause), 'a line by a clause that is not in the book', line)
  }
}
