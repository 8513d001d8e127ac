import type { EventType, TableEvent } from '../engine/events.ts'
import type { Hash } from '../proof/tree.ts'
import { leafText } from '../record/chain.ts'
import type { KeptCheckpoint, Stored } from '../record/stored-entry.ts'
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

/** Receipts for entries of one round. `beside`: the entries that tell how it came out, where they are known already. */
export async function makeReceipts(
  source: ReceiptSource,
  seqs: readonly number[],
  beside: readonly number[],
): Promise<StakeReceipt[]> {
  const checkpoint = await source.checkpoint()
  const readOne = async (seq: number): Promise<Stored> => (await source.read(seq, 1))[0]!
  const own = await allOf(seqs, readOne)
  if (!checkpoint) return own.map((stored) => ({ stored, receipt: null, code: null }))
  const prove = provingUnder(source, checkpoint)
  const signed = beside.filter((seq) => seq <= checkpoint.size)
  const companions = await allOf(signed, async (seq) => prove(await readOne(seq)))
  return allOf(own, async (stored) => {
    if (stored.seq > checkpoint.size) return { stored, receipt: null, code: null }
    const proven = { ...(await prove(stored)), checkpoint: checkpoint.note }
    return {
      stored,
      receipt: writeReceipt({ ...proven, beside: companions }),
      code: writeReceipt({ ...proven, beside: [] }),
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
  const opened = await lookBack(source, seq, isCompanion)
  const after = await lookAhead(source, seq, size, round, isCompanion)
  return [...(setup ? [setup] : []), ...(opened ? [opened] : []), ...after]
}

async function lookBack(
  source: ReceiptSource,
  seq: number,
  isIt: (stored: Stored) => boolean,
): Promise<Stored | undefined> {
  for (let to = seq - 1; to > 1; to -= READ_AT_ONCE) {
    const from = Math.max(2, to - READ_AT_ONCE + 1)
    const found = (await source.read(from, to - from + 1)).findLast(isIt)
    if (found) return found
  }
  return undefined
}

/** Until the outcome is found or the round is over. */
async function lookAhead(
  source: ReceiptSource,
  seq: number,
  size: number,
  round: number,
  isIt: (stored: Stored) => boolean,
): Promise<Stored[]> {
  const found: Stored[] = []
  for (let from = seq + 1; from <= size; from += READ_AT_ONCE) {
    const page = await source.read(from, Math.min(READ_AT_ONCE, size - from + 1))
    for (const stored of page) {
      if (isIt(stored)) found.push(stored)
      if (isOver(stored, round)) return found
    }
    if (page.length === 0) return found
  }
  return found
}

function isOver(stored: Stored, round: number): boolean {
  const events = eventsIn(stored)
  return isEndOf(round, events) || events.some((event) => event.type === 'betting-opened' && event.round > round)
}
