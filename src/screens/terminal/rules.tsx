import './rules.css'
import { useMemo, useState } from 'preact/hooks'
import type { Book, SeveralPieceBet } from '../../books/rule-book.ts'
import { toNumber } from '../../engine/fraction.ts'
import { limitsFor } from '../../engine/limits.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { oddsOf, type SpotOdds } from '../../engine/odds.ts'
import { layoutOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { money, percent } from '../../words/plain-text.ts'
import { Button, DataTable, Facts } from '../kit/controls.tsx'
import { common } from '../words/common.ts'
import { betName, editionOf, kindName, nouns } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import { OwnChips } from './own-chips.tsx'

export function Rules({ book, view }: { book: Book; view: PlayerView }) {
  const [tab, setTab] = useState<'pays' | 'clauses'>('pays')
  return (
    <>
      <div class="terminal-tabs" role="group" aria-label={terminal.rules}>
        <Button
          size="small"
          look={tab === 'pays' ? 'plain' : 'quiet'}
          pressed={tab === 'pays'}
          onPress={() => setTab('pays')}
        >
          {terminal.payTable}
        </Button>
        <Button
          size="small"
          look={tab === 'clauses' ? 'plain' : 'quiet'}
          pressed={tab === 'clauses'}
          onPress={() => setTab('clauses')}
        >
          {terminal.clauses}
        </Button>
      </div>
      {tab === 'pays' ? (
        <>
          <OwnChips book={book} view={view} />
          <PayTable book={book} view={view} />
        </>
      ) : (
        <Clauses book={book} />
      )}
    </>
  )
}

function PayTable({ book, view }: { book: Book; view: PlayerView }) {
  const rows = useMemo(() => oneOfEachKind(book, view.layout), [book, view.layout])
  const boundText = (bound: number) => (bound === 0 || bound >= CENTS_MAX ? '–' : money(bound))
  const columns = [
    { title: common.wager, cell: ({ spot }: SpotOdds) => kindName(book, spot.kind) },
    { title: terminal.paysLabel, cell: ({ spot }: SpotOdds) => oddsText(spot), isNumber: true },
    {
      title: terminal.chance,
      cell: ({ winProbability }: SpotOdds) => percent(toNumber(winProbability)),
      isNumber: true,
    },
    {
      title: terminal.returnToPlayer,
      cell: ({ returnToPlayer }: SpotOdds) => percent(toNumber(returnToPlayer)),
      isNumber: true,
    },
    { title: terminal.houseEdge, cell: ({ houseEdge }: SpotOdds) => percent(toNumber(houseEdge)), isNumber: true },
    {
      title: common.minimum,
      cell: ({ spot }: SpotOdds) => boundText(limitsFor(view.limits, spot.kind).min),
      isNumber: true,
    },
    {
      title: common.maximum,
      cell: ({ spot }: SpotOdds) => boundText(limitsFor(view.limits, spot.kind).max),
      isNumber: true,
    },
    { title: terminal.rules, cell: ({ spot }: SpotOdds) => spot.clause },
  ]
  return (
    <>
      <div class="terminal-pays">
        <DataTable caption={terminal.payTable} columns={columns} rows={rows} rowKey={({ spot }) => spot.spot} />
      </div>
      <div class="terminal-more">
        <SeveralPieces book={book} view={view} />
        {view.isOutOfForce && <p class="fine">{common.outOfForce}</p>}
        {!view.limitsEnforced && <p class="fine">{terminal.limitsNotEnforced}</p>}
        <p class="fine">{editionOf(book).texts.document}</p>
      </div>
    </>
  )
}

/** The several-piece bets that this terminal offers, and where their pieces lie. */
function SeveralPieces({ book, view }: { book: Book; view: PlayerView }) {
  const offer = layoutOf(book, view.layout).severalPieceBets.find((row) => row.terminal === view.terminal)
  if (!offer) return null
  const columns = [
    { title: terminal.severalPiece, cell: ({ bet }: SeveralPieceBet) => betName(book, bet) },
    { title: terminal.piecesCount, cell: piecesCount, isNumber: true },
    { title: terminal.piecesWhere, cell: piecesWhere },
  ]
  return <DataTable caption={terminal.severalPiece} columns={columns} rows={offer.bets} rowKey={({ bet }) => bet} />
}

const piecesCount = (rule: SeveralPieceBet): string =>
  rule.choose === 'nothing' ? String(rule.pieces.reduce((sum, { pieces }) => sum + pieces, 0)) : ''

function piecesWhere(rule: SeveralPieceBet): string {
  switch (rule.choose) {
    case 'nothing':
      return rule.pieces.map(({ spot, pieces }) => (pieces > 1 ? `${spot} ×${pieces}` : spot)).join(' · ')
    case 'last-digit':
      return terminal.finalesRule
    case 'number-and-neighbours':
      return terminal.neighboursRule(rule.sidesMin, rule.sidesMax)
  }
}

/** Spots of a kind that pay and win alike are one row. */
function oneOfEachKind(book: Book, layout: string): SpotOdds[] {
  const rows = new Map<string, SpotOdds>()
  for (const odds of oddsOf(book, layout)) {
    const key = `${odds.spot.kind} ${odds.spot.pays} ${toNumber(odds.winProbability)}`
    if (!rows.has(key)) rows.set(key, odds)
  }
  const order = layoutOf(book, layout).wagers.map(({ kind }) => kind)
  return [...rows.values()].sort((a, b) => order.indexOf(a.spot.kind) - order.indexOf(b.spot.kind))
}

/** Each odds keep to one line; a line may end between two of them. */
const oddsText = ({ pays, paysBonus, paysSuperBonus }: SpotOdds['spot']): string =>
  [...new Set([pays, paysBonus, paysSuperBonus])].map((one) => nouns.odds(one).replaceAll(' ', '\u00a0')).join(' / ')

function Clauses({ book }: { book: Book }) {
  return (
    <>
      <p class="fine">{terminal.clausesLanguage}</p>
      <Facts
        class="terminal-clauses"
        facts={editionOf(book).texts.clauses.map(({ clause, means }) => [clause, means])}
      />
      <p class="fine">{editionOf(book).texts.document}</p>
    </>
  )
}
