import './favourites.css'
import { useMemo, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Dialog, Field } from '../kit/controls.tsx'
import { ClearIcon } from '../kit/icons.tsx'
import { spotName } from '../words/names.ts'
import { service, terminal } from '../words/terminal.ts'
import { type Bets, ownStakes, type SpotStake } from './bets.ts'
import { favouritesOf, NAME_MAX } from './favourite-list.ts'

const totalStake = (stakes: readonly SpotStake[]): number => stakes.reduce((sum, { stake }) => sum + stake, 0)

type FavouritesProps = { book: Book; view: PlayerView; bets: Bets; onClose: () => void }

export function Favourites({ book, view, bets, onClose }: FavouritesProps) {
  const { byId } = spotsOf(book, view.layout)
  const favourites = useMemo(() => favouritesOf(view.book, view.layout), [view.book, view.layout])
  const [name, setName] = useState('')
  const now = ownStakes(view)
  const add = () => {
    favourites.add(now, name.trim())
    setName('')
  }
  const use = (stakes: readonly SpotStake[]) => {
    bets.placeAll(stakes)
    onClose()
  }
  return (
    <Dialog
      title={terminal.favourites}
      onClose={onClose}
      footer={
        <>
          <Field label={service.favouriteName} value={name} onInput={setName} maxLength={NAME_MAX} />
          <Button look="primary" disabled={now.length === 0} onPress={add}>
            {terminal.saveFavourite}
          </Button>
        </>
      }
    >
      {favourites.list.value.length === 0 && <p class="fine">{terminal.noFavourites}</p>}
      <ul class="terminal-favourites">
        {favourites.list.value.map(({ name: own, stakes }, index) => (
          <li key={JSON.stringify(stakes)} class="panel">
            <div>
              <input
                class="terminal-favourite-name"
                aria-label={service.rename}
                value={own}
                maxLength={NAME_MAX}
                placeholder={service.favouriteNamed(index + 1)}
                onInput={(event) => favourites.rename(index, event.currentTarget.value)}
              />
              <small>{terminal.favouriteOf(stakes.length, money(totalStake(stakes)))}</small>
              <small class="fine">{stakes.map(({ spot }) => spotName(book, byId.get(spot)!)).join(' · ')}</small>
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
