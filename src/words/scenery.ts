import type { Source } from '../engine/events.ts'
import type { CommandName, CommandOf } from '../engine/language.ts'
import type { Refusal } from '../engine/refusals.ts'
import type { NamedThings } from './naming.ts'

/** The facts of a scene, in words, for telling a command or a refusal. */
export type Scenery = {
  nouns: NamedThings
  /** Whom the command is about. */
  player: string | undefined
  /** The number of the round under way; null: there is none. */
  round: number | null
  /** Whether the wheel and the dealer have each named a number, and not the same. */
  bothSpoke: boolean
  /** The positions that decide a referred round and correct an outcome. */
  referral: string
  correction: string
  /** The means of play of the book, such as cash chips or credits, and those that the player wanted to use. */
  money: string
  funds: string
  sum: (amount: unknown) => string
  /** The player's own colour chips. */
  chips: (count: unknown) => string
  chipsOf: (colour: unknown) => string
  kind: (kind: string) => string
  spot: (spot: unknown) => string
  pocket: (pocket: unknown) => string
  pockets: (pockets: unknown) => string
  phase: (phase: unknown) => string
  bet: (bet: string) => string
  offer: (bets: unknown) => string
  irregularity: (code: string) => string
}

/** The attempted act, where the command's name is not enough. */
export type Attempts = { [Name in CommandName]?: (command: CommandOf<Name>, say: Scenery) => string }
/** Why it was refused. */
export type Reason = (facts: Refusal, say: Scenery) => string

/** Machines that act in a person's position sign with one of these names. */
export const machineNames = ['automatic dealer', 'automatic shift manager'] as const
export type Machine = (typeof machineNames)[number]

export const otherThan = (source: Source): Source => (source === 'wheel' ? 'dealer' : 'wheel')
