import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { commitmentTo, numbersFrom } from '../engine/committed-draw.ts'
import { drawFacts, outcomeOf, type Reveal } from '../engine/draw.ts'
import type { EventOf, TableEvent } from '../engine/events.ts'
import { type Cents, subtract, zero } from '../engine/money.ts'
import { type LineCut, wonBy } from '../engine/settlement.ts'
import { layoutNames, type Spot, spotsOf } from '../engine/spots.ts'
import { collectedOn, paidOn, termsOf } from '../engine/unit-result.ts'
import { CarriedBooks } from '../record/carried-books.ts'
import { withPart } from '../record/divided-entry.ts'
import { actorIn } from '../record/entry-keys.ts'
import { builtInBooks } from '../record/known-books.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import type { CheckedReceipt } from './check-receipt.ts'
import type { StakeEvent } from './make-receipt.ts'
import type { Proven } from './receipt.ts'
import { type ChangeFacts, nothingTold, type RoundTold, roundTold, type TotalFacts } from './round-told.ts'

type Numbered = { readonly seq: number; readonly entry: TableEntry }

/**
 * Whether a bonus draw follows from the house's commitment. `none`: there was no commitment, or the receipt does not
 * hold it.
 */
export type DrawStanding = 'derived' | 'not-derived' | 'none'

export type WagerFacts = {
  readonly did: 'wager' | 'withdraw'
  readonly round: number
  readonly player: string
  readonly spot: string
  readonly stake: Cents
  /** Null if the receipt does not hold the outcome. */
  readonly outcome: OutcomeFacts | null
  readonly draw: { seq: number; numbers: readonly Pocket[]; standing: DrawStanding } | null
}
/** `pay`: by the book, on this stake, as the round stands; null where the receipt's entries do not show that. */
export type OutcomeFacts = { seq: number; pocket: Pocket; pay: PayFacts | null }
export type PayFacts = {
  pays: number
  paid: Cents
  returned: Cents
  imprisoned: Cents
  clause: string
  /** Winnings above the maximum payout of the round, which are not paid. */
  cut?: LineCut
}

/** The content of a proven entry, put in order for a person. */
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
  /** Changes of the result, for the player of the wagers. */
  readonly changes: readonly ChangeFacts[]
  /** The player's money in the round; null if no entry of the receipt states it. */
  readonly total: TotalFacts | null
  /** The newest entry in the receipt. */
  readonly newest: { seq: number; at: string | null }
}

/** Null if the leaf is not an entry of a journal. */
function entryOf({ index, leaf, part }: Proven): Numbered | null {
  try {
    const entry = readTableEntry(part ? withPart(leaf, part.text) : leaf)
    const actor = actorIn(entry)
    return actor === undefined ? null : { seq: index + 1, entry: { ...entry, actor } }
  } catch {
    return null
  }
}

/**
 * Returns what a checked receipt says of the round, as data.
 *
 * @example
 * const facts: ReceiptFacts | null = receiptFacts(checked)
 */
export function receiptFacts({ receipt, checkpoint }: CheckedReceipt): ReceiptFacts | null {
  const own = entryOf(receipt)
  if (!own) return null
  const { entry, seq } = own
  const { origin, size } = checkpoint
  const split = origin.lastIndexOf('/')
  const beside = receipt.beside.flatMap((one) => entryOf(one) ?? []).sort((one, other) => one.seq - other.seq)
  const book = bookOfEntry(entry, beside)
  const wagers = wagersIn(entry)
  const told = wagers[0] ? roundTold(beside, wagers[0]) : nothingTold
  const newest = [own, ...beside].reduce((last, one) => (one.seq > last.seq ? one : last))
  return {
    house: origin.slice(0, split),
    table: origin.slice(split + 1),
    seq,
    size,
    at: entry.at ?? null,
    actor: entry.actor,
    what: whatIn(entry),
    book: book ? { id: book.id, fingerprint: entry.book } : null,
    wagers: wagers.map((event) => wagerFacts(event, seq, book, beside, told)),
    changes: told.changes,
    total: told.total,
    newest: { seq: newest.seq, at: newest.entry.at ?? null },
  }
}

/**
 * The rules that the receipt's entries carry: the fingerprint in the proven entry binds them. A short receipt carries
 * none.
 */
function bookOfEntry({ book }: TableEntry, beside: readonly Numbered[]): RuleBook | null {
  const carried = new CarriedBooks()
  for (const { entry } of beside) carried.take(entry)
  return carried.byFingerprint(book) ?? builtInBooks.byFingerprint(book) ?? null
}

