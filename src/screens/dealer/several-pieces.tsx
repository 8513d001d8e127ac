import './round-list.css'
import './several-pieces.css'
import { useSignal } from '@preact/signals'
import type { Book, Piece, Pocket, SeveralPieceBet } from '../../books/rule-book.ts'
import { type Cents, wholeChips } from '../../engine/money.ts'
import { expand, finalesOf } from '../../engine/several-piece.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { DealerView } from '../../engine/views.ts'
import { capitalise, money, shortMoney } from '../../words/plain-text.ts'
import { betOffer, betsOffered } from '../kit/bet-offer.ts'
import { chipsOffered } from '../kit/chips.ts'
import { bound } from '../kit/fields.tsx'
import { Racetrack } from '../kit/racetrack.tsx'
import { track } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { betName, colourName, nouns } from '../words/names.ts'
import { AmountField, readPositive } from './amount-field.tsx'
import { type DealerDesk, putDownBy, type Unit } from './dealer-desk.ts'
import { DealerDialog } from './dealer-dialog.tsx'
import { Choice, nameOfSpot } from './parts.tsx'

type Chosen = { number: Pocket | null; sides: number; digit: string | null }

/** The bet as it is said at the table; null: something is still to be chosen. */
function betOf({ bet, choose }: SeveralPieceBet, { number, sides, digit }: Chosen): string | null {
  if (choose === 'nothing') return bet
  if (choose === 'last-digit') return digit === null ? null : `${bet}:${digit}`
  return number === null ? null : `${bet}:${number}:${sides}`
}

type SeveralPiecesProps = { desk: DealerDesk; player: string; onClose: () => void }

/** One order for several wagers: the dialog shows its pieces before they are placed, all or none. */
export function SeveralPieces({ desk, player, onClose }: SeveralPiecesProps) {
  const { book, view, unit } = desk
  const rules = betsOffered(betOffer(book, view))
  const name = useSignal(rules[0]!.bet)
  const chosen = useSignal<Chosen>({ number: null, sides: 2, digit: null })
  const own = view.seats[player]?.funds.colourChips ?? null
  const held = unit.peek()
  const kind = useSignal(held.kind)
  const inColour = kind.value === 'colour' ? own : null
  const text = useSignal(shortMoney(firstPiece(view, held, own)))
  const rule = rules.find(({ bet }) => bet === name.value)!
  const bet = betOf(rule, chosen.value)
  const expansion = bet === null ? null : expand(book, view.layout, view.terminal, bet, view.wheelOrder)
  const pieces = expansion && 'pieces' in expansion ? expansion.pieces : []
  const piece = readPositive(text.value)
  const count = pieces.reduce((sum, one) => sum + one.pieces, 0)
  const staked = piece === null ? null : stakedPiece(piece, inColour)
  const isFull = count > 0 && piece !== null && staked !== null
  return (
    <DealerDialog
      isForm
      desk={desk}
      title={dealer.severalPiecesFor(player)}
      confirm={isFull ? dealer.placePieces(money(count * piece)) : dealer.place}
      draft={isFull ? { do: 'wager', player, bet, ...staked, ...putDownBy(desk) } : null}
      means={isFull ? dealer.piecesMean(count, money(piece), money(view.seats[player]?.funds.balance ?? 0)) : null}
      clause={expansion?.clause}
      width="wide"
      onClose={onClose}
    >
      <Choice
        label={dealer.whichBet}
        autofocus
        {...bound(name)}
        options={rules.map((one) => ({ value: one.bet, text: betName(book, one.bet) }))}
      />
      <div class="dealer-pieces">
        <Chooser
          desk={desk}
          rule={rule}
          chosen={chosen.value}
          onChoose={(now) => (chosen.value = now)}
          pieces={pieces}
        />
        <PieceList desk={desk} pieces={pieces} piece={piece} />
      </div>
      {own && (
        <Choice
          label={dealer.whichChips}
          {...bound(kind)}
          options={[
            { value: 'colour', text: nouns.chipsOf(colourName(own.colour)), isDisabled: own.count === 0 },
            { value: 'cash', text: capitalise(nouns.money.chips) },
          ]}
        />
      )}
      <AmountField
        label={dealer.pieceValue}
        {...bound(text)}
        amounts={inColour ? [1, 5, 10, 20].map((chips) => chips * inColour.value) : chipsOffered(view.limits)}
      />
    </DealerDialog>
  )
}

