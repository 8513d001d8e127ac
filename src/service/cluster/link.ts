import type { WheelStatus } from '../../wheel/status.ts'
import type { Alarm } from '../../wire/alarm.ts'
import type { Forwarded } from '../floor/elsewhere.ts'
import type { Reply } from '../floor/reply.ts'
import { currentRequest } from '../request-id.ts'
import type { TurnMessage } from './turn-desk.ts'

/** What came of a request: with how far the table, the house and the tickets were on disk then; or the table is not there any more. */
export type ForwardedAnswer = { reply: Reply; table: number; house: number; tickets: number } | { moved: true }

/** What nodes tell each other. Each message stands alone: it may be lost, late, or overtaken by another. */
export type LinkMessage =
  /** `relay`: it is for whoever owns the table, if that is not the node that hears it. `reqId`: the request that it is asked for. */
  | { ask: number; table: string; request: Forwarded; house: number; relay?: true; reqId?: string }
  | { answer: number; given: ForwardedAnswer }
  /** Entries that are on disk, the first of them by its number. */
  | { entries: string; seq: number; bodies: readonly string[] }
  /** How far streams have come that this node writes. */
  | { tips: readonly { stream: string; seq: number }[] }
  /** The tables of that node of which this one wants every entry; of others it wants to know how far they have come. */
  | { follows: readonly string[] }
  /** This node owns a table from now on; or gives it to somebody. */
  | { owns: string; epoch: number }
  | { gives: string; epoch: number; to: string | null }
  /** Sessions that were heard of at this node. */
  | { heard: readonly string[] }
  | { alarm: Alarm }
  | { wheel: string; status: WheelStatus }
  | TurnMessage

/** The way to another node, whatever it is made of. */
export type Wire = {
  /** False: too much waits to be sent; it is not. */
  send(message: LinkMessage): boolean
  close(): void
  onMessage: (message: LinkMessage) => void
  onClose: () => void
}

/** The way to another node is gone, or it does not answer: whether it did what it was asked is not known. */
export class LinkCut extends Error {}

const ANSWER_WITHIN_MS = 10_000
/** So many may wait for one node; others are told at once that it is too much. */
const ASKS_MAX = 20_000

type AwaitedAnswer = {
  table: string
  resolve: (answer: ForwardedAnswer) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** One way to one node: what is asked there, and answered. */
export class Link {
  readonly node: string
  readonly #wire: Wire
  readonly #waiting = new Map<number, AwaitedAnswer>()
  #asks = 0

  constructor(node: string, wire: Wire) {
    this.node = node
    this.#wire = wire
  }

  ask(table: string, request: Forwarded, house: number, isRelay = false): Promise<ForwardedAnswer> {
    const ask = ++this.#asks
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(ask), ANSWER_WITHIN_MS)
      this.#waiting.set(ask, { table, resolve, reject, timer })
      const reqId = currentRequest()
      const isSent =
        this.#waiting.size <= ASKS_MAX &&
        this.#wire.send({
          ask,
          table,
          request,
          house,
          ...(isRelay ? { relay: true } : {}),
          ...(reqId ? { reqId } : {}),
        })
      // What was never sent was not done.
      if (!isSent) this.answered(ask, { moved: true })
    })
  }

  answered(ask: number, answer: ForwardedAnswer): void {
    this.#taken(ask)?.resolve(answer)
  }

  tell(message: LinkMessage): boolean {
    return this.#wire.send(message)
  }

  /** Somebody else decides about that table now: what was asked here and not answered may be asked there. */
  forsake(table: string): void {
    for (const [ask, waiting] of [...this.#waiting]) if (waiting.table === table) this.#giveUp(ask)
  }

  close(): void {
    this.#wire.close()
    for (const ask of [...this.#waiting.keys()]) this.#giveUp(ask)
  }

  #giveUp(ask: number): void {
    this.#taken(ask)?.reject(new LinkCut(`${this.node} does not answer`))
  }

  #taken(ask: number): AwaitedAnswer | undefined {
    const waiting = this.#waiting.get(ask)
    this.#waiting.delete(ask)
    if (waiting) clearTimeout(waiting.timer)
    return waiting
  }
}
