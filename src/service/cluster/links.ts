import type { NodeFacts, NodeReport } from '../journal/leases.ts'
import { Link, type LinkMessage, type Wire } from './link.ts'

/**
 * Decides which of two nodes opens the link between them: the one that was started later, so that there is only one
 * link. It knows of both first: the other would learn of it only at its next beat, and requests would wait meanwhile.
 */
const isCaller = (me: NodeFacts, other: NodeFacts): boolean =>
  me.startedAt === other.startedAt ? me.id < other.id : me.startedAt > other.startedAt

/** A node of the roster, with the nodes that it misses. */
export type LivingNode = NodeFacts & Pick<NodeReport, 'unlinked'>

/** Opens connections to other nodes: over real sockets, or simulated in a test. */
export type Exchange = {
  /** Calls another node; null if it cannot be reached now. */
  call(node: NodeFacts): Promise<Wire | null>
}

type LinksOptions = {
  me: string
  exchange: Exchange
  steady: () => number
  lostAfterMs?: number
  onMessage: (link: Link, message: LinkMessage) => void
  onUp: (link: Link) => void
  onDown: (node: string) => void
  /** Called when the link to a living node is lost, and when it is back or the node is gone. */
  onLost: (node: string, isLost: boolean) => void
}

/** After this time without a link to a living node the link counts as lost, and an alarm is raised. */
const LOST_AFTER_MS = 5_000

/** The links to all other nodes, one each, kept up to date with the roster. */
export class Links {
  readonly #options: LinksOptions
  readonly #links = new Map<string, Link>()
  readonly #calling = new Set<string>()
  /** Living nodes without a link, and the time since when. */
  readonly #missing = new Map<string, number>()
  readonly #lost = new Set<string>()
  #others: readonly LivingNode[] = []
  #isEnded = false

  constructor(options: LinksOptions) {
    this.#options = options
  }

  get(node: string): Link | undefined {
    return this.#links.get(node)
  }

  get all(): readonly Link[] {
    return [...this.#links.values()]
  }

  /** The other living nodes, and whether each has a link. */
  get states(): readonly { node: string; isUp: boolean }[] {
    return this.#others.map(({ id }) => ({ node: id, isUp: this.#links.has(id) }))
  }

  /** Living nodes that have been without a link for long. */
  get lost(): readonly string[] {
    return [...this.#lost]
  }

  /** Finds a link to a node that reports a link of its own to `node`. */
  relayTo(node: string): Link | undefined {
    const third = this.#others.find(
      ({ id, unlinked }) => id !== node && this.#links.has(id) && !unlinked.includes(node),
    )
    return third && this.#links.get(third.id)
  }

  broadcast(message: LinkMessage): void {
    for (const link of this.#links.values()) link.tell(message)
  }

  /** Follows the roster: nodes without a link are called, if that is this node's task. */
  keepUp(nodes: readonly LivingNode[]): void {
    const { me, exchange } = this.#options
    const mine = nodes.find(({ id }) => id === me)
    if (!mine) return
    this.#others = nodes.filter(({ id }) => id !== me)
    this.#noteMissing()
    for (const node of this.#others) {
      // If the node that should call does not get through, the other one tries.
      const isMine = isCaller(mine, node) || this.#lost.has(node.id)
      if (!isMine || this.#links.has(node.id) || this.#calling.has(node.id)) continue
      this.#calling.add(node.id)
      void exchange
        .call(node)
        // A node that cannot be reached is called again at the next beat.
        .catch(() => null)
        .then((wire) => {
          this.#calling.delete(node.id)
          if (wire) this.add(node.id, wire)
        })
    }
  }

  #noteMissing(): void {
    const { steady, onLost, lostAfterMs = LOST_AFTER_MS } = this.#options
    const missing = this.#others.flatMap(({ id }) => (this.#links.has(id) ? [] : [id]))
    for (const id of [...this.#missing.keys()]) if (!missing.includes(id)) this.#missing.delete(id)
    for (const id of missing) if (!this.#missing.has(id)) this.#missing.set(id, steady())
    for (const id of [...this.#lost]) {
      if (this.#missing.has(id)) continue
      this.#lost.delete(id)
      onLost(id, false)
    }
    for (const [id, since] of this.#missing) {
      if (this.#lost.has(id) || steady() - since < lostAfterMs) continue
      this.#lost.add(id)
      onLost(id, true)
    }
  }

  /** Adds a connection that this node or the other opened. An older one to the same node is dead, or soon will be. */
  add(node: string, wire: Wire): void {
    if (this.#isEnded) return wire.close()
    this.#links.get(node)?.close()
    const link = new Link(node, wire)
    this.#links.set(node, link)
    wire.onMessage = (message) => this.#heard(link, message)
    wire.onClose = () => this.#down(link)
    this.#options.onUp(link)
  }

  end(): void {
    this.#isEnded = true
    for (const link of [...this.#links.values()]) link.close()
  }

  #heard(link: Link, message: LinkMessage): void {
    if (this.#links.get(link.node) !== link) return
    if ('answer' in message) link.answered(message.answer, message.given)
    else this.#options.onMessage(link, message)
  }

  #down(link: Link): void {
    link.close()
    if (this.#links.get(link.node) !== link) return
    this.#links.delete(link.node)
    this.#options.onDown(link.node)
  }
}
