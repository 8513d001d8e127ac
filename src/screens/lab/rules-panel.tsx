import './rules-panel.css'
import '../kit/rows-as-cards.css'
import { useMemo } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { type Fraction, fractionText, toNumber } from '../../engine/fraction.ts'
import { bookLimits, type Limits, limitsFor, PAYOUT } from '../../engine/limits.ts'
import { type OddsGroup, oddsByKind, type SpotOdds } from '../../engine/odds.ts'
import { grouped, money, percent } from '../../words/plain-text.ts'
import { type DataColumn, DataTable, Facts } from '../kit/controls.tsx'
import { boundText } from '../kit/limits-text.ts'
import { common } from '../words/common.ts'
import { lab } from '../words/lab.ts'
import { clauseName, editionOf, kindName, nouns } from '../words/names.ts'

/** The book that is on the felt: the exact odds of each kind of wager, and every clause. */
export function RulesPanel({ book, layout }: { book: Book; layout: string }) {
  const groups = useMemo(() => oddsByKind(book, layout), [book, layout])
  const limits = useMemo(() => bookLimits(book, layout), [book, layout])
  const { title, operator, document, clauses, appendices } = editionOf(book).texts
  return (
    <>
      <section class="panel list lab-odds rows-as-cards">
        <h2>{lab.odds}</h2>
        <p class="fine">
          {title}, {operator}, {document}
        </p>
        <DataTable
          caption={lab.odds}
          rows={groups}
          rowKey={({ odds }) => odds.spot.spot}
          columns={oddsColumns(book, limits)}
        />
        {limits[PAYOUT] && <p class="fine">{lab.payoutNotCounted(money(limits[PAYOUT].max!))}</p>}
      </section>
      <section class="panel lab-rules">
        <h2>{lab.clauses}</h2>
        <Facts
          class="lab-clauses"
          facts={[
            ...clauses.map(({ clause, means }) => [clauseName(clause), means] as const),
            ...appendices.map(({ appendix, means }) => [clauseName(appendix), means] as const),
          ]}
        />
      </section>
    </>
  )
}

function oddsColumns(book: Book, limits: Limits): DataColumn<OddsGroup>[] {
  const share = (title: string, of: (odds: SpotOdds) => Fraction): DataColumn<OddsGroup> => ({
    title,
    isNumber: true,
    cell: ({ odds }) => (
      <>
        {percent(toNumber(of(odds)), 4)}
        <small>{fractionText(of(odds))}</small>
      </>
    ),
  })
  const bound = (title: string, name: 'min' | 'max'): DataColumn<OddsGroup> => ({
    title,
    isNumber: true,
    cell: ({ odds }) => boundText(limitsFor(limits, odds.spot.kind)[name]),
  })
  const isLimited = Object.keys(limits).some((kind) => kind !== PAYOUT)
  return [
    { title: common.wager, cell: ({ odds }) => kindName(book, odds.spot.kind) },
    { title: lab.spots, isNumber: true, cell: ({ spots }) => grouped(spots.length) },
    { title: lab.pays, isNumber: true, cell: ({ odds }) => paysText(odds) },
    share(lab.chance, ({ winProbability }) => winProbability),
    share(lab.houseEdge, ({ houseEdge }) => houseEdge),
    ...(isLimited ? [bound(common.minimum, 'min'), bound(common.maximum, 'max')] : []),
    { title: lab.clause, cell: ({ odds }) => odds.spot.clause },
  ]
}

const paysText = ({ spot: { pays, paysBonus, paysSuperBonus } }: SpotOdds): string =>
  [...new Set([pays, paysBonus, paysSuperBonus])].map((one) => nouns.odds(one)).join(' / ')
