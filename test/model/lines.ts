import type { Line } from '../../src/engine/settlement.ts'
import type { Spot } from '../../src/engine/spots.ts'
import { knowsClause, must } from '../support/engine.ts'
import { imprisons, isOfPrison } from './cells.ts'
import {
  type Bounds,
  boundsOf,
  type Laid,
  type Lain,
  layOf,
  type Model,
  placeOf,
  type Ruled,
  type Ruling,
  spotNamed,
  sumOf,
  wealthOf,
} from './model.ts'

/** The expected lines of stakes, each computed by itself. */

type Outcome = { pocket: string; lit: readonly string[] | null; limits: Bounds }

/** The pay of a spot to 1; zero where it loses. */
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

export function resultOf(model: Model, { spot: id, stake, under }: Laid, isWarned: boolean, outcome: Outcome): Result {
  const spot = spotNamed(model, id)!
  const inPlay = playedOf(model, { spot: id, stake, under }, isWarned, outcome.limits)
  if (inPlay === 0) return givenBack(stake)
  const pays = wins(model, spot, outcome)
  if (pays > 0) return { result: 'won', paid: inPlay * pays, collected: 0, returned: stake }
  if (imprisons(model, spot, outcome.pocket))
    return { result: 'imprisoned', paid: 0, collected: 0, returned: stake - inPlay, imprisoned: inPlay }
  const taken = takenOf(model, spot, outcome, inPlay)
  return { result: 'lost', paid: 0, collected: taken, returned: stake - taken }
}

/** All of a stake is at risk, but for what was placed under the minimum again and what lies over the maximum. */
function playedOf(
  model: Model,
  { spot, stake, under }: Pick<Laid, 'spot' | 'stake' | 'under'>,
  isWarned: boolean,
  limits: Bounds,
): number {
  const { max } = isByRule(model) ? boundsOf(limits, spotNamed(model, spot)!) : { max: stake }
  return Math.min(stake - (isWarned ? under : 0), max)
}

/** Sums the stakes at risk in a round, when it was settled. */
export const playedIn = (model: Model, laid: readonly Laid[], round: number, limits: Bounds): number =>
  sumOf(
    laid.filter(({ goesBack }) => !goesBack),
    (one) => playedOf(model, one, isWarnedIn(model, one.player, round), limits),
  )

type Told = Result & Pick<Line, 'player' | 'spot'> & { stake: number; staked: number }

const inWords = ({ player, spot, stake, staked, result, paid, collected, returned, imprisoned = 0 }: Told): string =>
  `${player} on ${spot}, ${stake} with ${staked} chips: ${result}, ${paid} ${collected} ${returned} ${imprisoned}`

export const givenBack = (stake: number): Result => ({ result: 'returned', paid: 0, collected: 0, returned: stake })

const isByRule = ({ book }: Model): boolean => book.rules.limits.policy === 'settled-by-rule'

/** All that lies on the layout now. */
export function laidNow(model: Model): Laid[] {
  return laidBy(model, model.limits, lainNow(model), model.rulings)
}

export const lainNow = (model: Model): Lain[] =>
  [...layOf(model).values()].map((held) => ({ ...held, value: wealthOf(model, held.player).value }))

/** Applies rulings to wagers, each part judged by the wager that it was placed with. */
export function laidBy(
  model: Model,
  limits: Bounds,
  lay: readonly Lain[],
  rulings: ReadonlyMap<string, Ruled>,
): Laid[] {
  const laid = new Map<string, Laid>()
  for (const lain of lay) {
    const worth = ({ cash, chips }: { cash: number; chips: number }) => cash + chips * lain.value
    const { min } = isByRule(model) ? boundsOf(limits, spotNamed(model, lain.spot)!) : { min: 0 }
    const isUnder = worth(lain) < min
    for (const { spot, goesBack, ...part } of partsOf(lain, rulings.get(placeOf(lain.player, lain.spot)))) {
      const key = `${placeOf(lain.player, spot)} ${goesBack}`
      const there = laid.get(key) ?? { player: lain.player, spot, stake: 0, staked: 0, goesBack, under: 0 }
      const under = isUnder && !goesBack ? worth(part) : 0
      laid.set(key, {
        ...there,
        stake: there.stake + worth(part),
        staked: there.staked + part.chips,
        under: there.under + under,
      })
    }
  }
  return [...laid.values()].filter(({ stake }) => stake > 0)
}

type Part = { spot: string; goesBack: boolean; cash: number; chips: number }

function partsOf(lain: Lain, ruled: Ruled | undefined): Part[] {
  const { whole = null, parts = [] } = ruled ?? {}
  const rest = {
    cash: lain.cash - sumOf(parts, ({ cash }) => cash),
    chips: lain.chips - sumOf(parts, ({ chips }) => chips),
  }
  const asRuled = ({ treatment, to, cash, chips }: Ruling): Part => ({
    spot: treatment === 'moved' ? to! : lain.spot,
    goesBack: treatment === 'returned',
    cash,
    chips,
  })
  const left: Part = whole ? asRuled({ ...whole, ...rest }) : { spot: lain.spot, goesBack: false, ...rest }
  return [...parts.map(asRuled), left]
}

/** Reading 5: an earlier round that stands settled had wagers of the player under the minimum. */
export const isWarnedIn = (model: Model, player: string, round: number): boolean =>
  [...model.past].some(
    ([number, { code, laid }]) =>
      number < round && code === null && laid.some((one) => one.player === player && !one.goesBack && one.under > 0),
  )

export const ownLines = (lines: readonly Line[]): Line[] => lines.filter((line) => !isOfPrison(line))

/** The winnings of a line before the maximum payout. */
const wonOn = ({ paid, cut }: Line): number => paid + (cut?.amount ?? 0)

/** Checks that each player is paid all winnings of the round up to the maximum, and no more. */
export function arePayoutsRight({ book }: Model, lines: readonly Line[], limits: Bounds): void {
  const most = book.rules.maximumPayout ? (limits['maximum-payout']?.max ?? Number.POSITIVE_INFINITY) : Infinity
  for (const player of new Set(lines.map((line) => line.player))) {
    const own = lines.filter((line) => line.player === player)
    const [won, paid] = [sumOf(own, wonOn), sumOf(own, (line) => line.paid)]
    must(paid === Math.min(won, most), 'winnings are cut to the maximum payout', player, won, paid, most)
  }
  for (const { cut, paid } of lines)
    must(!cut || (cut.amount > 0 && paid >= 0 && cut.clause === book.rules.maximumPayout?.clause), 'a cut', cut)
}

/** Each stake has one line, no line is of anything else, and each came out as it must. */
export function areLinesRight(
  model: Model,
  lines: readonly Line[],
  stakes: readonly Laid[],
  resultFor: (laid: Laid) => Result,
): void {
  const expected = stakes.map((laid) => ({ ...laid, ...(laid.goesBack ? givenBack(laid.stake) : resultFor(laid)) }))
  const found = ownLines(lines).map((line) => ({ ...line, paid: wonOn(line), staked: line.chips?.staked ?? 0 }))
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
