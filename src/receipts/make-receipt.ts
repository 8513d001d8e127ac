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

/** A receipt for an entry; null: no signed checkpoint holds it yet. `isAlone`: without how its round came out. */
export async function makeReceipt(source: ReceiptSource, seq: number, isAlone = false): Promise<string | null> {
  const checkpoint = await source.checkpoint()
  if (!checkpoint || checkpoint.size < seq) return null
  const [own] = await source.read(seq, 1)
  if (own?.seq !== seq) return null
  const entry = tableEntryIn(own)
  const round = entry ? roundIn(entry) : undefined
  const beside = isAlone || round === undefined ? [] : await companionsOf(source, seq, round, checkpoint.size)
  const prove = async (stored: Stored): Promise<Proven> => ({
    ...{ index: stored.seq - 1, leaf: leafText(stored) },
    hashes: await source.inclusion(stored.seq, checkpoint.size),
  })
  const proven = []
  for (const one of beside) proven.push(await prove(one))
  return writeReceipt({ ...(await prove(own)), beside: proven, checkpoint: checkpoint.note })
}

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
export const stakedIn = (entry: TableEntry): Staked[] =>
  'events' in entry
    ? entry.events.filter((event) => event.type === 'wager-placed' || event.type === 'wager-withdrawn')
    : []

const roundIn = (entry: TableEntry): number | undefined => stakedIn(entry)[0]?.round

const READ_AT_ONCE = 200

/**
 * The entries that tell of a round what everybody may know. An entry with lines is of all players: nobody gets to see it
 * for a wager of their own. So a round that was put right afterwards is shown as it came out first.
 */
async function companionsOf(source: ReceiptSource, seq: number, round: number, size: number): Promise<Stored[]> {
  const isCompanion = (stored: Stored): boolean => {
    const entry = tableEntryIn(stored)
    const events = entry && 'events' in entry ? entry.events : []
    const isOfRound = events.some(
      (event) => companions.includes(event.type) && 'round' in event && event.round === round,
    )
    return isOfRound && !events.some((event) => 'lines' in event)
  }
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
  const entry = tableEntryIn(stored)
  const events = entry && 'events' in entry ? entry.events : []
  return events.some(
    (event) =>
      ((event.type === 'round-settled' || event.type === 'round-voided') && event.round === round) ||
      (event.type === 'betting-opened' && event.round > round),
  )
}