type ColourChips = NonNullable<PlayerFunds['colourChips']>

/** The value of a piece to begin with: of the chips that the dealer holds. */
function firstPiece(view: DealerView, held: Unit, own: ColourChips | null): number {
  if (held.kind === 'cash') return held.value
  return own ? held.count * own.value : chipsOffered(view.limits)[0]!
}

/** One piece as the command has it; null if the amount is not a whole number of colour chips. */
function stakedPiece(piece: Cents, own: ColourChips | null): { unit: Cents } | { chips: number } | null {
  if (!own) return { unit: piece }
  return piece % own.value === 0 ? { chips: wholeChips(piece, own.value) } : null
}

type ChooserProps = {
  desk: DealerDesk
  rule: SeveralPieceBet
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  pieces: readonly Piece[]
}

/** The wheel's order with what the bet covers lit; where a number or a digit is to be chosen, it is chosen here. */
function Chooser({ desk: { book, view, spots }, rule, chosen, onChoose, pieces }: ChooserProps) {
  const pointed = useSignal<Pocket | null>(null)
  const lit = [...new Set(pieces.flatMap(({ spot }) => spots.byId.get(spot)?.covers ?? []))]
  const takesNumber = rule.choose === 'number-and-neighbours'
  return (
    <div class="column dealer-chooser">
      <Racetrack
        book={book}
        order={view.wheelOrder}
        lit={lit}
        pocket={takesNumber ? chosen.number : null}
        pointed={pointed}
        onPocket={takesNumber ? (number) => onChoose({ ...chosen, number }) : undefined}
        describe={(number) => (takesNumber ? track.neighboursOf(number, chosen.sides) : number)}
      >
        <p class="fine track-hint">{hintFor(book, rule, chosen)}</p>
      </Racetrack>
      {takesNumber && (
        <Choice
          label={dealer.sides}
          isInline
          value={String(chosen.sides)}
          onInput={(sides) => onChoose({ ...chosen, sides: Number(sides) })}
          options={countsFrom(rule.sidesMin, rule.sidesMax).map((value) => ({ value, text: value }))}
        />
      )}
      {rule.choose === 'last-digit' && (
        <Choice
          label={dealer.lastDigit}
          isInline
          value={chosen.digit}
          onInput={(digit) => onChoose({ ...chosen, digit })}
          options={[...finalesOf(rule, view.wheelOrder).keys()].map((value) => ({ value, text: value }))}
        />
      )}
    </div>
  )
}

const countsFrom = (least: number, most: number): string[] =>
  Array.from({ length: most - least + 1 }, (_, index) => String(least + index))

function hintFor(book: Book, { bet, choose }: SeveralPieceBet, { number, sides, digit }: Chosen): string {
  if (choose === 'number-and-neighbours') return number === null ? dealer.pickNumber : track.neighboursOf(number, sides)
  if (choose === 'last-digit') return digit === null ? dealer.pickDigit : `${betName(book, bet)} ${digit}`
  return betName(book, bet)
}

function PieceList({ desk, pieces, piece }: { desk: DealerDesk; pieces: readonly Piece[]; piece: number | null }) {
  if (pieces.length === 0) return <p class="blank">{dealer.noPieces}</p>
  return (
    <ul class="dealer-piece-list" aria-label={dealer.pieces}>
      {pieces.map(({ spot, pieces: count }) => (
        <li key={spot}>
          <span>{nameOfSpot(desk, spot)}</span>
          <small>{count > 1 && `× ${count}`}</small>
          <span class="money">{piece === null ? '' : money(count * piece)}</span>
        </li>
      ))}
    </ul>
  )
}
