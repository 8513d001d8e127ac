import { entryAt } from '../../record/journal-reader.ts'
import type { Snapshot } from '../../record/stored-entry.ts'
import { RecordUnreadable } from '../../record/versions.ts'
import { damagedEntry, type Journal } from '../journal/journal.ts'
import type { SnapshotSeal } from '../secrets/snapshot-seal.ts'
import type { EntryOf, StreamKind } from './stream-kind.ts'

export type Restored<Memory> = { memory: Memory; seq: number; hash: string; snapshotAt: number }

/** The source from which a stream is restored. `seal`: snapshots without a valid seal are ignored. */
export type SnapshotSource = { journal: Journal; seal: SnapshotSeal | null }

async function sealedSnapshot(id: string, { journal, seal }: SnapshotSource): Promise<Snapshot | null> {
  const found = await journal.snapshot(id)
  return found && (!seal || seal.holds(id, found)) ? found : null
}

/** Restores a stream from the last snapshot that fits and the entries after it. */
export async function restore<Memory, Command extends { id?: string }, Event, Answer, Entry extends EntryOf<Event>>(
  id: string,
  kind: StreamKind<Memory, Command, Event, Answer, Entry>,
  { journal, seal }: SnapshotSource,
  heard: (entry: Entry) => void = ignore,
): Promise<Restored<Memory>> {
  const { seq: last, hash } = await journal.last(id)
  const snapshot = await sealedSnapshot(id, { journal, seal })
  // A snapshot that cannot be read is ignored: the journal is replayed from its first entry.
  const kept = snapshot && (await kind.readSnapshot(snapshot, (seq) => entryAt(journal, id, seq)).catch(() => null))
  let memory = kept ?? kind.fresh
  const snapshotAt = kept ? snapshot!.seq : 0
  let at = snapshotAt
  for await (const page of journal.pages(id, snapshotAt + 1, last))
    for (const { seq, body } of page) {
      if (seq !== ++at) throw damagedEntry(id, at, 'it is missing')
      memory = takeEntry(id, seq, () => {
        const entry = kind.read(body, memory)
        heard(entry)
        return kind.remember(memory, entry, seq)
      })
    }
  if (at < last) throw damagedEntry(id, at + 1, 'it is missing')
  if (memory === null) throw damagedEntry(id, 1, 'it is not the setup of a table')
  return { memory, seq: last, hash, snapshotAt }
}

type Kept<Memory, Entry> = { memory: Memory; seq: number; entry: Entry }

/** Reads the last snapshot, if it fits and spares at least this many entries. `entry`: the last of them. */
export async function newerSnapshot<
  Memory,
  Command extends { id?: string },
  Event,
  Answer,
  Entry extends EntryOf<Event>,
>(
  id: string,
  kind: StreamKind<Memory, Command, Event, Answer, Entry>,
  { journal, seal }: SnapshotSource,
  seq: number,
): Promise<Kept<Memory, Entry> | null> {
  const snapshot = await sealedSnapshot(id, { journal, seal })
  if (!snapshot || snapshot.seq < seq) return null
  const last = await entryAt(journal, id, snapshot.seq)
  // A snapshot that cannot be read is ignored: the entries yield the same state.
  const memory = await kind.readSnapshot(snapshot, (nth) => entryAt(journal, id, nth)).catch(() => null)
  return last && memory !== null ? { memory, seq: snapshot.seq, entry: kind.read(last.body, memory) } : null
}

const ignore = (): void => {}

/**
 * Reports a failure by its entry's number only. The error's message may quote the entry, and that may hold the digits
 * of a ticket.
 */
export function takeEntry<T>(id: string, seq: number, take: () => T): T {
  try {
    return take()
  } catch (error) {
    if (error instanceof RecordUnreadable) throw new RecordUnreadable(`entry ${seq} of ${id}: ${error.message}`)
    throw damagedEntry(id, seq, 'it does not fit what is before it')
  }
}
