import type { NodeFacts } from '../journal/leases.ts'
import { Link, type LinkMessage, type Wire } from './link.ts'

/**
 * Who calls whom: of two nodes the one that was started later, so that there is one way between them. It is the first to
 * know of both: the other would hear of it at its next beat only, and what is asked here meanwhile would have to wait.
 */
const isCaller = (me: NodeFacts, other: NodeFacts): boolean =>
  me.startedAt === other.startedAt ? me.id < other.id : me.startedAt > other.startedAt

/** How ways to other nodes are made: what real sockets are, or a test's own. */
export type Exchange = {
  /** Calls another node; null: it cannot be reached now. */
  call(node: NodeFacts): Promise<Wire | null>
}

type LinksOptions = {
  me: string
  exchange: Exchange
  onMessage: (link: Link, message: LinkMessage) => void
  onUp: (link: Link) => void
  onDown: (node: string) => void
}

/** The ways to all other nodes, one each; kept up as the roster says who is there. */
export class Links {
  readonly #options: LinksOptions
  readonly #links = new Map<string, Link>()
  readonly #calling = new Set<string>()
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

  broadcast(message: LinkMessage): void {
    for (const link of this.#links.values()) link.tell(message)
  }

  /** These are there: whoever is missing is called, if that is for this node to do. */
  keepUp(nodes: readonly NodeFacts[]): void {
    const { me, exchange } = this.#options
    const mine = nodes.find(({ id }) => id === me)
    if (!mine) return
    for (const node of nodes) {
      if (node.id === me || !isCaller(mine, node) || this.#links.has(node.id) || this.#calling.has(node.id)) continue
      this.#calling.add(node.id)
      void exchange
        .call(node)
        // A node that cannot be reached is called again by the next beat.
        .catch(() => null)
        .then((wire) => {
          this.#calling.delete(node.id)
          if (wire) this.add(node.id, wire)
        })
    }
  }

  /** A way that was made, by this node or the other; an older one to the same node is dead, or will be. */
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
