import type { EntryReader } from '../../record/journal-reader.ts'
import type { Snapshot, Stored } from '../../record/stored-entry.ts'
import type { Beside } from '../../record/ticket-entry.ts'

/** A request: the command, its caller and its time; `salt`: drawn for its entry (record/salt.ts). */
export type Asked<Command> = { salt: string; at: string; actor: string; command: Command }

/**
 * The outcome of a command: its events, its answer, whether that is a refusal, and whether it is recorded. `noted`: a
 * refusal that is recorded unless its sender has too many of them.
 */
export type CommandOutcome<Event, Answer> = {
  events: readonly Event[]
  answer: Answer
  isRefused: boolean
  record: 'always' | 'noted' | 'never'
}

/** The fields of every entry: when it was written, and its events. */
export type EntryOf<Event> = { at: string; events?: readonly Event[] }

/**
 * Decides a caller's permission in the stream's turn, on the state that the command is decided on. Returns the command with
 * the caller's position of that moment. `refused`: the outcome where the caller may not give it.
 */
export type PermissionCheck<Memory, Command, Event, Answer> = (
  command: Command,
  ahead: Memory,
) => { command: Command; refused?: CommandOutcome<Event, Answer> }

/** An answer that is on record, with the entry of another stream that was written together with it. */
export type Answered<Answer> = { answer: Answer; beside?: Beside }
/** An answer with the caller and the id of its request. */
export type Known<Answer> = Answered<Answer> & { actor: string; id: string }

/** Optional fields of every command: the time that the stream adds, and the caller's own id. */
export type Identified = { id?: string; at?: string }

/**
 * Data that a command is about and that memory no longer holds. `key` names it: while the key stays the same, data read
 * before is still right. `find` reads it from the disk and returns how to add it to memory, for this one decision.
 */
export type Missing<Memory> = { key: string; find(reader: EntryReader): Promise<(memory: Memory) => Memory> }

/**
 * The kind of a stream: a table, the house, or the tickets. A kind is pure; the stream adds order, the disk and time.
 * `Memory` is derived from all entries: the state, and counts beside it.
 */
export type StreamKind<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> = {
  /** Memory before the first entry; null if the stream begins with an entry that opens it. */
  fresh: Memory | null
  decide(memory: Memory, command: Command): CommandOutcome<Event, Answer>
  /** The permission check of a command that comes with no other. Left out: `decide` includes it. */
  check?: PermissionCheck<Memory, Command, Event, Answer>
  /** Left out if memory holds everything that a command may be about. */
  missingFor?(memory: Memory, command: Command): Missing<Memory> | null
  entryOf(memory: Memory, asked: Asked<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Entry
  /** Memory after one more entry. */
  remember(memory: Memory | null, entry: Entry, seq: number): Memory
  /** Writes an entry as text, a long one in parts. */
  write(entry: Entry): string | Generator<void, string>
  /** `memory`: state before the entry; null if it is not known. */
  read(body: string, memory: Memory | null): Entry
  /** Null if the entry has no id by which its request could be repeated. */
  answerOf(entry: Entry): Known<Answer> | null
  /** Whether an entry belongs to this very request, ignoring fields that the service adds. */
  isSameRequest(entry: Entry, command: Command): boolean
  /** The answer to a request whose id its caller has used for another. */
  idTaken(id: string): Answer
  /** `hash`: of the snapshot's last entry. */
  writeSnapshot(memory: Memory, hash: string): Generator<void, string>
  /** Null if it does not fit its entry or cannot be read: it is ignored, and the journal is replayed. */
  readSnapshot(snapshot: Snapshot, entryAt: (seq: number) => Promise<Stored | undefined>): Promise<Memory | null>
  /** Entries after the last snapshot until the next one is due. It is taken at the next good moment. */
  snapshotAfter(memory: Memory): number
  isGoodMoment(memory: Memory): boolean
  /** Prepares values that a later command will need; null if there are none. */
  prepare(memory: Memory, events: readonly Event[]): Generator<void, unknown> | null
}
