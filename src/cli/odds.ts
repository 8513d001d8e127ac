import type { Book } from '../books/rule-book.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, oddsOf, type SpotOdds, standardDeviation } from '../engine/odds.ts'
import type { Spot } from '../engine/spots.ts'
import { oddsFacts } from '../reference/facts.ts'
import { plainMoney } from '../words/plain-text.ts'
import type { Arguments } from './commands.ts'
import { readBook, readLayout, readWager } from './input.ts'
import { printRounds } from './odds-of-rounds.ts'
import { percentText, print, printJson, textTable } from './output.ts'

export async function run({ values, words }: Arguments<'odds'>): Promise<number> {
  const book = readBook(words[0])
  const layout = readLayout(book, values.layout)
  const wagers = values.wager.map((text) => readWager(book, layout, text))
  if (values.rounds !== undefined)
    await printRounds(book, layout, wagers, values.rounds, values.bankroll ?? null, values.json)
  else if (wagers.length > 0) await printDistribution(book, wagers, values.json)
  else if (values.json) await printJson(oddsOf(book, layout).map(oddsFacts))
  else await printOdds(oddsOf(book, layout))
  return 0
}

function printOdds(list: readonly SpotOdds[]): Promise<void> {
  const rows = list.map((odds) => [
    odds.spot.spot,
    odds.spot.kind,
    fractionText(odds.winProbability),
    fractionText(odds.returnToPlayer),
    fractionText(odds.houseEdge),
    percentText(toNumber(odds.houseEdge)),
    standardDeviation(odds).toFixed(4),
  ])
  return print(textTable(['spot', 'kind', 'wins', 'returns', 'house edge', '', 'deviation'], rows))
}

/** Every result that these wagers can have together in one round, with its exact chance. */
function printDistribution(
  book: Book,
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
        plainMoney(result),
        fractionText(probability),
        percentText(toNumber(probability), 4),
      ]),
    ),
  )
}
