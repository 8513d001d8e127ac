/** The version of the format that is written. A change of what an entry holds is a new one, with a step to it. */
export const VERSION = 4

/** A record that this version cannot read, in words for the one who asked. */
export class RecordUnreadable extends Error {}

export type Plain = Readonly<Record<string, unknown>>
/** One step from a version to the next: small, pure, and never changed again. */
export type Upcast<Context> = (old: Plain, context: Context) => Plain

/** To a version that knows more, and says what was there as before. */
export const raiseVersion = (old: Plain): Plain => ({ ...old, v: (versionOf(old) as number) + 1 })

/** The first format had no version in it. */
export const versionOf = ({ v = 1 }: Plain): unknown => v

/** An entry as it would be written today, whatever it was written as. */
export function upcast<Context>(
  entry: Plain,
  steps: Readonly<Record<number, Upcast<Context>>>,
  context: Context,
): Plain {
  let version = versionOf(entry)
  if (version === VERSION) return entry
  if (!Number.isSafeInteger(version) || (version as number) > VERSION)
    throw new RecordUnreadable(`it is of format ${JSON.stringify(version)}; this version of Croupier knows ${VERSION}`)
  let current = entry
  for (; (version as number) < VERSION; version = (version as number) + 1) {
    const step = steps[version as number]
    if (!step) throw new RecordUnreadable(`there is no format ${JSON.stringify(version)}`)
    current = step(current, context)
  }
  return current
}
