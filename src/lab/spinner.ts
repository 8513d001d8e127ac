import type { Bonus, EnPrison, RuleBook } from '../books/rule-book.ts'
import { chancesOf, decidingPockets } from '../engine/odds.ts'
import { levels } from './fast-settlement.ts'
import type { LabChance } from './generator.ts'

export const NO_LINK = 255

/** The link of each pocket of a book with bonus numbers, by their indexes. */
export const linksOf = ({ wheel, rules }: RuleBook): Uint8Array =>
  Uint8Array.from(wheel.pockets, (pocket) => {
    const link = rules.bonus!.links.findIndex(({ pockets }) => pockets.includes(pocket))
    return link < 0 ? NO_LINK : link
  })

/** Plays rounds: fills with outcomes, each by its index in `chancesOf(book)`. */
export type Spinner = (outcomes: Uint16Array) => void

/**
 * The ball falls, and where the book has bonus numbers, they are drawn: nothing is taken from the odds.
 *
 * @example
 * const spinner: Spinner = spinnerOf(roulette3, chanceFrom(seededFill('a seed', 0)))
 */
export function spinnerOf(book: RuleBook, chance: LabChance): Spinner {
  const { bonus, enPrison } = book.rules
  const pockets = book.wheel.pockets.length
  if (enPrison) return prisonSpinner(book, enPrison, chance)
  return bonus ? bonusSpinner(book, bonus, chance) : (outcomes) => chance.fill(outcomes, pockets)
}

/** Spins on after a prison pocket, until a ball decides about the stakes in prison. */
function prisonSpinner(book: RuleBook, enPrison: EnPrison, chance: LabChance): Spinner {
  const { pockets } = book.wheel
  const chances = chancesOf(book)
  const first = Uint16Array.from(pockets, (pocket) => chances.findIndex(({ outcome }) => outcome.pocket === pocket))
  const imprisons = Uint8Array.from(pockets, (pocket) => (enPrison.pockets.includes(pocket) ? 1 : 0))
  const deciding = decidingPockets(book)
  const places = Int16Array.from(pockets, (pocket) => deciding.indexOf(pocket))
  const decide = (): number => {
    for (;;) {
      const place = places[chance.below(pockets.length)]!
      if (place >= 0) return place
    }
  }
  return (outcomes) => {
    chance.fill(outcomes, pockets.length)
    for (let at = 0; at < outcomes.length; at++) {
      const pocket = outcomes[at]!
      outcomes[at] = first[pocket]! + (imprisons[pocket] === 1 ? decide() : 0)
    }
  }
}

/** The index of each outcome by pocket, level and scatter; -1 for what cannot be. */
function outcomeIndex(book: RuleBook): Int16Array {
  const { pockets } = book.wheel
  const index = new Int16Array(pockets.length * levels.length * 2).fill(-1)
  for (const [at, { outcome }] of chancesOf(book).entries())
    index[outcomePlace(pockets.indexOf(outcome.pocket), levels.indexOf(outcome.level), outcome.scatter)] = at
  return index
}

const outcomePlace = (pocket: number, level: number, scatter: boolean): number =>
  (pocket * levels.length + level) * 2 + (scatter ? 1 : 0)

function bonusSpinner(book: RuleBook, bonus: Bonus, chance: LabChance): Spinner {
  const { pockets } = book.wheel
  const index = outcomeIndex(book)
  const linkOf = linksOf(book)
  const sizes = Uint8Array.from(bonus.links, (link) => link.pockets.length)
  const litIn = new Uint8Array(sizes.length)
  const draw = new DrawnNumbers(pockets.length, bonus.numbers, chance)
  const levelOf = (pocket: number): number => {
    if (!draw.has(pocket)) return 0
    const link = linkOf[pocket]!
    return link !== NO_LINK && litIn[link] === sizes[link] ? 2 : 1
  }
  const play = (): number => {
    draw.next()
    litIn.fill(0)
    let links = 0
    for (let nth = 0; nth < bonus.numbers; nth++) {
      const link = linkOf[draw.numbers[nth]!]!
      if (link !== NO_LINK && litIn[link]!++ === 0) links++
    }
    const ball = chance.below(pockets.length)
    return index[outcomePlace(ball, levelOf(ball), links === sizes.length)]!
  }
  return (outcomes) => {
    for (let at = 0; at < outcomes.length; at++) outcomes[at] = play()
  }
}

/** Draws different numbers of 0 to count - 1, repeatedly: a partial shuffle (Fisher and Yates). */
class DrawnNumbers {
  readonly numbers: Uint8Array
  readonly #places: Uint8Array
  readonly #count: number
  readonly #size: number
  readonly #chance: LabChance

  constructor(count: number, size: number, chance: LabChance) {
    this.numbers = Uint8Array.from({ length: count }, (_, at) => at)
    this.#places = Uint8Array.from(this.numbers)
    this.#count = count
    this.#size = size
    this.#chance = chance
  }

  next(): void {
    const { numbers } = this
    const places = this.#places
    const count = this.#count
    const size = this.#size
    const chance = this.#chance
    for (let at = 0; at < size; at++) {
      const other = at + chance.below(count - at)
      const [here, there] = [numbers[at]!, numbers[other]!]
      numbers[at] = there
      numbers[other] = here
      places[there] = at
      places[here] = other
    }
  }

  has(number: number): boolean {
    return this.#places[number]! < this.#size
  }
}
