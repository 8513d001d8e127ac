import type { ViewChange } from '../wire/messages.ts'

/**
 * The effect of changes on a view (docs/api.md): a change replaces fields. In `wagers` and `seats` each entry replaces
 * its entry, null removes it, and null for the whole field empties it.
 */
type View = Readonly<Record<string, unknown>>

const byEntry = new Set(['wagers', 'seats'])

/** A player may be called `constructor` or `__proto__`, so entries by name are in objects without a prototype. */
const bareEntries = (entries: object): Record<string, unknown> => Object.assign(Object.create(null), entries)

/** A whole view, prepared for changes. */
export const followableView = <V extends object>(view: V): V => {
  const named = Object.entries(view).filter(([field, value]) => byEntry.has(field) && value !== null)
  return { ...view, ...Object.fromEntries(named.map(([field, value]) => [field, bareEntries(value)])) }
}

/**
 * Applies changes of the wire to a view, and returns the view after them.
 *
 * @example
 * const after = applyChanges(view, [])
 */
export const applyChanges = <V>(view: V, changes: readonly ViewChange[]): V =>
  changes.reduce(applyChange, view as View) as V

function applyChange(view: View, change: ViewChange): View {
  const next: Record<string, unknown> = { ...view }
  for (const [field, value] of Object.entries(change))
    next[field] = byEntry.has(field) ? entriesAfter(view[field], value) : value
  return next
}

function entriesAfter(before: unknown, entries: unknown): unknown {
  const next = bareEntries(entries === null ? {} : (before as object))
  if (entries === null) return next
  for (const [key, value] of Object.entries(entries as object))
    if (value === null) delete next[key]
    else next[key] = value
  return next
}
