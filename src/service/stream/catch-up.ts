import type { TableStream } from './table-stream.ts'

/** So long somebody who knows more than this node waits for it to catch up. */
const CATCHES_UP_MS = 3_000

/**
 * Whoever was told of more at another node than this one has heard of yet waits, for nobody is shown what was before. What
 * they were told is on disk, so reading on finds it; what they say themselves is not believed: anybody may name any
 * number. Null: there is nothing to wait for.
 */
export function catchUpWith(table: TableStream, known: number | undefined): Promise<void> | null {
  if (known === undefined || known <= table.durable || table.role !== 'follower') return null
  const late = new Promise<void>((resolve) => setTimeout(resolve, CATCHES_UP_MS).unref())
  // A replica that cannot read stops with an alarm; the client gets the view that there is.
  return Promise.race([table.catchUp().catch(() => {}), late])
}
