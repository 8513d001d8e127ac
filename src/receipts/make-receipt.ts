import type { TableEvent } from '../engine/events.ts'
import type { Hash } from '../proof/tree.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { entriesOfPlace, type RoundPlace } from '../record/round-index.ts'
import type { KeptCheckpoint, ProvenEntries, Stored } from '../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { type Proven, RECEIPT_MAX, writeReceipt } from './receipt.ts'
import { companionsFor, courseOf, type RoundEntry, roundEntryIn, type Scope } from './round-entries.ts'

/** One stream of a journal, as whoever makes receipts asks it. */
export type ReceiptSource = {
  /** Entries from this number on, at most so many. */
  read(from: number, limit: number): Promise<readonly Stored[]>
  /** Where a round lies; null: it was never opened. */
  place(round: number): Promise<RoundPlace | null>
  inclusion(seq: number, size: number): Promise<readonly Hash[]>
  /** The newest that is signed; null: nothing is. */
  checkpoint(): Promise<KeptCheckpoint | null>
}

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
  const entries = staked ? await entriesOfRound(source, staked.round) : []
  const chosen = staked ? companionsFor(entries, staked.player, scope, checkpoint.size) : []
  const prove = async ({ seq, ...stored }: Stored): Promise<Proven> => ({
    index: seq - 1,
    leaf: stored.body,
    hashes: await source.inclusion(seq, checkpoint.size),
  })
  const setup = staked ? await setupFor(source, entry!) : []
  const stored = new Map(entries.map((one) => [one.seq, one.stored]))
  const beside = await allOf(chosen, async (one) => ({ ...one, proven: await prove(stored.get(one.seq)!) }))
  return receiptOf(await prove(own), await allOf(setup, prove), beside, checkpoint)
}

/** The first entry of a table is its setup, and carries the rules of its first book. */
export const SETUP = 1

const READ_AT_ONCE = 1_000

/** Reads the setup of the table, and the entry that carries the rules of an entry's book where that is another. */
async function setupFor(source: ReceiptSource, { book }: TableEntry): Promise<readonly Stored[]> {
  const setup = await source.read(SETUP, 1)
  let page = setup
  for (let from = SETUP + 1; page.length > 0; from += READ_AT_ONCE) {
    const carrier = page.find((stored) => stored.body.includes('"ruleBook":') && carries(stored, book))
    if (carrier) return carrier.seq === SETUP ? setup : [...setup, carrier]
    page = await source.read(from, READ_AT_ONCE)
  }
  return setup
}

function carries(stored: Stored, book: string): boolean {
  const entry = tableEntryIn(stored)
  const rules = entry && 'ruleBook' in entry ? entry.ruleBook : undefined
  return rules !== undefined && fingerprintOf(rules) === book
}

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

/** Makes receipts for a player's stakes in one round. `own`: their entries; `entries`: those that tell of the round; `setup`: those that tell its rules. */
export function receiptsFrom(
  { checkpoint, entries: proven }: ProvenEntries,
  own: readonly number[],
  entries: readonly RoundEntry[],
  setup: readonly number[],
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
      receipt: receiptOf(proven, setup.flatMap(provenAt), companions, checkpoint),
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

/** None: it is of the house, or of a kind that is not known here. */
export function eventsIn(stored: Stored): readonly TableEvent[] {
  const entry = tableEntryIn(stored)
  return entry && 'events' in entry ? entry.events : []
}

type RoundEntryStored = RoundEntry & { readonly stored: Stored }

/** Reads the entries that tell of a round: its course, its result and its later changes. */
async function entriesOfRound(source: ReceiptSource, round: number): Promise<readonly RoundEntryStored[]> {
  const place = await source.place(round)
  const stored = await allOf(place ? entriesOfPlace(place) : [], (seq) => source.read(seq, 1))
  return stored.flat().flatMap((one) => {
    const entry = roundEntryIn(round, one.seq, eventsIn(one))
    return entry ? [{ ...entry, stored: one }] : []
  })
}
