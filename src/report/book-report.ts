import type { Book } from '../books/rule-book.ts'
import { barRows } from '../charts/charts.ts'
import type { Level } from '../engine/draw.ts'
import { type Fraction, fractionText, multiply, nothing, plus, toNumber, total } from '../engine/fraction.ts'
import { chancesOf, oddsByKind, oddsOf, type SpotOdds, standardDeviation } from '../engine/odds.ts'
import { layoutNames } from '../engine/spots.ts'
import { backOf, unitResult } from '../engine/unit-result.ts'
import { kindIn } from '../words/naming.ts'
import { capitalise, grouped, percent } from '../words/plain-text.ts'
import {
  type Block,
  type ColumnOf,
  noFigure,
  pictureOf,
  type Report,
  type ReportCell,
  type ReportSection,
  tableBlock,
} from './report-blocks.ts'
import type { ReportWords } from './report-text.ts'
import { countCell, fractionCell, numberCell, oneIn, percentCell } from './report-text.ts'

/** Spots of a kind that win and pay alike. */
type WagerGroup = { readonly odds: SpotOdds; readonly spots: number; readonly name: string }

/** A rule book as a laboratory wants it: layout, pay table, and the probability accounting of every wager. */
export function bookReport(
  book: Book,
  fingerprint: string,
  drawings: Readonly<Record<string, string>>,
  words: ReportWords,
): Report {
  const { report } = words
  const names = layoutNames(book)
  const titled = (title: string, layout: string): string =>
    names.length === 1 ? title : `${title}: ${report.layoutCalled(layout)}`
  return {
    kind: report.bookKind,
    title: words.books.edition(book).texts.title,
    subtitle: `${book.id} · ${book.texts.en.document}`,
    sections: [
      { title: report.identity, blocks: identity(book, fingerprint, words) },
      ...names.flatMap((layout): ReportSection[] => {
        const groups = wagerGroups(book, layout, words)
        return [
          { title: titled(report.layout, layout), blocks: [{ kind: 'picture', svg: drawings[layout]!, isWide: true }] },
          { title: titled(report.payTable, layout), blocks: payTable(book, groups, layout, words), onNewPage: true },
          { title: titled(report.accounting, layout), blocks: accounting(book, groups, layout, words) },
          { title: titled(report.everyWager, layout), blocks: [wagerTable(book, layout, words)], onNewPage: true },
        ]
      }),
      ...(book.rules.bonus ? [{ title: report.bonusDraw, blocks: drawChances(book, words) }] : []),
    ],
    foot: report.bookFoot,
  }
}

function identity(book: Book, fingerprint: string, { report }: ReportWords): Block[] {
  const { from, until } = book.inForce
  const payout = book.rules.maximumPayout
  return [
    {
      kind: 'facts',
      rows: [
        [report.book, book.id],
        [report.operator, book.texts.en.operator],
        [report.document, book.texts.en.document],
        [report.inForce, from === null && until === null ? '–' : `${from ?? ''} – ${until ?? ''}`],
        [report.supersedes, book.supersedes ?? '–'],
        [report.fingerprint, fingerprint],
        [report.pockets, grouped(book.wheel.pockets.length)],
        [report.wheelOrder, book.wheel.order.join(' ')],
      ],
    },
    { kind: 'text', text: report.exactMeans },
    ...(payout ? [{ kind: 'text' as const, text: report.payoutNotCounted(payout.clause) }] : []),
  ]
}

function wagerGroups(book: Book, layout: string, { nouns, books }: Pick<ReportWords, 'nouns' | 'books'>): WagerGroup[] {
  const groups = oddsByKind(book, layout)
  return groups.map(({ odds, spots }) => {
    const kind = capitalise(kindIn(nouns, books.edition(book), odds.spot.kind))
    const isOnly = groups.filter((one) => one.odds.spot.kind === odds.spot.kind).length === 1
    const ids = spots.map(({ spot }) => spot)
    const name = `${kind} (${ids.length > 3 ? `${ids.slice(0, 2).join(', ')} …` : ids.join(', ')})`
    return { odds, spots: spots.length, name: isOnly ? kind : name }
  })
}

const oddsText = ({ pays, paysBonus, paysSuperBonus }: SpotOdds['spot'], { nouns }: ReportWords): string =>
  [...new Set([pays, paysBonus, paysSuperBonus])].map((one) => nouns.odds(one)).join(' / ')

/** Factor for the volatility on accounting sheets: nine of ten results lie within it, for very many rounds. */
const VOLATILITY = 1.645
const CERTAINTY = 1.96

