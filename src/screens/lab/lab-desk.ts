import { computed, effect, signal } from '@preact/signals'
import { bookById, books } from '../../books/index.ts'
import type { Book, Pocket, SpotId } from '../../books/rule-book.ts'
import type { Table } from '../../engine/conduct.ts'
import { CENTS_MAX, type Cents } from '../../engine/money.ts'
import { layoutNames } from '../../engine/spots.ts'
import { type LayoutFigures, LayoutOdds } from '../../lab/layout-odds.ts'
import { type BetOffer, piecesIn } from '../kit/bet-offer.ts'
import { fetchBook, fetchHouseBooks, houseBooks } from '../kit/house-books.ts'
import { LINK_LENGTH_MAX, packBook } from './book-link.ts'
import type { BookSource, FileCheck } from './check-file.ts'
import { bookInLink, chipsOn, emptyLayout, exampleLayout, type LabLayout, linkOf, readLink } from './layout-link.ts'
import { openBook } from './open-book.ts'
import type { LabRound } from './play-round.ts'

const STEPS_KEPT = 200

/** The books that the page and the service have: links name them. */
export const knownBooks = (): readonly Book[] => [...books, ...houseBooks().filter(({ id }) => !bookById(id))]

/** A file that was dropped or chosen, or the book of a link, which has no name. */
export type OpenedFile = { readonly name: string | null; readonly check: FileCheck }
/** Rounds that were played one by one. `last`: the newest, with the chips `of` that it was played on. `waiting`: in prison. */
export type LabPlay = {
  readonly table: Table
  readonly of: LabLayout
  readonly last: LabRound
  readonly waiting: readonly { spot: SpotId; amount: Cents }[]
  readonly rounds: number
  readonly net: number
}

/** Chips on the felt of the lab, their odds, and the books that were opened here. */
export function labDesk() {
  const layout = signal<LabLayout>(emptyLayout())
  const chip = signal<Cents>(500 as Cents)
  const past = signal<readonly LabLayout[]>([])
  const lit = signal<readonly Pocket[]>([])
  const { opened, looked, open } = openedBooks()
  const isOpening = signal(true)
  const isBadLink = signal(false)
  const play = signal<LabPlay | null>(null)
  const change = (next: LabLayout): void => {
    past.value = [...past.value, layout.value].slice(-STEPS_KEPT)
    show(next)
  }
  /** Shows chips. The rounds of a layout continue while its chips change, and end with it. */
  const show = (next: LabLayout): void => {
    const { book, layout: name } = layout.value
    if (next.book !== book || next.layout !== name) play.value = null
    layout.value = next
    isBadLink.value = false
  }
  const choose = (book: Book, name = layoutNames(book)[0]!) => change({ book, layout: name, stakes: new Map() })
  const put = (chips: readonly ChipsOn[]): void => {
    const stakes = withChips(layout.value.stakes, chips, chip.value)
    if (stakes) change({ ...layout.value, stakes })
  }
  const bookAsked = async (asked: ReturnType<typeof bookInLink>): Promise<Book | null | undefined> =>
    asked && ('packed' in asked ? open(asked, null) : (bookById(asked.id) ?? (await fetchBook(asked.id)) ?? null))
  return {
    layout,
    chip,
    figures: figuresOn(layout),
    link: linkTo(layout),
    canUndo: computed(() => past.value.length > 0),
    opened,
    lit,
    looked,
    isOpening,
    isBadLink,
    play,
    choose,
    place: (spot: SpotId, action: 'place' | 'remove'): void => put([{ spot, count: action === 'place' ? 1 : -1 }]),
    /** Puts a chip on each piece of a several-piece bet, as one step. */
    placeBet: (offer: BetOffer, bet: string): void =>
      put(piecesIn(offer, bet).map(({ spot, pieces }) => ({ spot, count: pieces }))),
    clear: () => change({ ...layout.value, stakes: new Map() }),
    undo(): void {
      const before = past.value.at(-1)
      if (!before) return
      past.value = past.value.slice(0, -1)
      show(before)
    },
    /** Opens a file. The same book in another state keeps its chips; steps of before are of a book that is gone. */
    async openFile(file: File): Promise<void> {
      isOpening.value = true
      const book = await open({ file }, file.name)
      isOpening.value = false
      if (!book) return
      if (book.id === layout.value.book.id) show(chipsOn(book, layout.value))
      else choose(book)
      past.value = []
    },
    /** Opens what the address asks for. */
    async follow(address: Pick<Location, 'search' | 'hash'>): Promise<void> {
      isOpening.value = true
      const asked = bookInLink(address)
      const book = await bookAsked(asked)
      const read = book && readLink(address.search, book)
      if (read) show(read)
      else if (asked === null && past.value.length === 0) show(exampleLayout())
      isBadLink.value = asked !== null && !read
      isOpening.value = false
      await fetchHouseBooks()
    },
  }
}

