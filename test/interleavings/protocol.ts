/**
 * How nodes write into one shared stream, as a model small enough to follow in every order of its steps. Every node keeps a
 * replica of the log, decides requests on what it knows and has decided, sends the entries, and hears what became of them.
 */

/**
 * `pair`: with an entry of a table, in one transaction. Such a request waits until no append of its node is under way but those
 * that went out in the same turn of the event loop.
 */
export type Request = { readonly claim: string; readonly pair: boolean }

/** Safeguards that keep a decision from being appended to a history other than its own, or make that rare. */
export type Safeguards = {
  /** A pair looks again whether an append is under way after it has waited, and not only once: fewer decisions are made again. */
  readonly looksAgain: boolean
  /** An entry names the one that it was decided on, and the store refuses it behind another. The others go out in one turn for it. */
  readonly namesPast: boolean
}

/** An entry, by the request it is of, and the entry it was decided on: an index of `requests`, -1 before the first. */
type Entry = { readonly request: number; readonly seq: number; readonly after: number }
type Batch = { readonly entries: readonly Entry[]; readonly result: 'sent' | 'written' | 'conflict' }
type Node = {
  /** How many entries of the log it has taken in. */
  readonly known: number
  /** Decided, and not sent yet. */
  readonly gathered: readonly Entry[]
  /** Sent, and not answered yet, in their order. */
  readonly underway: readonly Batch[]
  /** The appends under way all went out in this turn of the event loop. */
  readonly isSameTurn: boolean
  /** An append met a conflict: nothing is decided until all appends are answered. */
  readonly isRecovering: boolean
  /** Pairs that looked once and found no append under way. */
  readonly looked: readonly number[]
}
type State = {
  readonly log: readonly number[]
  readonly nodes: readonly Node[]
  /** The stage of each request, by its index. */
  readonly stages: readonly ('open' | 'decided' | 'granted' | 'refused')[]
}

export type Protocol = {
  readonly requests: readonly (Request & { readonly node: number })[]
  readonly safeguards: Safeguards
}

export type Found = { readonly states: number; readonly problem: string | null }

const NOBODY: Node = { known: 0, gathered: [], underway: [], isSameTurn: false, isRecovering: false, looked: [] }

/** Every state that can be reached, in any order of steps. Every node must have the same requests in the same order. */
export function exploreProtocol(protocol: Protocol): Found {
  const nodes = 1 + Math.max(...protocol.requests.map(({ node }) => node))
  const first: State = {
    log: [],
    nodes: Array.from({ length: nodes }, () => NOBODY),
    stages: protocol.requests.map(() => 'open'),
  }
  const arrangements = arrangementsOf(nodes, protocol.requests.length / nodes)
  const seen = new Set([keyOf(first, arrangements)])
  const waiting = [first]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const next = followers(protocol, state)
    const problem = problemIn(protocol, state, next.length === 0)
    if (problem) return { states: seen.size, problem }
    for (const one of next) {
      const key = keyOf(one, arrangements)
      if (seen.has(key)) continue
      seen.add(key)
      waiting.push(one)
    }
  }
  return { states: seen.size, problem: null }
}

/** An order of the nodes, each with its requests, and the letter of each request by its index in it. */
type Arrangement = {
  readonly nodes: readonly { at: number; requests: readonly number[] }[]
  letters: readonly string[]
}

function arrangementsOf(count: number, each: number): Arrangement[] {
  return ordersOf(count).map((order) => {
    const nodes = order.map((at) => ({ at, requests: Array.from({ length: each }, (_, nth) => at * each + nth) }))
    const inOrder = nodes.flatMap(({ requests }) => requests)
    return { nodes, letters: inOrder.map((_, request) => String.fromCharCode(65 + inOrder.indexOf(request))) }
  })
}

const ordersOf = (count: number): number[][] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
      )

/**
 * Writes a state as a text. States that differ only in which node is which have the same one: nodes have the same requests,
 * so what can happen from one of those states can happen from the others.
 */
const keyOf = (state: State, arrangements: readonly Arrangement[]): string =>
  arrangements.map((one) => textOf(state, one)).reduce((least, text) => (text < least ? text : least))

function textOf({ log, nodes, stages }: State, { nodes: order, letters }: Arrangement): string {
  const letter = (request: number): string => letters[request] ?? '-'
  const entriesText = (entries: readonly Entry[]): string =>
    entries.map(({ request, seq, after }) => letter(request) + seq + letter(after)).join('')
  const nodeText = ({ known, gathered, underway, isSameTurn, isRecovering, looked }: Node): string => {
    const batches = underway.map(({ entries, result }) => `${result}${entriesText(entries)}`).join()
    return `${known}${isRecovering ? '!' : ''}${isSameTurn ? '=' : ''}${entriesText(gathered)},${batches}?${looked.map(letter).sort().join('')}`
  }
  const parts = order.map(({ at, requests }) => {
    const initials = requests.map((request) => stages[request]![0]).join('')
    return `${nodeText(nodes[at]!)} ${initials}`
  })
  return `${log.map(letter).join('')} ${parts.join(' ')}`
}

function problemIn({ requests }: Protocol, { log, stages }: State, isOver: boolean): string | null {
  const claims = log.map((request) => requests[request]!.claim)
  const twice = claims.find((claim, nth) => claims.indexOf(claim) !== nth)
  if (twice) return `${twice} was claimed twice`
  const lost = stages.findIndex((stage, request) => stage === 'granted' && !log.includes(request))
  if (lost >= 0) return `${requests[lost]!.claim} was granted and is not on record`
  const left = stages.findIndex((stage) => stage === 'open' || stage === 'decided')
  return isOver && left >= 0 ? `${requests[left]!.claim} is never answered` : null
}

