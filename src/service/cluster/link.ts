import type { WheelStatus } from '../../wheel/status.ts'
import type { Alarm } from '../../wire/alarm.ts'
import type { Forwarded } from '../floor/elsewhere.ts'
import type { Reply } from '../floor/reply.ts'
import { currentRequest } from '../request-id.ts'
import type { TurnMessage } from './turn-desk.ts'

/**
 * The answer to a forwarded request, with the numbers of the last durable entries of the table, the house and the
 * tickets at that time. `moved`: the table has left that node.
 */
export type ForwardedAnswer = { reply: Reply; table: number; house: number; tickets: number } | { moved: true }

/** A message between nodes. Each message stands alone: it may be lost, late, or arrive after a newer one. */
export type LinkMessage =
  /** `relay`: for the table's owner, if that is not the receiving node. `reqId`: the id of the client's request. */
  | { ask: number; table: string; request: Forwarded; house: number; relay?: true; reqId?: string }
  | { answer: number; given: ForwardedAnswer }
  /** Durable entries; `seq` is the number of the first. */
  | { entries: string; seq: number; bodies: readonly string[] }
  /** The lengths of streams that this node writes. */
  | { tips: readonly { stream: string; seq: number }[] }
  /**
   * The tables of the receiving node whose entries this node wants to receive. For others it wants only their length.
   */
  | { follows: readonly string[] }
  /** This node owns a table from now on, or gives it to another node. */
  | { owns: string; epoch: number }
  | { gives: string; epoch: number; to: string | null }
  /** Sessions that were used at this node. */
  | { heard: readonly string[] }
  | { alarm: Alarm }
  | { wheel: string; status: WheelStatus }
  | TurnMessage

/** A connection to another node, real or simulated. */
export type Wire = {
  /** Returns false if the message was not sent, because too much is waiting already. */
  send(message: LinkMessage): boolean
  close(): void
  onMessage: (message: LinkMessage) => void
  onClose: () => void
}

/** The link to another node is gone, or the node does not answer. It is unknown whether the request was carried out. */
export class LinkCut extends Error {}

const ANSWER_WITHIN_MS = 10_000
/** The most requests that may wait for one node. Further ones are rejected at once. */
const ASKS_MAX = 20_000

type AwaitedAnswer = {
  table: string
  resolve: (answer: ForwardedAnswer) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** The link to one node: requests sent there, and their answers. */
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
      // A request that was not sent was not carried out.
      if (!isSent) this.answered(ask, { moved: true })
    })
  }

  answered(ask: number, answer: ForwardedAnswer): void {
    this.#taken(ask)?.resolve(answer)
  }

  tell(message: LinkMessage): boolean {
    return this.#wire.send(message)
  }

  /** Gives up requests about a table that has another owner now, so that they can be sent there. */
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
