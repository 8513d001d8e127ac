import type { EventOf, TableEvent } from '../engine/events.ts'
import { divideEntry, provePart } from '../record/divided-entry.ts'
import { type EntryReader, entryAt } from '../record/journal-reader.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { entriesOfPlace } from '../record/round-index.ts'
import { type Sha256, sha256 } from '../record/sha256.ts'
import type { KeptCheckpoint, ProvenEntries, Stored } from '../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { type Proven, RECEIPT_MAX, writeReceipt } from './receipt.ts'
import { companionsFor, courseOf, isSecretSealed, type RoundEntry, roundEntryIn, type Scope } from './round-entries.ts'

/**
 * A journal from which receipts are made. `checkpoint`: the one under which they are issued; null if there is none yet.
 */
export type ProvingReader = Pick<EntryReader, 'pages' | 'place'> & {
  checkpoint(stream: string): Promise<KeptCheckpoint | null>
  proven(stream: string, seqs: readonly number[], size: number): Promise<ProvenEntries>
}

/** Entries with their proofs under one checkpoint. */
export type SignedEntries = { readonly checkpoint: KeptCheckpoint | null; readonly entries: ProvenEntries }

/** Makes a receipt for an entry, with the result of its round; null if no signed checkpoint covers it yet. */
export async function makeReceipt(
  reader: ProvingReader,
  stream: string,
  seq: number,
  scope: Scope = 'own-player',
): Promise<string | null> {
  const checkpoint = await reader.checkpoint(stream)
  const prove = async (seqs: readonly number[]): Promise<SignedEntries> => ({
    checkpoint,
    entries: await reader.proven(stream, seqs, checkpoint?.size ?? 0),
  })
  const alone = await prove([seq])
  const entry = tableEntryIn(alone.entries[0]!.stored)
  const [staked] = entry ? stakedIn(entry) : []
  if (!staked) return entryReceipt(alone, seq, { player: null, scope })
  const { round, player } = staked
  const place = await reader.place(stream, round)
  const setup = await setupFor(reader, stream, entry!)
  const seqs = new Set([...setup, seq, ...(place ? entriesOfPlace(place) : [])])
  const proven = await prove([...seqs].sort((one, other) => one - other))
  const entries = proven.entries.flatMap(({ stored }) => roundEntryIn(round, stored.seq, eventsIn(stored)) ?? [])
  return receiptsFrom(proven, [seq], entries, setup, { player, scope })[0]!.receipt
}

/** Whether an entry commits to a draw that is still to come: no receipt shows its sealed secret before that. */
export async function sealsComingDraw(
  reader: Pick<EntryReader, 'pages' | 'place'>,
  stream: string,
  seq: number,
): Promise<boolean> {
  const stored = await entryAt(reader, stream, seq)
  const opened = stored && eventsIn(stored).find(({ type }) => type === 'betting-opened')
  if (opened?.type !== 'betting-opened') return false
  const place = await reader.place(stream, opened.round)
  if (place?.concluded) return false
  const entries = await Promise.all([seq, ...(place?.played ?? [])].map((one) => entryAt(reader, stream, one)))
  return isSecretSealed(
    entries.flatMap((one) => (one ? (roundEntryIn(opened.round, one.seq, eventsIn(one)) ?? []) : [])),
  )
}

/** The first entry of a table is its setup, and carries the rules of its first book. */
export const SETUP = 1

/** Finds the setup of the table, and the entry that carries the rules of an entry's book if that is another one. */
async function setupFor(
  reader: Pick<EntryReader, 'pages'>,
  stream: string,
  { book }: TableEntry,
): Promise<readonly number[]> {
  const isCarrier = (stored: Stored) => stored.body.includes('"ruleBook":') && carries(stored, book)
  const first = await entryAt(reader, stream, SETUP)
  if (first && isCarrier(first)) return [SETUP]
  for await (const page of reader.pages(stream, SETUP + 1)) {
    const carrier = page.find(isCarrier)
    if (carrier) return [SETUP, carrier.seq]
  }
  return [SETUP]
}

