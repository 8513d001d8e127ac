import type { Book } from '../books/rule-book.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import { distribution, oddsOf, type SpotOdds, type SpotWager, standardDeviation } from '../engine/odds.ts'
import { oddsFacts } from '../reference/facts.ts'
import { plainMoney } from '../words/plain-text.ts'
import type { Arguments } from './commands.ts'
import { readBook, readLayout, readWager } from './input.ts'
import { payoutCounted, printRounds, withoutPayout } from './odds-of-rounds.ts'
import { percentText, printAnswer, textTable } from './output.ts'

export async function runOdds({ values, words }: Arguments<'odds'>): Promise<void> {
  const book = await readBook(words[0])
  const layout = readLayout(book, values.layout)
  const wagers = values.wager.map((text) => readWager(book, layout, text))
  if (values.rounds !== undefined)
    await printRounds(book, layout, wagers, values.rounds, values.bankroll ?? null, values.json)
  else if (wagers.length > 0) await printDistribution(book, wagers, values.json)
  else await printOdds(book, oddsOf(book, layout), values.json)
}

function printOdds(book: Book, list: readonly SpotOdds[], json: boolean | undefined): Promise<void> {
  const rowOf = (odds: SpotOdds) => [
    odds.spot.spot,
    odds.spot.kind,
    fractionText(odds.winProbability),
    fractionText(odds.returnToPlayer),
    fractionText(odds.houseEdge),
    percentText(toNumber(odds.houseEdge)),
    standardDeviation(odds).toFixed(4),
  ]
  const columns = ['spot', 'kind', 'wins', 'returns', 'house edge', '', 'deviation']
  return printAnswer(json, list.map(oddsFacts), () => textTable(columns, list.map(rowOf)) + withoutPayout(book))
}

/** Every result that these wagers can have together in one round, with its exact chance. */
function printDistribution(book: Book, wagers: readonly SpotWager[], json: boolean | undefined): Promise<void> {
  const results = distribution(book, wagers)
  const facts = results.map(({ result, probability }) => ({ result, probability: fractionText(probability) }))
  const rows = results.map(({ result, probability }) => [
    plainMoney(result),
    fractionText(probability),
    percentText(toNumber(probability), 4),
  ])
  return printAnswer(json, facts, () => textTable(['result', 'probability', ''], rows) + payoutCounted(book))
}