function whatIn(entry: TableEntry): string {
  if ('opened' in entry) return 'opened'
  return 'forbidden' in entry ? entry.forbidden.do : entry.command.do
}

const wagersIn = (entry: TableEntry): StakeEvent[] =>
  'events' in entry
    ? entry.events.filter((event) => event.type === 'wager-placed' || event.type === 'wager-withdrawn')
    : []

function wagerFacts(
  event: StakeEvent,
  seq: number,
  book: RuleBook | null,
  beside: readonly Numbered[],
  told: RoundTold,
): WagerFacts {
  const { type, round, player, spot, stake } = event
  const after = beside.filter((one) => one.seq > seq)
  const draw = drawIn(round, book, beside, after)
  const rest = findEvent(after, 'outcome-determined', round)
  const spots = book && spotsIn(book, beside)
  const pay = rest && spots ? payAsItStands(event, told, book, spots, draw?.numbers ?? null) : null
  return {
    did: type === 'wager-placed' ? 'wager' : 'withdraw',
    round,
    player,
    spot,
    stake,
    draw,
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

/** The layout is in the table's first entry, if the book has more than one. */
function spotsIn(book: RuleBook, beside: readonly Numbered[]): ReadonlyMap<string, Spot> | null {
  const opened = beside.find(({ seq, entry }) => seq === 1 && 'opened' in entry)?.entry
  const names = layoutNames(book)
  const layout = opened && 'opened' in opened ? opened.opened.layout : names.length === 1 ? names[0]! : null
  return layout === null ? null : spotsOf(book, layout).byId
}

function drawIn(round: number, book: RuleBook | null, beside: readonly Numbered[], after: readonly Numbered[]) {
  const drawn = findEvent(after, 'bonus-numbers-drawn', round)
  if (!drawn) return null
  const { numbers, reveal } = drawn.event
  const opened = findEvent(beside, 'betting-opened', round)
  return { seq: drawn.seq, numbers, standing: standingOf(book, numbers, reveal, opened?.event.commitment) }
}

/** The hash of all wagers (`sent`) can only be checked with the whole journal. */
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

/** Calculates the pay of a stake from its spot, the outcome and the draw. */
function payOf(
  spot: Spot,
  stake: Cents,
  { rules: { bonus } }: RuleBook,
  pocket: Pocket,
  numbers: readonly Pocket[] | null,
): PayFacts | null {
  if (bonus && !numbers) return null
  const draw = bonus && numbers ? drawFacts(bonus, numbers) : null
  const terms = termsOf(spot, outcomeOf(pocket, draw))
  if (spot.enPrison && terms.isImprisoned)
    return { pays: 0, paid: zero, returned: zero, imprisoned: stake, clause: spot.enPrison.clause }
  const returned = terms.isWin ? stake : subtract(stake, collectedOn(terms, stake))
  return { pays: terms.pays, paid: paidOn(terms, stake), returned, imprisoned: zero, clause: spot.clause }
}

/**
 * The pay by the result and the rulings as they stand; null where the player's lines show that another amount was
 * settled.
 */
function payAsItStands(
  { spot: id, stake }: StakeEvent,
  { changes, pocket, lines }: RoundTold,
  book: RuleBook,
  spots: ReadonlyMap<string, Spot>,
  numbers: readonly Pocket[] | null,
): PayFacts | null {
  const spot = spots.get(spotAfter(id, changes) ?? '')
  const pay = spot && pocket !== null ? payOf(spot, stake, book, pocket, numbers) : null
  // Without the player's lines it is unknown whether the maximum payout of the round was reached.
  if (!pay || !lines) return pay && book.rules.maximumPayout && pay.paid > 0 ? null : pay
  const line = lines.find((one) => one.spot === spot!.spot)
  const isSame =
    line?.stake === stake &&
    wonBy(line) === pay.paid &&
    line.returned === pay.returned &&
    (line.imprisoned ?? 0) === pay.imprisoned
  return isSame ? { ...pay, paid: line.paid, ...(line.cut ? { cut: line.cut } : {}) } : null
}

/**
 * The spot where all of a wager is in play after the rulings of the pit; null if there is none, or it cannot be known
 * from one wager alone.
 */
function spotAfter(spot: string, changes: readonly ChangeFacts[]): string | null {
  const rulings = changes.filter((one) => one.what === 'ruled')
  const own = rulings.filter((one) => one.spot === spot)
  const parts = own.slice(own.findLastIndex(({ stake }) => stake === null) + 1)
  const whole = own.at(-1)
  if (parts.length > 0) return parts.every(({ treatment }) => treatment === 'stands') ? spot : null
  return !whole || whole.treatment === 'stands' ? spot : whole.to
}
