/** Deliberate flaws of a store or a node that the simulation must find. */
export type Flaw =
  | 'no-fence'
  | 'no-epoch'
  | 'answer-before-commit'
  | 'house-without-sequence'
  /** A forwarded command is answered before this node has what it changed. */
  | 'answer-before-replica'
  /** A node believes that it still holds its leases, against the roster. */
  | 'lease-renewed-anyway'

/** A night, in plain values: the same plan is the same night, to the last message. */
export type NightPlan = {
  readonly seed: number
  readonly flaw: Flaw | null
  /** How many nodes begin it; there are never more. */
  readonly nodes: number
  readonly tables: readonly string[]
  readonly clients: readonly number[]
  /** Clients come in bursts, most of them for tickets; the same ticket is redeemed at several tables at once. */
  readonly isRush: boolean
  /** Links are cut while the store is well, bursts come at one node, and a node starts with a clock far ahead. */
  readonly isApart: boolean
  /** How many commands each of them gives at most. */
  readonly commandsMax: number
  readonly ms: number
  /** Those that happen, by their names, where the dice say so; null: all. */
  readonly faults: ReadonlySet<string> | null
}

export const wholeNight = (seed: number, flaw: Flaw | null = null): NightPlan => ({
  seed,
  flaw,
  nodes: 3,
  tables: ['etg', 'single', 'fast'],
  clients: [1, 2, 3, 4, 5, 6],
  isRush: false,
  isApart: false,
  commandsMax: Number.POSITIVE_INFINITY,
  ms: 20_000,
  faults: null,
})

/** Twenty clients, and two tables for each node: transactions of one node are of different tables. */
export const rushNight = (seed: number): NightPlan => ({
  ...wholeNight(seed),
  tables: ['etg', 'single', 'fast', 'etg-2', 'single-2', 'fast-2'],
  clients: Array.from({ length: 20 }, (_, nth) => nth + 1),
  isRush: true,
})

/** A rush for tickets at nodes that reach the store, and not always each other. */
export const apartNight = (seed: number): NightPlan => ({ ...rushNight(seed), isApart: true })

/** Every third seed is a rush for tickets; of the others every second is one at nodes that are apart. */
export function nightOf(seed: number): NightPlan {
  if (seed % 3 === 2) return rushNight(seed)
  return seed % 3 === 1 ? apartNight(seed) : wholeNight(seed)
}