function payTable(book: Book, groups: readonly WagerGroup[], layout: string, words: ReportWords): Block[] {
  const { report } = words
  const about = { name: fileName('pay-table', book, layout), title: report.payTable, note: report.volatilityMeans }
  const chart = (title: string, digits: number, of: (odds: SpotOdds) => Fraction): Block => {
    const bars = groups.map(({ odds, name }) => ({ label: shorter(name), value: toNumber(of(odds)) }))
    return pictureOf(
      title,
      barRows(
        title,
        bars.map((bar) => ({ ...bar, text: percent(bar.value, digits) })),
      ),
    )
  }
  const isFlat = new Set(groups.map(({ odds }) => fractionText(odds.houseEdge))).size === 1
  return [
    tableBlock(about, groups, payColumns(words)),
    chart(report.hitFrequency, 2, ({ winProbability }) => winProbability),
    ...(isFlat ? [] : [chart(report.houseEdge, 3, ({ houseEdge }) => houseEdge)]),
  ]
}

function payColumns(words: ReportWords): ColumnOf<WagerGroup>[] {
  const { report } = words
  const percents = (of: (odds: SpotOdds) => Fraction) => ({
    isNumber: true,
    cell: ({ odds }: WagerGroup) => percentCell(toNumber(of(odds)), 4),
  })
  const spread = ({ odds }: WagerGroup): number => standardDeviation(odds)
  return [
    { key: 'wager', title: report.wager, isTight: true, cell: ({ name }) => name },
    { key: 'spots', title: report.spots, isNumber: true, cell: ({ spots }) => countCell(spots) },
    { key: 'covers', title: report.covers, isNumber: true, cell: ({ odds }) => coversCell(odds) },
    { key: 'pays', title: report.pays, cell: ({ odds }) => oddsText(odds.spot, words) },
    { key: 'wins_one_in', title: report.winsOneIn, isNumber: true, cell: ({ odds }) => oneInCell(odds.winProbability) },
    { key: 'win_probability', title: report.winProbability, ...percents(({ winProbability }) => winProbability) },
    { key: 'return', title: report.returns, ...percents(({ returnToPlayer }) => returnToPlayer) },
    { key: 'house_edge', title: report.houseEdge, ...percents(({ houseEdge }) => houseEdge) },
    { key: 'standard_deviation', title: report.deviation, isNumber: true, cell: (row) => numberCell(spread(row)) },
    {
      key: 'volatility_index',
      title: report.volatility,
      isNumber: true,
      cell: (row) => numberCell(spread(row) * VOLATILITY, 3),
    },
    { key: 'clause', title: report.clause, cell: ({ odds }) => odds.spot.clause },
  ]
}

const oneInCell = (chance: Fraction): ReportCell => ({ text: oneIn(chance), value: 1 / toNumber(chance) })
const coversCell = ({ spot }: SpotOdds): ReportCell => (spot.wins === 'covered' ? spot.covers.length : noFigure)
const shorter = (name: string): string => (name.length > 27 ? `${name.slice(0, 26)}…` : name)
const fileName = (what: string, book: Book, layout: string): string =>
  layoutNames(book).length === 1 ? what : `${what}-${layout}`

type Share = { back: Fraction; probability: Fraction }

/** The results of one unit on the spot, each with its chance. */
function sharesOf(book: Book, { spot }: SpotOdds): Share[] {
  const shares = new Map<string, Share>()
  for (const { outcome, probability } of chancesOf(book)) {
    const back = backOf(unitResult(spot, outcome))
    const before = shares.get(fractionText(back))?.probability ?? nothing
    shares.set(fractionText(back), { back, probability: plus(before, probability) })
  }
  return [...shares.values()].sort((a, b) => toNumber(b.back) - toNumber(a.back))
}

const ROUNDS = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

function accounting(book: Book, groups: readonly WagerGroup[], layout: string, words: ReportWords): Block[] {
  const { report } = words
  const rows = groups.flatMap(({ odds, name }) => {
    const shares = sharesOf(book, odds)
    const sum = total(shares.map(({ back, probability }) => multiply(back, probability)))
    return [
      ...shares.map((share, nth): ReportCell[] => accountingRow(nth === 0 ? name : '', name, share, words)),
      [
        { text: '', value: name },
        { text: report.sum, value: 'sum' },
        '',
        '',
        '',
        percentCell(1, 4),
        { text: percent(toNumber(sum), 6), value: toNumber(sum) },
        fractionCell(sum),
      ] as ReportCell[],
    ]
  })
  return [
    { kind: 'text', text: report.accountingMeans },
    {
      kind: 'table',
      name: fileName('accounting', book, layout),
      title: report.combinations,
      columns: [
        { key: 'wager', title: report.wager, isTight: true },
        { key: 'result', title: report.result },
        { key: 'comes_back', title: report.comesBack, isNumber: true },
        { key: 'probability', title: report.probability, isNumber: true, isLong: true },
        { key: 'one_in', title: report.oneIn, isNumber: true },
        { key: 'share', title: report.share, isNumber: true },
        { key: 'return', title: report.ofReturn, isNumber: true },
        { key: 'return_exact', title: report.exact, isNumber: true, isLong: true },
      ],
      rows,
    },
    confidenceTable(book, groups, layout, words),
  ]
}

/** The results of a unit that does not win. A unit that comes back whole was in prison. */
const lossName = (units: number, report: ReportWords['report']): string =>
  units === 0 ? report.lost : units === 1 ? report.freed : report.halfBack