/** The books that were opened here. `looked`: the newest file, whether it is a book or not. */
function openedBooks() {
  const opened = signal<readonly OpenedFile[]>([])
  const looked = signal<OpenedFile | null>(null)
  let latest: BookSource | null = null
  /** Null: it cannot be played, or another was opened meanwhile. */
  const open = async (source: BookSource, name: string | null): Promise<Book | null> => {
    latest = source
    const file = { name, check: await openBook(source) }
    if (latest !== source) return null
    looked.value = file
    const { book } = file.check
    if (book) opened.value = [...opened.value.filter((one) => one.check.book!.id !== book.id), file]
    return book
  }
  return { opened, looked, open }
}

type ChipsOn = { readonly spot: SpotId; readonly count: number }

/** Adds chips of one value, or takes them back. Null: a stake would be too large. */
function withChips(before: LabLayout['stakes'], chips: readonly ChipsOn[], value: Cents): LabLayout['stakes'] | null {
  const stakes = new Map(before)
  for (const { spot, count } of chips) {
    const stake = (stakes.get(spot) ?? 0) + count * value
    if (stake > CENTS_MAX) return null
    if (stake > 0) stakes.set(spot, stake as Cents)
    else stakes.delete(spot)
  }
  return stakes
}

export type LabDesk = ReturnType<typeof labDesk>

/** Computes the figures of the chips. One chip more costs one step on top of the last figures. */
function figuresOn(layout: { readonly value: LabLayout }) {
  let known: { of: Book; layout: string; odds: LayoutOdds; stakes: ReadonlyMap<SpotId, Cents> } | null = null
  return computed((): LayoutFigures | null => {
    const { book, layout: name, stakes } = layout.value
    const before = known?.of === book && known.layout === name ? known : null
    const odds = before?.odds ?? new LayoutOdds(book, name)
    for (const spot of before?.stakes.keys() ?? []) if (!stakes.has(spot)) odds.put(spot, 0 as Cents)
    for (const [spot, stake] of stakes) odds.put(spot, stake)
    known = { of: book, layout: name, odds, stakes }
    return odds.figures()
  })
}

/** The address of a layout. `isTooLong`: it would carry its book, and is too long for that. */
export type LabLink = { readonly address: string; readonly length: number; readonly isTooLong: boolean }

/** Null while the book is being packed. A book that the service has is named, any other is carried. */
function linkTo(layout: { readonly value: LabLayout }) {
  const packed = signal<{ of: Book; text: string } | null>(null)
  effect(() => {
    const { book } = layout.value
    if (!knownBooks().includes(book) && packed.peek()?.of !== book)
      void packBook(book).then((text) => {
        packed.value = { of: book, text }
      })
  })
  return computed((): LabLink | null => {
    const { book } = layout.value
    const isCarried = !knownBooks().includes(book)
    if (isCarried && packed.value?.of !== book) return null
    const whole = linkOf(layout.value, isCarried ? packed.value!.text : null)
    const isTooLong = whole.length > LINK_LENGTH_MAX
    return { address: isTooLong ? linkOf(layout.value, null) : whole, length: whole.length, isTooLong }
  })
}
