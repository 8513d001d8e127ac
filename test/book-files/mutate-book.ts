import type { Dice } from '../simulation/dice.ts'

/** Rule books with something wrong in them, or something else that may be right: seeded changes of a value of JSON. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A place in a value: the list or object around it, with the name or number inside. */
type Place = { within: Json[] | { [name: string]: Json }; key: string | number }

const isTree = (value: Json): value is Json[] | { [name: string]: Json } => typeof value === 'object' && value !== null

const placesIn = (value: Json): Place[] =>
  Array.isArray(value)
    ? value.map((_, key) => ({ within: value, key }))
    : isTree(value)
      ? Object.keys(value).map((key) => ({ within: value, key }))
      : []

const get = ({ within, key }: Place): Json => (within as Record<string, Json>)[key]!

/** An assignment to `__proto__` would change the object and not name a field. */
const set = ({ within, key }: Place, value: Json): void =>
  void Object.defineProperty(within, key, { value, writable: true, enumerable: true, configurable: true })

const everyPlace = (value: Json): Place[] => placesIn(value).flatMap((place) => [place, ...everyPlace(get(place))])

/** A place anywhere, or one on a way down from the top: rules and texts are as likely then, though texts are longer. */
function anyPlace(dice: Dice, book: Json): Place {
  if (dice.isOneIn(2)) return dice.oneOf(everyPlace(book))
  let place = dice.oneOf(placesIn(book))
  for (let inner = placesIn(get(place)); inner.length > 0 && !dice.isOneIn(4); inner = placesIn(get(place)))
    place = dice.oneOf(inner)
  return place
}

const otherValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e9,
  '',
  ' ',
  '0',
  'red',
  [],
  {},
  ['0'],
  { clause: '1.1' },
]
const otherNames = ['__proto__', 'constructor', 'toString', 'pays', 'clause', 'zh', '00', 'extra', 'a b']

type Mutation = (dice: Dice, book: Json) => void

const drop: Mutation = (dice, book) => {
  const { within, key } = anyPlace(dice, book)
  if (Array.isArray(within)) within.splice(Number(key), 1)
  else delete within[key]
}

const retype: Mutation = (dice, book) => set(anyPlace(dice, book), structuredClone(dice.oneOf(otherValues)))

/** Two values of one list or object change places. */
const swap: Mutation = (dice, book) => {
  const place = anyPlace(dice, book)
  const other = dice.oneOf(placesIn(place.within))
  const [one, two] = [get(place), get(other)]
  set(place, two)
  set(other, one)
}

const duplicate: Mutation = (dice, book) => {
  const place = anyPlace(dice, book)
  const copy = structuredClone(get(place))
  if (Array.isArray(place.within)) place.within.splice(dice.below(place.within.length + 1), 0, copy)
  else set({ within: place.within, key: dice.oneOf(otherNames) }, copy)
}

/** A value a little beside: a number up or down, a letter more or fewer, a switch the other way. */
const nudge: Mutation = (dice, book) => {
  const leaves = everyPlace(book).filter((place) => !isTree(get(place)))
  const numbers = leaves.filter((place) => typeof get(place) === 'number')
  const place = dice.oneOf(dice.isOneIn(2) ? numbers : leaves)
  const value = get(place)
  if (typeof value === 'number') set(place, dice.oneOf([value + 1, value - 1, value * 2, value / 2, -value]))
  else if (typeof value === 'boolean') set(place, !value)
  else if (typeof value === 'string')
    set(place, dice.oneOf([`${value}1`, value.slice(1), value.toUpperCase(), `${value}/${value}`]))
}

/** A value as it stands at another place of the same name: it often fits. */
const graft: Mutation = (dice, book) => {
  const place = anyPlace(dice, book)
  const isAlike = ({ within, key }: Place) => Array.isArray(within) === Array.isArray(place.within) && key === place.key
  set(place, structuredClone(get(dice.oneOf(everyPlace(book).filter(isAlike)))))
}

const mutations: readonly Mutation[] = [drop, retype, swap, duplicate, nudge, nudge, graft, graft]

/** Changes a copy of a book in one to three places. */
export function mutateBook(dice: Dice, book: object): Json {
  const copy: Json = JSON.parse(JSON.stringify(book))
  for (let left = dice.oneOf([1, 1, 2, 3]); left > 0; left--) dice.oneOf(mutations)(dice, copy)
  return copy
}
