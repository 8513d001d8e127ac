import './felt.css'
import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Book, SpotId } from '../../books/rule-book.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import { shortMoney } from '../../words/plain-text.ts'
import { common } from '../words/common.ts'
import { nouns, spotName } from '../words/names.ts'
import { type Board, middlePart, REACH } from './board.ts'
import { memo } from './components.tsx'

type ButtonsProps = {
  board: Board
  book: Book
  layout: string
  staked: ReadonlyMap<SpotId, number>
  pointed: Signal<SpotId | null>
  isActive: boolean
}

/** Every spot as a button, for keys and screen readers; one of them is in the order of the Tab key. */
export const SpotButtons = memo(function SpotButtons({ board, book, layout, staked, pointed, isActive }: ButtonsProps) {
  const { byId } = spotsOf(book, layout)
  const home = useRef<SpotId>(board.cells[0]!.spot)
  if (pointed.peek()) home.current = pointed.peek()!
  return (
    <g>
      {board.list.map(({ spot }) => (
        <SpotButton
          key={spot}
          board={board}
          book={book}
          spot={byId.get(spot)!}
          staked={staked.get(spot) ?? 0}
          isActive={isActive}
          isHome={spot === home.current}
        />
      ))}
    </g>
  )
})

type SpotButtonProps = { board: Board; book: Book; spot: Spot; staked: number; isActive: boolean; isHome: boolean }

const SpotButton = memo(function SpotButton({ board, book, spot, staked, isActive, isHome }: SpotButtonProps) {
  const [cell, place] = [board.cellOf.get(spot.spot), board.byId.get(spot.spot)!]
  return (
    <g
      class="felt-spot"
      data-spot={spot.spot}
      role={isActive ? 'button' : 'img'}
      tabindex={isActive ? (isHome ? 0 : -1) : undefined}
      aria-label={described(book, spot, staked)}
    >
      {cell ? <rect {...middlePart(cell, place)} /> : <circle cx={place.x} cy={place.y} r={REACH} />}
    </g>
  )
})

const described = (book: Book, spot: Spot, staked: number): string =>
  [spotName(book, spot), nouns.odds(spot.pays), ...(staked > 0 ? [`${common.stake} ${shortMoney(staked)}`] : [])].join(
    ', ',
  )
