import type { Book } from '../books/rule-book.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, type SpotWager } from '../engine/odds.ts'
import { gameProblem } from '../lab/game.ts'
import { aheadEvenBehind, type ManyRounds, manyRounds, resultQuantile } from '../lab/many-rounds.ts'
import { flat } from '../lab/plan.ts'
import { type SessionOdds, sessionOdds } from '../lab/session-odds.ts'
import { grouped, plainMoney } from '../words/plain-text.ts'
import { BadInput } from './declaration.ts'
import { percentText, printAnswer, textTable } from './output.ts'

const parts = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
/** More results than this are summed up instead of listed. */
const LISTED_MAX = 60

/** Odds per unit are those of wins that are paid in full. */
export const withoutPayout = ({ rules: { maximumPayout: rule } }: Book): string =>
  rule ? `\n\nThe maximum payout of a round (${rule.clause}) is not counted.` : ''

/** Results in money are cut where the book states the amount. */
export function payoutCounted(book: Book): string {
  const amount = book.rules.maximumPayout?.amount
  if (amount === undefined) return withoutPayout(book)
  return `\n\nThe maximum payout of a round, ${plainMoney(amount)} (${book.rules.maximumPayout!.clause}), is counted.`
}

/** The distribution of the same wagers over many rounds, computed and not played. */
export async function printRounds(
  book: Book,
  layout: string,
  wagers: readonly SpotWager[],
  rounds: number,
  bankroll: Cents | null,
  json: boolean | undefined,
): Promise<void> {
  const many = manyRounds(distribution(book, wagers), rounds)
  if (!many)
    throw new BadInput('so many rounds of these wagers have too many results: take fewer rounds, or simulate them')
  const ruin = ruinOf(book, layout, wagers, rounds, bankroll)
  await printAnswer(
    json,
    roundsAnswer(many, bankroll, ruin),
    () => roundsText(many, bankroll, ruin) + payoutCounted(book),
  )
}

function ruinOf(
  book: Book,
  layout: string,
  wagers: readonly SpotWager[],
  rounds: number,
  bankroll: Cents | null,
): SessionOdds | null {
  if (bankroll === null) return null
  const stakes = wagers.map(({ spot, stake }) => ({ spot: spot.spot, stake }))
  const setup = { book, layout, wagers: stakes, plan: flat, limits: {}, rounds, bankroll, sessionRounds: rounds }
  const problem = gameProblem(setup)
  if (problem !== null) throw new BadInput(problem)
  const odds = sessionOdds(setup)
  if (!odds)
    throw new BadInput('the risk of ruin of so many rounds has too many states: take fewer rounds, or simulate them')
  return odds
}

const roundsAnswer = (many: ManyRounds, bankroll: Cents | null, ruin: SessionOdds | null) => ({
  rounds: many.rounds,
  mean: many.mean,
  standardDeviation: many.standardDeviation,
  ...aheadEvenBehind(many),
  isExact: many.isExact,
  errorBound: many.errorBound,
  ...(ruin === null ? {} : { bankroll, ruin: { probability: ruin.ruin, errorBound: ruin.errorBound } }),
  results: many.results,
})

function roundsText(many: ManyRounds, bankroll: Cents | null, ruin: SessionOdds | null): string {
  const { ahead, even, behind } = aheadEvenBehind(many)
  const percents = `ahead ${percentText(ahead, 4)}, even ${percentText(even, 4)}, behind ${percentText(behind, 4)}`
  return [
    `${grouped(many.rounds)} rounds: ${plainMoney(many.mean)} on average, deviation ${plainMoney(many.standardDeviation)}; ${percents}`,
    many.results.length <= LISTED_MAX ? listResults(many) : quantiles(many),
    ...(ruin === null
      ? []
      : [`ruined with a bankroll of ${plainMoney(bankroll!)}: ${percentText(ruin.ruin, 4)}${bound(ruin.errorBound)}`]),
    many.isExact
      ? 'Computed in whole fractions, rounded once to be printed.'
      : `Computed in doubles${bound(many.errorBound)}.`,
  ].join('\n\n')
}

const bound = (error: number): string => `, off by at most ${error.toExponential(1)}`

const listResults = ({ results }: ManyRounds): string =>
  textTable(
    ['result', 'probability'],
    results.map(({ result, probability }) => [plainMoney(result), percentText(probability, 6)]),
  )

const quantiles = (many: ManyRounds): string =>
  textTable(
    ['no more than', 'in'],
    parts.map((part) => [plainMoney(resultQuantile(many, part)), percentText(part, 0)]),
  )