function carries(stored: Stored, book: string): boolean {
  const entry = tableEntryIn(stored)
  const rules = entry && 'ruleBook' in entry ? entry.ruleBook : undefined
  return rules !== undefined && fingerprintOf(rules) === book
}

type Companion = RoundEntry & { readonly proven: Proven }

/** Leaves the result out if the receipt would be too long to read. */
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

/** `code`: the entry's own proof alone, which is short enough for a QR code. */
export type StakeReceipt = { readonly stored: Stored; readonly receipt: string | null; readonly code: string | null }

/** The player for whom a receipt is. `player`: null for an entry that is not a wager. `by`: a faster SHA-256, if there is one. */
type Holder = { readonly player: string | null; readonly scope: Scope; readonly by?: Sha256 }

/**
 * Makes receipts for a player's stakes in one round. `own`: their entries; `entries`: those with the result of the
 * round; `setup`: those with its rules.
 */
export function receiptsFrom(
  proven: SignedEntries,
  own: readonly number[],
  entries: readonly RoundEntry[],
  setup: readonly number[],
  holder: Holder & { readonly player: string },
): StakeReceipt[] {
  const { checkpoint } = proven
  const leavesOf = (seqs: readonly number[]) => seqs.flatMap((seq) => provenLeaf(proven, seq, holder))
  const companions = companionsFor(entries, holder.player, checkpoint?.size ?? 0).flatMap((one) =>
    leavesOf([one.seq]).map((proof) => ({ ...one, proven: proof })),
  )
  const told = leavesOf(setup)
  return own.map((seq) => {
    const { stored } = provenAt(proven, seq)
    const [proof] = leavesOf([seq])
    if (!proof || !checkpoint) return { stored, receipt: null, code: null }
    return { stored, receipt: receiptOf(proof, told, companions, checkpoint), code: entryReceipt(proven, seq, holder) }
  })
}

/** The entry's own proof alone; null if no signed checkpoint covers it yet. */
function entryReceipt(proven: SignedEntries, seq: number, holder: Holder): string | null {
  const [proof] = provenLeaf(proven, seq, holder)
  return proof && proven.checkpoint ? receiptOf(proof, [], [], proven.checkpoint) : null
}

const provenAt = ({ entries }: SignedEntries, seq: number): ProvenEntries[number] =>
  entries.find(({ stored }) => stored.seq === seq)!

/** Empty if no signed checkpoint covers the entry yet. */
function provenLeaf(proven: SignedEntries, seq: number, holder: Holder): Proven[] {
  const { stored, hashes } = provenAt(proven, seq)
  return hashes ? [{ index: seq - 1, hashes, ...shownTo(holder, stored.body) }] : []
}

function shownTo({ player, scope, by = sha256 }: Holder, body: string): Pick<Proven, 'leaf' | 'part'> {
  const divided = scope === 'all-players' ? null : divideEntry(body, by)
  if (!divided) return { leaf: body }
  const part = player === null ? null : provePart(divided, player, by)
  return { leaf: divided.head, ...(part ? { part } : {}) }
}

/** Null if the entry belongs to the house, or is of an unknown kind. */
export function tableEntryIn({ body }: { body: string }): TableEntry | null {
  try {
    const entry = readTableEntry(body)
    return 'opened' in entry || 'events' in entry ? entry : null
  } catch {
    return null
  }
}

export type StakeEvent = EventOf<'wager-placed' | 'wager-withdrawn'>

/** The wagers and withdrawals of a player in an entry. */
export const stakedIn = (entry: TableEntry): StakeEvent[] => ('events' in entry ? entry.events.filter(isStaked) : [])

export const isStaked = (event: TableEvent): event is StakeEvent =>
  event.type === 'wager-placed' || event.type === 'wager-withdrawn'

/** Empty if the entry belongs to the house, or is of an unknown kind. */
export function eventsIn(stored: Stored): readonly TableEvent[] {
  const entry = tableEntryIn(stored)
  return entry && 'events' in entry ? entry.events : []
}
