import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { bookByFingerprint } from '../books/shelf.ts'
import { commitmentTo, numbersFrom } from '../engine/committed-draw.ts'
import { drawFacts, outcomeOf, type Reveal } from '../engine/draw.ts'
import type { TableEvent } from '../engine/events.ts'
import { type Cents, subtract } from '../engine/money.ts'
import { layoutNames, type Spot, spotsOf } from '../engine/spots.ts'
import { collectedOn, paidOn, termsOf } from '../engine/unit-result.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import type { CheckedReceipt } from './check-receipt.ts'
import type { Proven } from './receipt.ts'

type EventOf<Type extends TableEvent['type']> = Extract<TableEvent, { type: Type }>
type Numbered = { readonly seq: number; readonly entry: TableEntry }

/** How a bonus draw stands to what the house had committed to. `none`: there was no commitment, or it is not beside it. */
export type DrawStanding = 'derived' | 'not-derived' | 'none'

export type WagerFacts = {
  readonly did: 'wager' | 'withdraw'
  readonly round: number
  readonly player: string
  readonly spot: string
  readonly stake: Cents
  /** Null: the outcome is not beside it. */
  readonly outcome: OutcomeFacts | null
  readonly draw: { seq: number; numbers: readonly Pocket[]; standing: DrawStanding } | null
}
/** What the book pays on this stake, by which clause; null where the book or the layout is not known. */
export type OutcomeFacts = { seq: number; pocket: Pocket; pay: PayFacts | null }
export type PayFacts = { pays: number; paid: Cents; returned: Cents; clause: string }

/** What an entry that is proved says, put in order for a person. */
export type ReceiptFacts = {
  readonly house: string
  readonly table: string
  readonly seq: number
  readonly size: number
  readonly at: string | null
  readonly actor: string
  readonly what: string
  readonly book: { id: string; fingerprint: string } | null
  readonly wagers: readonly WagerFacts[]
}

/** Older entries are leaves with the hash of their chain before them. */
const bodyOf = (leaf: string): string => (leaf.startsWith('{') ? leaf : leaf.slice(leaf.indexOf('\n') + 1))

/** Null: it is no entry of a table. */
function entryOf({ index, leaf }: Proven): Numbered | null {
  try {
    const entry = readTableEntry(bodyOf(leaf))
    return typeof entry.actor === 'string' ? { seq: index + 1, entry } : null
  } catch {
    return null
  }
}

export function receiptFacts({ receipt, checkpoint }: CheckedReceipt): ReceiptFacts | null {
  const own = entryOf(receipt)
  if (!own) return null
  const { entry, seq } = own
  const { origin, size } = checkpoint
  const split = origin.lastIndexOf('/')
  const beside = receipt.beside.flatMap((one) => entryOf(one) ?? [])
  const book = bookOf(entry)
  return {
    ...{ house: origin.slice(0, split), table: origin.slice(split + 1), seq, size },
    ...{ at: entry.at ?? null, actor: entry.actor, what: whatIn(entry) },
    book: book && entry.book !== null ? { id: book.id, fingerprint: entry.book } : null,
    wagers: wagersIn(entry).map((event) => wagerFacts(event, seq, book, beside)),
  }
}

const bookOf = ({ book }: TableEntry): RuleBook | null => (book ? (bookByFingerprint(book) ?? null) : null)

function whatIn(entry: TableEntry): string {
  if ('opened' in entry) return 'opened'
  return 'forbidden' in entry ? entry.forbidden.do : entry.command.do
}

type Staked = EventOf<'wager-placed' | 'wager-withdrawn'>

const wagersIn = (entry: TableEntry): Staked[] =>
  'events' in entry
    ? entry.events.filter((event) => event.type === 'wager-placed' || event.type === 'wager-withdrawn')
    : []

function wagerFacts(event: Staked, seq: number, book: RuleBook | null, beside: readonly Numbered[]): WagerFacts {
  const { type, round, player, spot, stake } = event
  const after = beside.filter((one) => one.seq > seq)
  const draw = drawIn(round, book, beside, after)
  const rest = findEvent(after, 'outcome-determined', round)
  const pay = rest && payOf(event, book, layoutIn(book, beside), rest.event.pocket, draw?.numbers ?? null)
  return {
    ...{ did: type === 'wager-placed' ? 'wager' : 'withdraw', round, player, spot, stake, draw },
    outcome: rest ? { seq: rest.seq, pocket: rest.event.pocket, pay } : null,
  }
}

function findEvent<Type extends TableEvent['type']>(
  entries: readonly Numbered[],
  type: Type,
  round: number,
): { seq: number; event: EventOf<Type> } | null {
  for (const { seq, entry } of entries) {
    const events = 'events' in entry ? entry.events : []
    const event = events.find((one) => one.type === type && 'round' in one && one.round === round)
    if (event) return { seq, event: event as EventOf<Type> }
  }
  return null
}

/** The table's own first entry says it, where the book has more than one. */
function layoutIn(book: RuleBook | null, beside: readonly Numbered[]): string | null {
  const opened = beside.find(({ seq, entry }) => seq === 1 && 'opened' in entry)?.entry
  if (opened && 'opened' in opened) return opened.opened.layout
  const names = book ? layoutNames(book) : []
  return names.length === 1 ? names[0]! : null
}

function drawIn(round: number, book: RuleBook | null, beside: readonly Numbered[], after: readonly Numbered[]) {
  const drawn = findEvent(after, 'bonus-numbers-drawn', round)
  if (!drawn) return null
  const { numbers, reveal } = drawn.event
  const opened = findEvent(beside, 'betting-opened', round)
  return { seq: drawn.seq, numbers, standing: standingOf(book, numbers, reveal, opened?.event.commitment) }
}

/** What all wagers come to (`sent`) only the whole journal shows. */
function standingOf(
  book: RuleBook | null,
  numbers: readonly Pocket[],
  reveal: Reveal | undefined,
  commitment: string | undefined,
): DrawStanding {
  if (!book || commitment === undefined) return 'none'
  if (!reveal || commitmentTo(reveal.secret) !== commitment) return 'not-derived'
  return numbersFrom(book, reveal.secret, reveal.sent).join() === numbers.join() ? 'derived' : 'not-derived'
}

function payOf(
  { spot: id, stake }: Staked,
  book: RuleBook | null,
  layout: string | null,
  pocket: Pocket,
  numbers: readonly Pocket[] | null,
): PayFacts | null {
  if (!book || layout === null || (book.rules.bonus && !numbers)) return null
  const spot: Spot | undefined = spotsOf(book, layout).byId.get(id)
  if (!spot) return null
  const draw = book.rules.bonus && numbers ? drawFacts(book.rules.bonus, numbers) : null
  const terms = termsOf(spot, outcomeOf(pocket, draw))
  const returned = terms.isWin ? stake : subtract(stake, collectedOn(terms, stake))
  return { pays: terms.pays, paid: paidOn(terms, stake), returned, clause: spot.clause }
}
