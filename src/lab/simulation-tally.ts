/** The tally of rounds: small, of constant size, and merged in the order of play. */
export type Tally = {
  readonly rounds: number
  /** Rounds with a wager: a ruined player sits out the rest. */
  readonly played: number
  readonly hits: number
  /** Rounds in which a limit kept a stake below what the plan wanted. */
  readonly heldRounds: number
  readonly staked: bigint
  readonly returned: bigint
  /** The expected result by the exact odds of each round, and its variance. */
  readonly expected: number
  readonly variance: number
  /** The most that one round can have differed from its mean. */
  readonly reach: number
  readonly squares: number
  /** Rounds that lost, one after another: at the beginning, at the end, at most. */
  readonly leading: number
  readonly trailing: number
  readonly longest: number
  readonly sessions: SessionTally
}

/** Whole sessions alone. */
export type SessionTally = {
  readonly count: number
  readonly ruined: number
  readonly net: number
  readonly squares: number
  readonly best: number
  readonly worst: number
}

export const noSessions: SessionTally = {
  count: 0,
  ruined: 0,
  net: 0,
  squares: 0,
  best: Number.NEGATIVE_INFINITY,
  worst: Number.POSITIVE_INFINITY,
}

/** The tally before the first round. */
export const emptyTally: Tally = {
  rounds: 0,
  played: 0,
  hits: 0,
  heldRounds: 0,
  staked: 0n,
  returned: 0n,
  expected: 0,
  variance: 0,
  reach: 0,
  squares: 0,
  leading: 0,
  trailing: 0,
  longest: 0,
  sessions: noSessions,
}

/**
 * `next` was played after `before`: sums of doubles and runs of losses depend on it.
 *
 * @example
 * const tally: Tally = joinTallies(emptyTally, simulate(simulation, (block) => seededFill('a seed', block)))
 */
export function joinTallies(before: Tally, next: Tally): Tally {
  return {
    rounds: before.rounds + next.rounds,
    played: before.played + next.played,
    hits: before.hits + next.hits,
    heldRounds: before.heldRounds + next.heldRounds,
    staked: before.staked + next.staked,
    returned: before.returned + next.returned,
    expected: before.expected + next.expected,
    variance: before.variance + next.variance,
    reach: Math.max(before.reach, next.reach),
    squares: before.squares + next.squares,
    leading: before.leading === before.rounds ? before.rounds + next.leading : before.leading,
    trailing: next.trailing === next.rounds ? before.trailing + next.rounds : next.trailing,
    longest: Math.max(before.longest, next.longest, before.trailing + next.leading),
    sessions: joinSessions(before.sessions, next.sessions),
  }
}

export const joinSessions = (before: SessionTally, next: SessionTally): SessionTally => ({
  count: before.count + next.count,
  ruined: before.ruined + next.ruined,
  net: before.net + next.net,
  squares: before.squares + next.squares,
  best: Math.max(before.best, next.best),
  worst: Math.min(before.worst, next.worst),
})
