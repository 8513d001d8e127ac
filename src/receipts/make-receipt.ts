import type { EventType, TableEvent } from '../engine/events.ts'
import type { Hash } from '../proof/tree.ts'
import type { KeptCheckpoint, ProvenEntries, Stored } from '../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { type Proven, RECEIPT_MAX, writeReceipt } from './receipt.ts'
import { companionsFor, courseOf, type RoundEntry, roundEntryIn, type Scope } from './round-entries.ts'

/** One stream of a journal, as whoever makes receipts asks it. */
export type ReceiptSource = {
  /** Entries from this number on, at most so many. */
  read(from: number, limit: number): Promise<readonly Stored[]>
  /** Entries from this number on that are about a round which was concluded before them. */
  changesOf(round: number, from: number): Promise<readonly number[]>
  inclusion(seq: number, size: number): Promise<readonly Hash[]>
  /** The newest that is signed; null: nothing is. */
  checkpoint(): Promise<KeptCheckpoint | null>
}

const ends: readonly EventType[] = ['round-settled', 'round-voided']

/** Makes a receipt for an entry, with what became of its round; null: no signed checkpoint holds it yet. */
export async function makeReceipt(
  source: ReceiptSource,
  seq: number,
  scope: Scope = 'own-player',
): Promise<string | null> {
  const checkpoint = await source.checkpoint()
  const [own] = checkpoint && checkpoint.size >= seq ? await source.read(seq, 1) : []
  if (!checkpoint || own?.seq !== seq) return null
  const entry = tableEntryIn(own)
  const [staked] = entry ? stakedIn(entry) : []
  const entries = staked ? await entriesOfRound(source, seq, staked.round, checkpoint.size) : []
  const chosen = staked ? companionsFor(entries, staked.player, scope, checkpoint.size) : []
  const prove = async ({ seq, ...stored }: Stored): Promise<Proven> => ({
    index: seq - 1,
    leaf: stored.body,
    hashes: await source.inclusion(seq, checkpoint.size),
  })
  const [setup] = staked ? await source.read(SETUP, 1) : []
  const stored = new Map(entries.map((one) => [one.seq, one.stored]))
  const beside = await allOf(chosen, async (one) => ({ ...one, proven: await prove(stored.get(one.seq)!) }))
  return receiptOf(await prove(own), setup ? [await prove(setup)] : [], beside, checkpoint)
}

/** The first entry of a table is its setup. */
export const SETUP = 1

type Companion = RoundEntry & { readonly proven: Proven }

/** Leaves the result out where the receipt would be too long for anybody to read. */
function receiptOf(
  own: Proven,
  setup: readonly Proven[],
  companions: readonly Companion[],
  { note: checkpoint }: KeptCheckpoint,
): string {
  const written = (all: readonly Companion[]): string =>
    writeReceipt({ ...own, beside: [...setup, ...all.map(({ proven }) => proven)], checkpoint })
  const whole = written(companions)
  return whole.length > RECEIPT_MAX ? written(courseOf(companions)) : whole
}

/** `code`: the entry's own proof alone, which is short enough for a picture. */
export type StakeReceipt = { readonly stored: Stored; readonly receipt: string | null; readonly code: string | null }

/** Makes receipts for a player's stakes in one round. `own`: their entries; `entries`: those that tell of the round. */
export function receiptsFrom(
  { checkpoint, entries: proven }: ProvenEntries,
  own: readonly number[],
  entries: readonly RoundEntry[],
  player: string,
): StakeReceipt[] {
  const bySeq = new Map(proven.map((one) => [one.stored.seq, one]))
  const provenAt = (seq: number): Proven[] => {
    const { stored, hashes } = bySeq.get(seq)!
    return hashes ? [{ index: seq - 1, leaf: stored.body, hashes }] : []
  }
  const chosen = companionsFor(entries, player, 'own-player', checkpoint?.size ?? 0)
  const companions = chosen.flatMap((one) => provenAt(one.seq).map((proven) => ({ ...one, proven })))
  return own.map((seq) => {
    const { stored } = bySeq.get(seq)!
    const [proven] = provenAt(seq)
    if (!proven || !checkpoint) return { stored, receipt: null, code: null }
    return {
      stored,
      receipt: receiptOf(proven, provenAt(SETUP), companions, checkpoint),
      code: receiptOf(proven, [], [], checkpoint),
    }
  })
}

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

