import './rules.css'
import './terminal-form.css'
import '../kit/rows-as-cards.css'
import { useMemo, useState } from 'preact/hooks'
import type { Book, SeveralPieceBet } from '../../books/rule-book.ts'
import { type Fraction, toNumber } from '../../engine/fraction.ts'
import { limitsFor, PAYOUT } from '../../engine/limits.ts'
import { type BetOdds, betOdds, oddsByKind, type SpotOdds } from '../../engine/odds.ts'
import type { PlayerView } from '../../engine/views.ts'
import { figuresOfLayout, type LayoutFigures } from '../../lab/layout-odds.ts'
import { money, percent } from '../../words/plain-text.ts'
import { betOffer, betsOffered } from '../kit/bet-offer.ts'
import { Button, type DataColumn, DataTable, Facts, Note } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { boundText } from '../kit/limits-text.ts'
import { common } from '../words/common.ts'
import { lab } from '../words/lab.ts'
import { betName, editionOf, kindName, nouns } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'

const tabs = ['pays', 'clauses'] as const

export function Rules({ book, view }: { book: Book; view: PlayerView }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('pays')
  const { saferGambling } = houseSign.value
  return (
    <>
      {saferGambling !== '' && <Note tone="info" text={saferGambling} />}
      <div class="row terminal-tabs" role="group" aria-label={terminal.rules}>
        {tabs.map((name) => (
          <Button
            key={name}
            size="small"
            look={tab === name ? 'plain' : 'quiet'}
            pressed={tab === name}
            onPress={() => setTab(name)}
          >
            {name === 'pays' ? terminal.payTable : terminal.clauses}
          </Button>
        ))}
      </div>
      {tab === 'pays' ? (
        <>
          {houseSign.value.shows.odds && <OwnChips book={book} view={view} />}
          <PayTable book={book} view={view} />
        </>
      ) : (
        <Clauses book={book} />
      )}
    </>
  )
}

function PayTable({ book, view }: { book: Book; view: PlayerView }) {
  const rows = useMemo(() => oddsByKind(book, view.layout).map(({ odds }) => odds), [book, view.layout])
  const share = (title: string, of: (odds: SpotOdds) => Fraction): DataColumn<SpotOdds> => ({
    title,
    isNumber: true,
    cell: (odds) => percent(toNumber(of(odds))),
  })
  const bound = (title: string, name: 'min' | 'max'): DataColumn<SpotOdds> => ({
    title,
    isNumber: true,
    cell: ({ spot }) => boundText(limitsFor(view.limits, spot.kind)[name]),
  })
  const columns: DataColumn<SpotOdds>[] = [
    { title: common.wager, cell: ({ spot }) => kindName(book, spot.kind) },
    { title: terminal.paysLabel, cell: ({ spot }) => oddsText(spot), isNumber: true },
    share(terminal.chance, ({ winProbability }) => winProbability),
    share(terminal.returnToPlayer, ({ returnToPlayer }) => returnToPlayer),
    share(terminal.houseEdge, ({ houseEdge }) => houseEdge),
    bound(common.minimum, 'min'),
    bound(common.maximum, 'max'),
    { title: terminal.rules, cell: ({ spot }) => spot.clause },
  ]
  return (
    <>
      <div class="rows-as-cards">
        <DataTable caption={terminal.payTable} columns={columns} rows={rows} rowKey={({ spot }) => spot.spot} />
      </div>
      <div class="column terminal-more">
        <SeveralPieces book={book} view={view} />
        {view.isOutOfForce && <p class="fine">{common.outOfForce}</p>}
        {view.limits[PAYOUT] && <p class="fine">{lab.payoutNotCounted(money(view.limits[PAYOUT].max!))}</p>}
        {!view.limitsEnforced && <p class="fine">{terminal.limitsNotEnforced}</p>}
        <p class="fine">{editionOf(book).texts.document}</p>
      </div>
    </>
  )
}

/** The several-piece bets that are offered here, where their pieces lie, and the odds of those that are always the same. */
function SeveralPieces({ book, view }: { book: Book; view: PlayerView }) {
  const offered = betsOffered(betOffer(book, view))
  if (offered.length === 0) return null
  const share = (title: string, of: (odds: BetOdds) => Fraction): DataColumn<SeveralPieceBet> => ({
    title,
    isNumber: true,
    cell: (rule) => (rule.choose === 'nothing' ? percent(toNumber(of(betOdds(book, view.layout, rule.pieces)))) : ''),
  })
  const columns: DataColumn<SeveralPieceBet>[] = [
    { title: terminal.severalPiece, cell: ({ bet }) => betName(book, bet) },
    { title: terminal.piecesCount, cell: piecesCount, isNumber: true },
    share(terminal.chance, ({ winProbability }) => winProbability),
    share(terminal.houseEdge, ({ houseEdge }) => houseEdge),
    { title: terminal.piecesWhere, cell: piecesWhere },
  ]
  return <DataTable caption={terminal.severalPiece} columns={columns} rows={offered} rowKey={({ bet }) => bet} />
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

/** Each odds keep to one line; a line may end between two of them. */
const oddsText = ({ pays, paysBonus, paysSuperBonus }: SpotOdds['spot']): string =>
  [...new Set([pays, paysBonus, paysSuperBonus])].map((one) => nouns.odds(one).replaceAll(' ', '\u00a0')).join(' / ')

function Clauses({ book }: { book: Book }) {
  return (
    <>
      <p class="fine">{terminal.clausesLanguage}</p>
      <Facts
        class="list facts terminal-clauses"
        facts={editionOf(book).texts.clauses.map(({ clause, means }) => [clause, means])}
      />
      <p class="fine">{editionOf(book).texts.document}</p>
    </>
  )
}

/** The exact chances of the player's own chips in this round, in plain words. */
export function OwnChips({ book, view }: { book: Book; view: PlayerView }) {
  const { layout, wagers, limits } = view
  const figures = useMemo(() => {
    const stakes = Object.entries(wagers).map(([spot, { stake }]) => [spot, stake])
    return figuresOfLayout(book, layout, Object.fromEntries(stakes), limits)
  }, [book, layout, wagers, limits])
  return (
    <section class="terminal-own" aria-label={lab.own}>
      <h3>{lab.own}</h3>
      <p>{figures ? ownWords(figures) : lab.ownNone}</p>
    </section>
  )
}

/** "32.4 of 100". */
const outOf = (chance: Fraction): string => lab.outOf((toNumber(chance) * 100).toFixed(1).replace(/\.0$/, ''))

const NUMBERS_MAX = 6

export function ownWords(figures: LayoutFigures): string {
  const { staked, mean, ahead, even, behind, best, worst } = figures
  return [
    lab.ownStaked(money(staked)),
    lab.ownAverage(money(Math.round(-mean))),
    [lab.ownAhead(outOf(ahead)), ...(even.n > 0n ? [lab.ownEven(outOf(even))] : []), lab.ownBehind(outOf(behind))].join(
      ' ',
    ),
    best.result > 0 ? lab.ownBest(money(best.result), bestNumbers(figures)) : lab.ownBestIsLoss(money(-best.result)),
    worst.result < 0 ? lab.ownWorst(money(-worst.result)) : lab.ownNoLoss,
  ].join(' ')
}

function bestNumbers({ pockets, best }: LayoutFigures): string {
  const named = pockets.filter((one) => one.best === best.result).map(({ pocket }) => pocket)
  if (named.length > NUMBERS_MAX) return ''
  return named.length === 1 ? nouns.number(named[0]!) : named.join(', ')
}
