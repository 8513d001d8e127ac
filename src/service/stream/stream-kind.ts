import type { EntryReader } from '../../record/journal-reader.ts'
import type { Snapshot, Stored } from '../../record/stored-entry.ts'
import type { Beside } from '../../record/ticket-entry.ts'

/** What was asked, by whom and when; `salt`: drawn for its entry (record/salt.ts). */
export type Asked<Command> = { salt: string; at: string; actor: string; command: Command }

/**
 * What came of a command: its events, what is answered, whether that is a no, and whether it goes on record. `noted`: a
 * note of a refusal, which is left out where one sender has too many.
 */
export type CommandOutcome<Event, Answer> = {
  events: readonly Event[]
  answer: Answer
  isRefused: boolean
  record: 'always' | 'noted' | 'never'
}

/** What every entry says: when it was written, and what happened by it. */
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
/** An answer, and whose question it was. */
export type Known<Answer> = Answered<Answer> & { actor: string; id: string }

/** What every command may carry: the time that the stream gives it, and the asker's own id. */
export type Identified = { id?: string; at?: string }

/**
 * What a command is about and memory no longer holds. `key` says what is asked for: while it is the same, what was found
 * is still right. `find` reads it from the disk and says how memory is with it, for this one decision.
 */
export type Missing<Memory> = { key: string; find(reader: EntryReader): Promise<(memory: Memory) => Memory> }

/**
 * What a stream is a stream of: a table's play, or the house. Everything here is pure; the stream adds order, the disk
 * and time. `Memory` is all that the entries come to: the state and what is counted beside it.
 */
export type StreamKind<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> = {
  /** What stands before the first entry; null: the stream begins with an entry that opens it. */
  fresh: Memory | null
  decide(memory: Memory, command: Command): CommandOutcome<Event, Answer>
  /** The permission check of a command that comes with no other. Left out: `decide` includes it. */
  check?: PermissionCheck<Memory, Command, Event, Answer>
  /** Left out: memory holds all that any command may be about. */
  missingFor?(memory: Memory, command: Command): Missing<Memory> | null
  entryOf(memory: Memory, asked: Asked<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Entry
  /** Memory after one more entry. */
  remember(memory: Memory | null, entry: Entry, seq: number): Memory
  /** A long entry comes in parts. */
  write(entry: Entry): string | Generator<void, string>
  /** `memory`: what is before it; null: that is not known. */
  read(body: string, memory: Memory | null): Entry
  /** Null: it has no id by which it would be asked again. */
  answerOf(entry: Entry): Known<Answer> | null
  /** Whether an entry is of the very request that this command is, whatever the service itself put into it. */
  isSameRequest(entry: Entry, command: Command): boolean
  /** The answer to a request whose id its asker gave to another. */
  idTaken(id: string): Answer
  /** `hash`: of the entry that the snapshot is of. */
  writeSnapshot(memory: Memory, hash: string): Generator<void, string>
  /** Null: it does not fit its entry or cannot be read: it is left aside, and the journal replayed. */
  readSnapshot(snapshot: Snapshot, entryAt: (seq: number) => Promise<Stored | undefined>): Promise<Memory | null>
  /** So many entries after the last snapshot the next is due, as soon as the moment is good. */
  snapshotEvery: number
  isGoodMoment(memory: Memory): boolean
  /** What a later command will need and can be reckoned ahead; null: nothing. */
  prepare(memory: Memory, events: readonly Event[]): Generator<void, unknown> | null
}
