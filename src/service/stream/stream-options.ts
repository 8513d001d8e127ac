import type { Journal } from '../journal/journal.ts'

/**
 * Who writes a stream. `sole`: this process alone. `shared`: any node, each when nobody was quicker. `owner`: this node,
 * as long as its lease holds. `follower`: another node; this one keeps the same memory from what that one wrote.
 */
export type Role = 'sole' | 'shared' | 'owner' | 'follower'

/** `mayNote`: whether a refusal that changes nothing goes on record, or there were too many of that sender. */
export type StreamOptions = {
  journal: Journal
  now: () => string
  mayNote?: (actor: string) => boolean
  reviveAfterMs?: number
  /** Where the salt of each entry comes from. */
  salt?: () => string
  /** `sole` unless it is said; an owner begins as a follower. */
  role?: Exclude<Role, 'owner'>
  /** The time of an entry that another node wrote: nothing is written before it. Returns why it is not followed; null: it is. */
  heardTime?: (at: string) => string | null
}
