/** What may be wrong with a store on purpose, to see that it is found. */
export type Flaw = 'no-fence' | 'no-epoch' | 'answer-before-commit' | 'house-without-sequence'

/** A night, in plain values: the same plan is the same night, to the last message. */
export type NightPlan = {
  readonly seed: number
  readonly flaw: Flaw | null
  /** How many nodes begin it; there are never more. */
  readonly nodes: number
  readonly clients: readonly number[]
  /** How many commands each of them gives at most. */
  readonly commandsMax: number
  readonly ms: number
  /** Those that happen, by their names, where the dice say so; null: all. */
  readonly faults: ReadonlySet<string> | null
}

export const wholeNight = (seed: number, flaw: Flaw | null = null): NightPlan => ({
  ...{ seed, flaw, nodes: 3, clients: [1, 2, 3, 4, 5, 6], commandsMax: Number.POSITIVE_INFINITY, ms: 20_000 },
  faults: null,
})