function followers(protocol: Protocol, state: State): State[] {
  return state.nodes.flatMap((node, at) => [
    ...asked(protocol, state, node, at),
    ...sent(state, node, at),
    ...turned(state, node, at),
    ...committed(protocol, state, node, at),
    ...answered(state, node, at),
    ...heard(state, node, at),
  ])
}

const withNode = (state: State, at: number, node: Node): State => ({
  ...state,
  nodes: state.nodes.map((one, nth) => (nth === at ? node : one)),
})

const withStages = (state: State, requests: readonly number[], stage: State['stages'][number]): State => ({
  ...state,
  stages: state.stages.map((one, request) => (requests.includes(request) ? stage : one)),
})

const own = ({ underway, gathered }: Node): Entry[] => [...underway.flatMap(({ entries }) => entries), ...gathered]

/** Whether only appends of this turn are under way: decisions made now are sent after them. */
const isFreeIn = ({ underway, isSameTurn }: Node): boolean => underway.length === 0 || isSameTurn

/** A request of this node looks whether it may be decided, or is. */
function asked(protocol: Protocol, state: State, node: Node, at: number): State[] {
  return protocol.requests.flatMap((request, index) => {
    if (request.node !== at || state.stages[index] !== 'open' || node.isRecovering) return []
    const isFree = isFreeIn(node)
    if (request.pair && !protocol.safeguards.looksAgain && !node.looked.includes(index))
      return isFree ? [withNode(state, at, { ...node, looked: [...node.looked, index].sort() })] : []
    if (request.pair && protocol.safeguards.looksAgain && !isFree) return []
    return decided(protocol, state, node, at, index)
  })
}

/** Decided on the log as it is known here and on what was decided here after it. */
function decided({ requests }: Protocol, state: State, node: Node, at: number, index: number): State[] {
  const past = [...state.log.slice(0, node.known), ...own(node).map(({ request }) => request)]
  const { claim, pair } = requests[index]!
  if (past.some((request) => requests[request]!.claim === claim)) return refused(state, node, at, index)
  const entry: Entry = { request: index, seq: past.length + 1, after: past.at(-1) ?? -1 }
  const gathered = [...node.gathered, entry]
  const looked = node.looked.filter((one) => one !== index)
  // A pair goes out at once, with all that is gathered; anything else at the end of the turn.
  const batch: Batch = { entries: gathered, result: 'sent' }
  const after = pair ? { ...afterSending(node, batch), looked } : { ...node, looked, gathered }
  return [withNode(withStages(state, [index], 'decided'), at, after)]
}

/** A refusal is answered if the log holds nothing newer. Otherwise the node takes that in and decides again. */
function refused(state: State, node: Node, at: number, index: number): State[] {
  if (own(node).length > 0) return []
  if (node.known < state.log.length) return [withNode(state, at, { ...node, known: state.log.length })]
  return [withStages(state, [index], 'refused')]
}

/** Gathered entries go out when no append of an earlier turn is under way. */
function sent(state: State, node: Node, at: number): State[] {
  if (node.gathered.length === 0 || !isFreeIn(node)) return []
  return [withNode(state, at, afterSending(node, { entries: node.gathered, result: 'sent' }))]
}

const afterSending = (node: Node, batch: Batch): Node => ({
  ...node,
  gathered: [],
  underway: [...node.underway, batch],
  isSameTurn: node.isSameTurn || node.underway.length === 0,
})

/** The turn of the event loop ends. */
const turned = (state: State, node: Node, at: number): State[] =>
  node.isSameTurn ? [withNode(state, at, { ...node, isSameTurn: false })] : []

/** The store writes the oldest append that it has not seen, or finds a write conflict. */
function committed({ safeguards }: Protocol, state: State, node: Node, at: number): State[] {
  const nth = node.underway.findIndex(({ result }) => result === 'sent')
  if (nth < 0) return []
  const { entries } = node.underway[nth]!
  const { seq, after } = entries[0]!
  const { log } = state
  const isPlaced = seq === log.length + 1 && (!safeguards.namesPast || after === (log.at(-1) ?? -1))
  const batch: Batch = { entries, result: isPlaced ? 'written' : 'conflict' }
  const underway = node.underway.map((one, index) => (index === nth ? batch : one))
  const written = isPlaced ? [...log, ...entries.map(({ request }) => request)] : log
  return [withNode({ ...state, log: written }, at, { ...node, underway })]
}

/** The node hears of the oldest append. After a conflict what is not on disk never happened, and is decided again. */
function answered(state: State, node: Node, at: number): State[] {
  const [first, ...underway] = node.underway
  if (!first || first.result === 'sent') return []
  const requests = first.entries.map(({ request }) => request)
  const isWritten = first.result === 'written'
  const after = {
    ...node,
    underway,
    isSameTurn: node.isSameTurn && underway.length > 0,
    known: isWritten ? first.entries.at(-1)!.seq : node.known,
    isRecovering: node.isRecovering || !isWritten,
  }
  const told = withStages(state, requests, isWritten ? 'granted' : 'open')
  if (!after.isRecovering || underway.length > 0) return [withNode(told, at, after)]
  const dropped = after.gathered.map(({ request }) => request)
  const fresh: Node = { ...NOBODY, known: state.log.length }
  return [withNode(withStages(told, dropped, 'open'), at, fresh)]
}

/** Entries of other nodes are taken in while nothing of its own is under way. */
function heard(state: State, node: Node, at: number): State[] {
  const isBehind = node.known < state.log.length && own(node).length === 0 && !node.isRecovering
  return isBehind ? [withNode(state, at, { ...node, known: state.log.length })] : []
}
