import { areEqual } from '../proof/bytes.ts'
import { type Checkpoint, readCheckpoint } from '../proof/checkpoints.ts'
import { logKeysOf, type VerifierKey } from '../proof/keys.ts'
import { type Problem, readNote, verifyNote } from '../proof/notes.ts'

/** Whom the one who checks believes: keys of houses, and witnesses each of whom must have signed. */
export type Trust = { readonly keys: readonly VerifierKey[]; readonly witnesses: readonly VerifierKey[] }

/** A checkpoint that the house and all witnesses of a trust have signed. `house`: its key as it was given; `seconds`: since 1970. */
export type SignedCheckpoint = {
  readonly checkpoint: Checkpoint
  readonly house: VerifierKey
  readonly witnesses: readonly { readonly name: string; readonly seconds: number | null }[]
}

/** `isWrong`: it can be read, and is not what it says. */
export type CheckProblem = Problem & { readonly isWrong: boolean }

export const unreadable = ({ problem }: Problem): CheckProblem => ({ problem, isWrong: false })
export const wrong = (problem: string): CheckProblem => ({ problem, isWrong: true })

/** The last part of an origin `HOUSE/TABLE`. */
export const tableOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1)

export function checkNote(text: string, { keys, witnesses }: Trust): SignedCheckpoint | CheckProblem {
  const note = readNote(text)
  if ('problem' in note) return unreadable(note)
  const checkpoint = readCheckpoint(note.text)
  if ('problem' in checkpoint) return unreadable(checkpoint)
  const { origin } = checkpoint
  const given = keys.filter((key) => logKeysOf(origin, [key]).length > 0)
  const houses = logKeysOf(origin, given)
  if (houses.length === 0) return wrong(`it is of ${origin}, and none of the keys given signs for that`)
  const verified = verifyNote(note, [...houses, ...witnesses])
  if ('problem' in verified) return wrong(verified.problem)
  const signers = verified.map(({ key }) => key)
  const house = given.find((_, at) => signers.includes(houses[at]!))
  if (!house) return wrong(`no key that was given for ${origin} has signed the checkpoint`)
  const missing = witnesses.find((one) => !verified.some(({ key }) => key === one))
  if (missing) return wrong(`the witness ${missing.name} has not signed the checkpoint`)
  const cosigned = verified.filter(({ key }) => witnesses.includes(key))
  return { checkpoint, house, witnesses: cosigned.map(({ key, seconds }) => ({ name: key.name, seconds })) }
}

/**
 * Two checkpoints of one log that cannot both be true: the same number of entries, and not the same. Of two of different
 * sizes only a proof of consistency tells, or the journal.
 */
export const areTwoHistories = (a: Checkpoint, b: Checkpoint): boolean =>
  a.origin === b.origin && a.size === b.size && !areEqual(a.root, b.root)

/** Two histories that the house has signed: the first pair that cannot both be true. */
export function twoHistories(checkpoints: readonly Checkpoint[]): readonly [Checkpoint, Checkpoint] | null {
  for (const [at, one] of checkpoints.entries()) {
    const other = checkpoints.slice(at + 1).find((later) => areTwoHistories(one, later))
    if (other) return [one, other]
  }
  return null
}
