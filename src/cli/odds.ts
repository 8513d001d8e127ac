import type { RuleBook } from '../books/rule-book.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, oddsOf, type SpotOdds, standardDeviation } from '../engine/odds.ts'
import type { Spot } from '../engine/spots.ts'
import { oddsFacts } from '../reference/facts.ts'
import { money } from '../words/plain-text.ts'
import { BadInput, readArguments, readBook, readCents, readCount, readLayout, readWager } from './input.ts'
import { printRounds } from './odds-of-rounds.ts'
import { print, printJson } from './output.ts'
import { percent, textTable } from './print.ts'

export const usage = 'odds BOOK [--layout L] [--wager SPOT=CENTS ...] [--rounds N] [--bankroll CENTS] [--json]'

export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, {
    layout: { type: 'string' },
    wager: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    bankroll: { type: 'string' },
    json: { type: 'boolean' },
  })
  const book = readBook(words[0])
  const layout = readLayout(book, values.layout)
  const wagers = values.wager?.map((text) => readWager(book, layout, text))
  checkTogether(values)
  if (wagers && values.rounds !== undefined) {
    const rounds = readCount(values.rounds, '--rounds', 1, ROUNDS_MAX)
    const bankroll = values.bankroll === undefined ? null : readCents(values.bankroll, '--bankroll')
    await printRounds(book, layout, wagers, rounds, bankroll, values.json)
  } else if (wagers) await printDistribution(book, wagers, values.json)
  else if (values.json) await printJson(oddsOf(book, layout).map(oddsFacts))
  else await printOdds(oddsOf(book, layout))
  return 0
}

const ROUNDS_MAX = 1_000_000

function checkTogether({ wager, rounds, bankroll }: { wager?: unknown; rounds?: string; bankroll?: string }): void {
  if (rounds !== undefined && wager === undefined) throw new BadInput('--rounds goes with --wager')
  if (bankroll !== undefined && rounds === undefined) throw new BadInput('--bankroll goes with --rounds')
}

function printOdds(list: readonly SpotOdds[]): Promise<void> {
  const rows = list.map((odds) => [
    odds.spot.spot,
    odds.spot.kind,
    fractionText(odds.winProbability),
    fractionText(odds.returnToPlayer),
    fractionText(odds.houseEdge),
    percent(toNumber(odds.houseEdge)),
    standardDeviation(odds).toFixed(4),
  ])
  return print(textTable(['spot', 'kind', 'wins', 'returns', 'house edge', '', 'deviation'], rows))
}

/** Every result that these wagers can have together in one round, with its exact chance. */
function printDistribution(
  book: RuleBook,
  wagers: { spot: Spot; stake: Cents }[],
  json: boolean | undefined,
): Promise<void> {
  const results = distribution(book, wagers)
  if (json)
    return printJson(results.map(({ result, probability }) => ({ result, probability: fractionText(probability) })))
  return print(
    textTable(
      ['result', 'probability', ''],
      results.map(({ result, probability }) => [
        money(result),
        fractionText(probability),
        percent(toNumber(probability), 4),
      ]),
    ),
  )
}
