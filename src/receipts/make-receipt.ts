import type { EventType, TableEvent } from '../engine/events.ts'
import type { Hash } from '../proof/tree.ts'
import { leafText } from '../record/chain.ts'
import type { KeptCheckpoint, ProvenEntries, Stored } from '../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { type Proven, writeReceipt } from './receipt.ts'

/** One stream of a journal, as whoever makes receipts asks it. */
export type ReceiptSource = {
  /** Entries from this number on, at most so many. */
  read(from: number, limit: number): Promise<readonly Stored[]>
  inclusion(seq: number, size: number): Promise<readonly Hash[]>
  /** The newest that is signed; null: nothing is. */
  checkpoint(): Promise<KeptCheckpoint | null>
}

/** What a receipt of a table's entry tells beside it: how the table was set up, and how its round began and came out. */
const companions: readonly EventType[] = ['betting-opened', 'bonus-numbers-drawn', 'outcome-determined']
const ends: readonly EventType[] = ['round-settled', 'round-voided']

/** A receipt for an entry, with how its round came out; null: no signed checkpoint holds it yet. */
export async function makeReceipt(source: ReceiptSource, seq: number): Promise<string | null> {
  const checkpoint = await source.checkpoint()
  const [own] = checkpoint && checkpoint.size >= seq ? await source.read(seq, 1) : []
  if (!checkpoint || own?.seq !== seq) return null
  const entry = tableEntryIn(own)
  const round = entry ? roundIn(entry) : undefined
  const beside = round === undefined ? [] : await companionsOf(source, seq, round, checkpoint.size)
  const prove = provingUnder(source, checkpoint)
  return writeReceipt({ ...(await prove(own)), beside: await allOf(beside, prove), checkpoint: checkpoint.note })
}

/** `code`: the entry's own proof alone, which is short enough for a picture. */
export type StakeReceipt = { readonly stored: Stored; readonly receipt: string | null; readonly code: string | null }

/** Receipts for entries of one round. `own`: what they are for; `beside`: the entries that tell how the round came out. */
export function receiptsFrom(
  { checkpoint, entries }: ProvenEntries,
  own: readonly number[],
  beside: readonly number[],
): StakeReceipt[] {
  const bySeq = new Map(entries.map((entry) => [entry.stored.seq, entry]))
  const provenAt = (seq: number): Proven[] => {
    const { stored, hashes } = bySeq.get(seq)!
    return hashes ? [{ index: seq - 1, leaf: leafText(stored), hashes }] : []
  }
  const companions = beside.flatMap(provenAt)
  return own.map((seq) => {
    const { stored } = bySeq.get(seq)!
    const [proven] = provenAt(seq)
    if (!proven || !checkpoint) return { stored, receipt: null, code: null }
    const { note } = checkpoint
    return {
      stored,
      receipt: writeReceipt({ ...proven, beside: companions, checkpoint: note }),
      code: writeReceipt({ ...proven, beside: [], checkpoint: note }),
    }
  })
}

const provingUnder =
  (source: ReceiptSource, { size }: KeptCheckpoint) =>
  async (stored: Stored): Promise<Proven> => ({
    ...{ index: stored.seq - 1, leaf: leafText(stored) },
    hashes: await source.inclusion(stored.seq, size),
  })

/** All at once: the store has a thread of its own, which need not wait for us between two of them. */
const allOf = <One, Made>(all: readonly One[], make: (one: One) => Promise<Made>): Promise<Made[]> =>
  Promise.all(all.map(make))

/** Null: it is of the house, or of a kind that is not known here. */
export function tableEntryIn({ body }: { body: string }): TableEntry | null {
  try {
    const entry = readTableEntry(body)
    return 'opened' in entry || 'events' in entry ? entry : null
  } catch {
    return null
  }
}

type Staked = Extract<TableEvent, { type: 'wager-placed' | 'wager-withdrawn' }>

/** What a player staked or took back by an entry. */
export const stakedIn = (entry: TableEntry): Staked[] => ('events' in entry ? entry.events.filter(isStaked) : [])

export const isStaked = (event: TableEvent): event is Staked =>
  event.type === 'wager-placed' || event.type === 'wager-withdrawn'

const roundIn = (entry: TableEntry): number | undefined => stakedIn(entry)[0]?.round

const READ_AT_ONCE = 200

function eventsIn(stored: Stored): readonly TableEvent[] {
  const entry = tableEntryIn(stored)
  return entry && 'events' in entry ? entry.events : []
}

/**
 * Whether an entry with these events tells of a round what everybody may know. One with lines is of all players: nobody gets
 * to see it for a wager of their own.
 */
export const isCompanionOf = (round: number, events: readonly TableEvent[]): boolean =>
  events.some((event) => companions.includes(event.type) && 'round' in event && event.round === round) &&
  !events.some((event) => 'lines' in event)

