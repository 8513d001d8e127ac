import type { Change } from '../wire/messages.ts'

/**
 * How a view follows its table (docs/api.md): a change replaces fields; in `wagers` and `seats` each entry replaces its
 * entry, null takes it away, and null for the whole of it empties it.
 */
type View = Readonly<Record<string, unknown>>

const byEntry = new Set(['wagers', 'seats'])

export const applyChanges = <V>(view: V, changes: readonly Change[]): V =>
  changes.reduce(applyChange, view as View) as V

function applyChange(view: View, change: Change): View {
  const next: Record<string, unknown> = { ...view }
  for (const [field, value] of Object.entries(change))
    next[field] = byEntry.has(field) ? entriesAfter(view[field], value) : value
  return next
}

function entriesAfter(before: unknown, entries: unknown): unknown {
  if (entries === null) return {}
  const next: Record<string, unknown> = { ...(before as object) }
  for (const [key, value] of Object.entries(entries as object))
    if (value === null) delete next[key]
    else next[key] = value
  return next
}
