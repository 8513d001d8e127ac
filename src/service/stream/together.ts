import type { Beside } from '../../record/ticket-entry.ts'
import type { Outbox, Underway } from './outbox.ts'
import type { Request, Requests } from './requests.ts'
import type { Answered, CommandOutcome, EntryOf, Identified, PermissionCheck } from './stream-kind.ts'
import type { StreamRole } from './stream-options.ts'
import { type StreamStopped, WriteConflict } from './stream-stopped.ts'

/** The outcome of two streams' commands: both answers, the refusal of one, or the answers of the first time. */
export type Together<First, Second> =
  | { answer: First; otherAnswer: Second }
  | { refused: First }
  | { otherRefused: Second }
  | { again: Answered<Second> }

/** One of two streams in a joint command. Its pending state stays private: it only decides and records. */
export type Party<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> = {
  readonly id: string
  readonly role: StreamRole
  /** The recovery from a write conflict, while other nodes' entries are read. */
  readonly recovery: Promise<void> | null
  readonly nextSeq: number
  readonly requests: Requests<Memory, Command, Event, Answer, Entry>
  readonly outbox: Outbox<Underway<Event>, Memory>
  /** Settled when it is this node's turn to write it; null: it may write now. */
  turn(): Promise<void> | null
  mustDecide(): void
  check(command: Command): ReturnType<PermissionCheck<Memory, Command, Event, Answer>>
  ask(command: Command, actor: string, key: number | undefined): Request<Command>
  decide(asked: Request<Command>): CommandOutcome<Event, Answer>
  take(asked: Request<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Promise<Answer>
  stop(error: Error): StreamStopped
}

/**
 * The number of attempts for a joint command. Each pause is longer than the last, so that other requests get through.
 */
const TRIES_TOGETHER = 12
const LONGEST_PAUSE_MS = 50

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Adds to this stream's command the values that the other stream decided in the same moment. */
type Complete<Command, TheirAnswer> = (command: Command, theirs: TheirAnswer) => Command

/** A joint request to two streams. The entry of `theirs` names that of `mine`. */
type JointRequest<Mine, Command, Theirs, TheirCommand, TheirAnswer> = {
  mine: Mine
  command: Command
  theirs: Theirs
  theirCommand: TheirCommand
  actor: string
  complete: Complete<Command, TheirAnswer>
}

/** Two commands in one transaction: both or neither. */
export class JointCommand<
  M,
  C extends Identified,
  E,
  A,
  N extends EntryOf<E>,
  M2,
  C2 extends Identified,
  E2,
  A2,
  N2 extends EntryOf<E2>,
> {
  readonly #asked: JointRequest<Party<M, C, E, A, N>, C, Party<M2, C2, E2, A2, N2>, C2, A2>

  constructor(asked: JointRequest<Party<M, C, E, A, N>, C, Party<M2, C2, E2, A2, N2>, C2, A2>) {
    this.#asked = asked
  }

  async submit(): Promise<Together<A, A2>> {
    const { mine, theirs } = this.#asked
    if (mine.role === 'sole') return this.#attempt()
    for (let tries = 1; ; tries++) {
      while (mine.recovery || theirs.recovery) await (mine.recovery ?? theirs.recovery)
      try {
        return await this.#attempt()
      } catch (error) {
        if (!(error instanceof WriteConflict) || tries === TRIES_TOGETHER) throw error
      }
      // A busy house delays no other request at the table: requests that arrived later are decided during the pause.
      await pause(Math.min(2 ** tries, LONGEST_PAUSE_MS))
    }
  }

  /** Runs in the caller's turn: the same id of this caller gets the same answer, of both streams. */
  #attempt(): Promise<Together<A, A2>> {
    const { mine, theirs, theirCommand, actor } = this.#asked
    const theirKey = theirs.requests.keyOf(actor, theirCommand)
    return theirs.requests.inTurn(actor, async () => {
      const again = await theirs.requests.earlier(actor, theirKey, theirCommand)
      if (again) return { again }
      // Other requests may have waited for the same moment, so each checks again and decides in the turn in which both
      // outboxes are free.
      for (let wait = waitOf(mine, theirs); wait; wait = waitOf(mine, theirs)) await wait
      mine.mustDecide()
      theirs.mustDecide()
      try {
        return await this.#decide(theirKey)
      } catch (error) {
        theirs.stop(error as Error)
        throw mine.stop(error as Error)
      }
    })
  }

  async #decide(theirKey: number | undefined): Promise<Together<A, A2>> {
    const { mine, command, theirs, theirCommand, actor } = this.#asked
    const [checked, theirsChecked] = [mine.check(command), theirs.check(theirCommand)]
    const asked = mine.ask(checked.command, actor, mine.requests.keyOf(actor, command))
    const theirAsked = theirs.ask(theirsChecked.command, actor, theirKey)
    if (theirsChecked.refused) return { otherRefused: await theirs.take(theirAsked, theirsChecked.refused) }
    if (checked.refused) return { refused: await mine.take(asked, checked.refused) }
    return this.#takeBoth(asked, theirAsked)
  }

  async #takeBoth(begun: Request<C>, theirAsked: Request<C2>): Promise<Together<A, A2>> {
    const { mine, theirs, complete } = this.#asked
    const theirOutcome = theirs.decide(theirAsked)
    if (theirOutcome.isRefused) return { otherRefused: await theirs.take(theirAsked, theirOutcome) }
    const asked = { ...begun, command: complete(begun.command, theirOutcome.answer) }
    const outcome = mine.decide(asked)
    if (outcome.isRefused) return { refused: await mine.take(asked, outcome) }
    const beside = { stream: mine.id, seq: mine.nextSeq }
    const taken = mine.take(asked, outcome)
    // If the other stream fails to record its own, this answer has no caller.
    taken.catch(() => {})
    const both = Promise.all([taken, theirs.take(theirAsked, theirOutcome, beside)])
    mine.outbox.send(theirs.outbox)
    const [answer, otherAnswer] = await both
    return { answer, otherAnswer }
  }
}

type Boxed = { readonly outbox: Pick<Outbox<Underway<unknown>, unknown>, 'written' | 'answered'> }
type Shared = Boxed & { turn(): Promise<void> | null }

/** Settled when two entries may be free to go out together; null: they are free now. The turn comes last: it is short. */
const waitOf = ({ outbox: mine }: Boxed, { outbox: theirs, turn }: Shared): Promise<void> | null =>
  mine.written ?? theirs.written ?? theirs.answered ?? turn()
