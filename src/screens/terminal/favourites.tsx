import './favourites.css'
import { useMemo } from 'preact/hooks'
import type { RuleBook } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { Button, Dialog } from '../kit/controls.tsx'
import { ClearIcon } from '../kit/icons.tsx'
import { money } from '../kit/money-text.ts'
import { spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import { type Bets, type Stake, stakesOf } from './bets.ts'
import { favouritesOf } from './favourite-list.ts'

const totalOf = (stakes: readonly Stake[]): number => stakes.reduce((sum, { stake }) => sum + stake, 0)

type FavouritesProps = { book: RuleBook; view: PlayerView; bets: Bets; onClose: () => void }

export function Favourites({ book, view, bets, onClose }: FavouritesProps) {
  const { byId } = spotsOf(book, view.layout)
  const favourites = useMemo(() => favouritesOf(view.book, view.layout), [view.book, view.layout])
  const now = stakesOf(view)
  const use = (stakes: readonly Stake[]) => {
    bets.placeAll(stakes)
    onClose()
  }
  return (
    <Dialog
      title={terminal.favourites}
      onClose={onClose}
      footer={
        <Button look="primary" disabled={now.length === 0} onPress={() => favourites.add(now)}>
          {terminal.saveFavourite}
        </Button>
      }
    >
      {favourites.list.value.length === 0 && <p class="fine">{terminal.noFavourites}</p>}
      <ul class="terminal-favourites">
        {favourites.list.value.map((stakes, index) => (
          <li key={JSON.stringify(stakes)} class="panel">
            <div>
              <strong>{terminal.favouriteOf(stakes.length, money(totalOf(stakes)))}</strong>
              <small class="fine">{stakes.map(({ spot }) => spotName(byId.get(spot)!)).join(' · ')}</small>
            </div>
            <Button onPress={() => use(stakes)}>{terminal.useFavourite}</Button>
            <Button look="quiet" isIcon label={terminal.removeFavourite} onPress={() => favourites.remove(index)}>
              <ClearIcon />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