export const isEndOf = (round: number, events: readonly TableEvent[]): boolean =>
  events.some(({ type, ...event }) => ends.includes(type) && 'round' in event && event.round === round)

/** A round that was put right afterwards is shown as it came out first. */
async function companionsOf(source: ReceiptSource, seq: number, round: number, size: number): Promise<Stored[]> {
  const isCompanion = (stored: Stored): boolean => isCompanionOf(round, eventsIn(stored))
  const [setup] = await source.read(1, 1)
  const opened = await lookedUp(async (silence) => {
    const opening = await firstPast(source, 2, seq - 1, { round, isClosed: false }, silence)
    return firstFrom(source, opening, seq - 1, (stored) => (isCompanion(stored) ? [stored] : undefined))
  })
  const after = await lookedUp(async (silence) => {
    const closing = await firstPast(source, seq + 1, size, { round, isClosed: true }, silence)
    return lookAhead(source, closing, size, round, isCompanion)
  })
  return [...(setup ? [setup] : []), ...opened, ...after]
}

/** On which side of what is looked for a long stretch lies that tells nothing of rounds: first on one, then on the other. */
type Silence = 'past' | 'before'

async function lookedUp(look: (silence: Silence) => Promise<Stored[] | undefined>): Promise<Stored[]> {
  const found = (await look('past')) ?? []
  return found.length > 0 ? found : ((await look('before')) ?? [])
}

/** How far the rounds of a table have come. They lie in the journal in their order, and no wager comes after its round is closed. */
type Stage = { round: number; isClosed: boolean }

const whileOpen: readonly EventType[] = ['betting-opened', 'wager-placed', 'wager-withdrawn']
const onceClosed: readonly EventType[] = [
  'betting-closed',
  'bonus-numbers-drawn',
  'outcome-determined',
  'round-settled',
]

/** Undefined: the entry tells nothing of it. */
function stageIn(stored: Stored): (Stage & { seq: number }) | undefined {
  const event = eventsIn(stored).find(({ type }) => whileOpen.includes(type) || onceClosed.includes(type))
  return event && 'round' in event
    ? { seq: stored.seq, round: event.round, isClosed: onceClosed.includes(event.type) }
    : undefined
}

const LOOKED_AT_ONCE = 20
/** So many entries that tell nothing of rounds are gone through before one asks elsewhere. */
const SILENT_MAX = 1_000
/** So many come at most between the close of a round and its end: what has none is not looked for in all that follows. */
const UNTIL_END_MAX = 10_000

/** From where on a stage is reached, by halving: a round may have very many wagers, and only its ends are of interest. */
async function firstPast(
  source: ReceiptSource,
  from: number,
  to: number,
  stage: Stage,
  silence: Silence,
): Promise<number> {
  let [first, last] = [from, to]
  while (first <= last) {
    const middle = Math.floor((first + last) / 2)
    const next = await firstFrom(source, middle, last, stageIn)
    if (next ? isBefore(next, stage) : silence === 'before') first = (next?.seq ?? middle) + 1
    else last = middle - 1
  }
  return first
}

const isBefore = (one: Stage, other: Stage): boolean =>
  one.round < other.round || (one.round === other.round && !one.isClosed && other.isClosed)

/** What the first entry comes to of which that is known, where it is near. */
async function firstFrom<Found>(
  source: ReceiptSource,
  from: number,
  to: number,
  find: (stored: Stored) => Found | undefined,
): Promise<Found | undefined> {
  for await (const stored of entriesBetween(source, from, Math.min(to, from + SILENT_MAX - 1))) {
    const found = find(stored)
    if (found !== undefined) return found
  }
  return undefined
}

/** A few at first, for most look for what is near. A page may be shorter than was asked for, where entries are long. */
async function* entriesBetween(source: ReceiptSource, from: number, to: number): AsyncGenerator<Stored> {
  for (let [next, many] = [from, LOOKED_AT_ONCE]; next <= to; many = READ_AT_ONCE) {
    const page = await source.read(next, Math.min(many, to - next + 1))
    yield* page
    if (page.length === 0) return
    next = page.at(-1)!.seq + 1
  }
}

/** Until the round is over, if it ever is. */
async function lookAhead(
  source: ReceiptSource,
  from: number,
  size: number,
  round: number,
  isIt: (stored: Stored) => boolean,
): Promise<Stored[]> {
  const found: Stored[] = []
  for await (const stored of entriesBetween(source, from, Math.min(size, from + UNTIL_END_MAX - 1))) {
    if (isIt(stored)) found.push(stored)
    if (isOver(stored, round)) return found
  }
  return found
}

function isOver(stored: Stored, round: number): boolean {
  const events = eventsIn(stored)
  return isEndOf(round, events) || events.some((event) => event.type === 'betting-opened' && event.round > round)
}