function accountingRow(
  shown: string,
  name: string,
  { back, probability }: Share,
  { report, nouns }: ReportWords,
): ReportCell[] {
  const units = toNumber(back)
  const result = units > 1 ? nouns.odds(units - 1) : lossName(units, report)
  const part = multiply(back, probability)
  return [
    { text: shown, value: name },
    {
      text: units > 1 ? report.winsAt(result) : result,
      value: units > 1 ? `${units - 1} to 1` : units === 0 ? 'lost' : units === 1 ? 'freed' : 'half back',
    },
    numberCell(units, units % 1 === 0 ? 0 : 1),
    fractionCell(probability),
    oneInCell(probability),
    percentCell(toNumber(probability), 4),
    percentCell(toNumber(part), 6),
    fractionCell(part),
  ]
}

/** The interval that contains 95 of 100 returns after a number of rounds with the same stake in each. */
function confidenceTable(book: Book, groups: readonly WagerGroup[], layout: string, { report }: ReportWords): Block {
  const withinCell = ({ odds }: WagerGroup, rounds: number): ReportCell => {
    const within = (CERTAINTY * standardDeviation(odds)) / Math.sqrt(rounds)
    return { text: `± ${percent(within, within < 0.001 ? 3 : 2)}`, value: within }
  }
  const about = { name: fileName('confidence', book, layout), title: report.confidence, note: report.confidenceMeans }
  const returns = ({ odds }: WagerGroup) => percentCell(toNumber(odds.returnToPlayer), 2)
  return tableBlock(about, groups, [
    { key: 'wager', title: report.wager, isTight: true, cell: ({ name }) => name },
    { key: 'return', title: report.returns, isNumber: true, cell: returns },
    ...ROUNDS.map((rounds) => ({
      key: `within_${rounds}`,
      title: report.afterRounds(grouped(rounds)),
      isNumber: true,
      cell: (row: WagerGroup) => withinCell(row, rounds),
    })),
  ])
}

function wagerTable(book: Book, layout: string, { report, nouns, books }: ReportWords): Block {
  const kindName = ({ spot }: SpotOdds) => capitalise(kindIn(nouns, books.edition(book), spot.kind))
  const exact = { isNumber: true, isLong: true }
  return tableBlock({ name: fileName('wagers', book, layout), title: report.everyWager }, oddsOf(book, layout), [
    { key: 'spot', title: report.spot, cell: ({ spot }) => spot.spot },
    { key: 'kind', title: report.kindOfWager, cell: kindName },
    { key: 'covers', title: report.covers, isNumber: true, cell: coversCell },
    {
      key: 'win_probability',
      title: report.winProbability,
      ...exact,
      cell: (odds) => fractionCell(odds.winProbability),
    },
    { key: 'one_in', title: report.oneIn, isNumber: true, cell: (odds) => oneInCell(odds.winProbability) },
    { key: 'return', title: report.exactReturn, ...exact, cell: (odds) => fractionCell(odds.returnToPlayer) },
    {
      key: 'house_edge',
      title: report.houseEdge,
      isNumber: true,
      cell: (odds) => percentCell(toNumber(odds.houseEdge), 4),
    },
    {
      key: 'standard_deviation',
      title: report.deviation,
      isNumber: true,
      cell: (odds) => numberCell(standardDeviation(odds)),
    },
  ])
}

/** How the ball's own pocket can be lit, over all pockets. */
function drawChances(book: Book, { report, nouns }: ReportWords): Block[] {
  const levels = Map.groupBy(chancesOf(book), ({ outcome }) => `${outcome.level} ${outcome.scatter}`)
  const rows = [...levels.values()].map((own) => ({
    ...own[0]!.outcome,
    chance: total(own.map(({ probability }) => probability)),
  }))
  const litName = (level: Level) => (level === 'plain' ? report.plainNumber : capitalise(nouns.lit[level]))
  const scatterName = capitalise(nouns.scatter)
  return [
    { kind: 'text', text: report.drawMeans(book.rules.bonus!.numbers, book.wheel.pockets.length) },
    tableBlock({ name: 'bonus-draw', title: report.bonusDraw }, rows, [
      {
        key: 'winning_number',
        title: report.winningNumber,
        cell: ({ level }) => ({ text: litName(level), value: level }),
      },
      {
        key: 'scatter',
        title: scatterName,
        cell: ({ scatter }) => (scatter ? { text: scatterName, value: 'scatter' } : { text: '–', value: '' }),
      },
      {
        key: 'probability',
        title: report.probability,
        isNumber: true,
        isLong: true,
        cell: ({ chance }) => fractionCell(chance),
      },
      { key: 'one_in', title: report.oneIn, isNumber: true, cell: ({ chance }) => oneInCell(chance) },
      { key: 'share', title: report.share, isNumber: true, cell: ({ chance }) => percentCell(toNumber(chance), 4) },
    ]),
  ]
}
