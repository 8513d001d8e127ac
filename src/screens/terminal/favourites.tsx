import './terminal-form.css'
import { signal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerView } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Dialog, Field } from '../kit/controls.tsx'
import { ClearIcon } from '../kit/icons.tsx'
import { keep, readKeptJson } from '../storage.ts'
import { spotName } from '../words/names.ts'
import { service, terminal } from '../words/terminal.ts'
import { type Bets, ownStakes, type SpotStake } from './bets.ts'

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
      <ul class="list terminal-favourites">
        {favourites.list.value.map((favourite, index) => (
          <FavouriteRow
            key={JSON.stringify(favourite.stakes)}
            favourite={favourite}
            spots={favourite.stakes.map(({ spot }) => spotName(book, byId.get(spot)!))}
            placeholder={service.favouriteNamed(index + 1)}
            onRename={(next) => favourites.rename(index, next)}
            onUse={() => use(favourite.stakes)}
            onRemove={() => favourites.remove(index)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

type FavouriteRowProps = {
  favourite: Favourite
  spots: readonly string[]
  placeholder: string
  onRename: (name: string) => void
  onUse: () => void
  onRemove: () => void
}

const FavouriteRow = ({ favourite, spots, placeholder, onRename, onUse, onRemove }: FavouriteRowProps) => (
  <li class="panel row">
    <div>
      <input
        class="terminal-favourite-name"
        aria-label={service.rename}
        value={favourite.name}
        maxLength={NAME_MAX}
        placeholder={placeholder}
        onInput={(event) => onRename(event.currentTarget.value)}
      />
      <p class="one-line">{terminal.favouriteOf(spots.length, money(totalStake(favourite.stakes)))}</p>
      <small class="one-line">{spots.join(' · ')}</small>
    </div>
    <Button onPress={onUse}>{terminal.useFavourite}</Button>
    <Button look="quiet" isIcon label={terminal.removeFavourite} onPress={onRemove}>
      <ClearIcon />
    </Button>
  </li>
)

/** A pattern that a player keeps under a chosen name; empty if it is shown by its number. */
export type Favourite = { name: string; stakes: readonly SpotStake[] }

const FAVOURITES_MAX = 6
export const NAME_MAX = 24

/** Stored by book and layout, because a spot of one book may be missing on another's layout. */
export function favouritesOf(book: string, layout: string) {
  const key = `favourites.${book}.${layout}`
  const list = signal<readonly Favourite[]>(readFavourites(readKeptJson<unknown[]>(key)))
  const set = (next: readonly Favourite[]) => {
    list.value = next
    keep(key, JSON.stringify(next))
  }
  return {
    list,
    add: (stakes: readonly SpotStake[], name = '') =>
      set(
        [{ name, stakes }, ...list.value.filter((one) => !areSameStakes(one.stakes, stakes))].slice(0, FAVOURITES_MAX),
      ),
    rename: (index: number, name: string) =>
      set(list.value.map((one, at) => (at === index ? { ...one, name: name.slice(0, NAME_MAX) } : one))),
    remove: (index: number) => set(list.value.filter((_, at) => at !== index)),
  }
}

/** Favourites stored before they had names are lists of stakes. */
export const readFavourites = (kept: unknown[] | null): readonly Favourite[] =>
  (kept ?? []).map((one) => (Array.isArray(one) ? { name: '', stakes: one as SpotStake[] } : (one as Favourite)))

const areSameStakes = (a: readonly SpotStake[], b: readonly SpotStake[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