const READ_AT_ONCE = 200

/** None: it is of the house, or of a kind that is not known here. */
export function eventsIn(stored: Stored): readonly TableEvent[] {
  const entry = tableEntryIn(stored)
  return entry && 'events' in entry ? entry.events : []
}

export const isEndOf = (round: number, events: readonly TableEvent[]): boolean =>
  events.some(({ type, ...event }) => ends.includes(type) && 'round' in event && event.round === round)

type RoundEntryStored = RoundEntry & { readonly stored: Stored }

/** Finds the entries of a round, from its opening to its end, and its later changes. `size`: of the checkpoint. */
async function entriesOfRound(
  source: ReceiptSource,
  seq: number,
  round: number,
  size: number,
): Promise<readonly RoundEntryStored[]> {
  const opening = await lookedUp(async (silence) => {
    const near = await firstPast(source, 2, seq - 1, { round, isClosed: false }, silence)
    return firstFrom(source, near, seq - 1, (stored) => (opensRound(stored, round) ? stored.seq : undefined))
  })
  const { entries, end } = await playedRound(source, opening ?? seq, seq, round, size)
  if (end === null) return entries
  const changes = await source.changesOf(round, end + 1)
  const changed = await allOf(changes, (at) => source.read(at, 1))
  return [...entries, ...changed.flat().flatMap((stored) => entryIn(round, stored))]
}

const opensRound = (stored: Stored, round: number): boolean =>
  eventsIn(stored).some((event) => event.type === 'betting-opened' && event.round === round)

function entryIn(round: number, stored: Stored): RoundEntryStored[] {
  const entry = roundEntryIn(round, stored.seq, eventsIn(stored))
  return entry ? [{ ...entry, stored }] : []
}

/** `end`: the entry that concluded the round; null: none was found. */
type PlayedRound = { entries: readonly RoundEntryStored[]; end: number | null; isClosed: boolean }

/** Reads a round from its opening on; of one with very many wagers the beginning, and what comes after its close. */
async function playedRound(
  source: ReceiptSource,
  opening: number,
  seq: number,
  round: number,
  size: number,
): Promise<PlayedRound> {
  const first = await lookAhead(source, opening, round)
  if (first.isClosed) return first
  const unread = Math.max(seq, opening + AHEAD_MAX) + 1
  const rest = await lookedUp(async (silence) => {
    const closing = await firstPast(source, unread, size, { round, isClosed: true }, silence)
    const found = await lookAhead(source, closing, round)
    return found.isClosed ? found : undefined
  })
  return rest ? { ...rest, entries: [...first.entries, ...rest.entries] } : first
}

/** On which side of what is looked for a long stretch lies that tells nothing of rounds: first on one, then on the other. */
type Silence = 'past' | 'before'

const lookedUp = async <Found>(look: (silence: Silence) => Promise<Found | undefined>): Promise<Found | undefined> =>
  (await look('past')) ?? look('before')

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
/** Most entries that are read of an open round, and again after its close: a round may have no end. */
const AHEAD_MAX = 10_000

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

/** Reads on until the round is over, if it ever is. */
async function lookAhead(source: ReceiptSource, from: number, round: number): Promise<PlayedRound> {
  const entries: RoundEntryStored[] = []
  let [until, isClosed] = [from + AHEAD_MAX, false]
  for await (const stored of entriesBetween(source, from, Number.POSITIVE_INFINITY)) {
    if (stored.seq > until) break
    entries.push(...entryIn(round, stored))
    if (isOver(stored, round)) return { entries, end: stored.seq, isClosed: true }
    if (isClosed || !closesRound(stored, round)) continue
    isClosed = true
    until = stored.seq + AHEAD_MAX
  }
  return { entries, end: null, isClosed }
}

function closesRound(stored: Stored, round: number): boolean {
  const stage = stageIn(stored)
  return stage?.round === round && stage.isClosed
}

function isOver(stored: Stored, round: number): boolean {
  const events = eventsIn(stored)
  return isEndOf(round, events) || events.some((event) => event.type === 'betting-opened' && event.round > round)
}
