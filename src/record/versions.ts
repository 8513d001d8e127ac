/**
 * Version of the format that is written, in every entry and snapshot. After its release a change of what an entry holds is a
 * new version, with a step to it in `upcasts.ts`. Until then it changes in place (test/journals/README.md).
 */
export const VERSION = 1

/**
 * A record that this version cannot read, in words for the caller.
 *
 * @example
 * try {
 *   await verify(entries)
 * } catch (error) {
 *   if (error instanceof RecordUnreadable) console.log(error.message)
 * }
 */
export class RecordUnreadable extends Error {}

export const BEFORE_RELEASE = 'it was written before the first release of Croupier, and no release can read it'

export type PlainEntry = Readonly<Record<string, unknown>>
/** One step from a version to the next: small, pure, and never changed after its release. */
type Upcast = (old: PlainEntry) => PlainEntry
/** Steps by the version that they start from. */
export type Upcasts = Readonly<Record<number, Upcast>>

/** The version that a body states first; null where it states none. Fields with that name elsewhere do not count. */
export function statedVersion(body: string): number | null {
  const found = /^\{"v":(\d{1,9})[,}]/.exec(body)
  return found ? Number(found[1]) : null
}

/** Returns an entry as it would be written today. */
export function upcast(entry: PlainEntry, steps: Upcasts): PlainEntry {
  if (entry.v === VERSION) return entry
  const problem = versionProblem(entry.v, steps)
  if (problem !== null) throw new RecordUnreadable(problem)
  let current = entry
  for (let version = entry.v as number; version < VERSION; version++) current = steps[version]!(current)
  return current
}

/** Says why a version cannot be read; null where it can. */
export function versionProblem(version: unknown, steps: Upcasts): string | null {
  if (version === undefined) return BEFORE_RELEASE
  if (!Number.isSafeInteger(version) || (version as number) > VERSION)
    return `it is of format ${JSON.stringify(version)}; this version of Croupier knows ${VERSION}`
  for (let step = version as number; step < VERSION; step++)
    if (!steps[step]) return `there is no format ${JSON.stringify(version)}`
  return null
}
