import { type Checkpoint, readCheckpoint } from '../proof/checkpoints.ts'
import { logKeysOf, type VerifierKey } from '../proof/keys.ts'
import { type Problem, readNote, verifyNote } from '../proof/notes.ts'
import { receipts as english } from '../words/en/receipts.en.ts'
import type { Vocabulary } from '../words/vocabulary.ts'

/**
 * The keys that the checker trusts: of houses, and of witnesses. `quorum`: the number of witnesses that must have
 * signed; left out: all.
 */
export type Trust = {
  readonly keys: readonly VerifierKey[]
  readonly witnesses: readonly VerifierKey[]
  readonly quorum?: number
}

/**
 * A checkpoint that the house and enough trusted witnesses have signed. `house`: its key as it was given; `seconds`:
 * since 1970.
 */
export type SignedCheckpoint = {
  readonly checkpoint: Checkpoint
  readonly house: VerifierKey
  readonly witnesses: readonly { readonly name: string; readonly seconds: number | null }[]
}

/**
 * `isWrong`: the file can be read, but its content is false. Otherwise it cannot be read. `ofHouse`: the content, if the house has
 * signed it and only witnesses are missing. It says nothing by itself, but it binds the house: another history is a fork.
 */
export type CheckProblem<Signed extends SignedCheckpoint = SignedCheckpoint> = Problem & {
  readonly isWrong: boolean
  /** Tells the problem in another language, where the content is false. */
  readonly reason?: Reason
  readonly ofHouse?: Signed
}

export const unreadable = ({ problem }: Problem): CheckProblem<never> => ({ problem, isWrong: false })
export const wrong = (...reason: Reason): CheckProblem<never> => ({
  problem: tellWrong(reason, english.wrongs),
  isWrong: true,
  reason,
})

type Wrongs = Vocabulary['receipts']['wrongs']
/** The code of a reason, with its facts. */
export type Reason = { [Code in keyof Wrongs]: readonly [code: Code, ...Parameters<Wrongs[Code]>] }[keyof Wrongs]

export function tellWrong([code, ...facts]: Reason, wrongs: Wrongs): string {
  const tell = wrongs[code] as (...facts: readonly unknown[]) => string
  return tell(...facts)
}

/** The last part of an origin `HOUSE/TABLE`. */
export const tableOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1)

/**
 * Checks a signed checkpoint by the keys that the caller trusts.
 *
 * @example
 * const checked = checkNote(text, trust)
 * if ('problem' in checked) console.log(checked.problem)
 */
export function checkNote(text: string, trust: Trust): SignedCheckpoint | CheckProblem {
  const { keys, witnesses, quorum } = trust
  const note = readNote(text)
  if ('problem' in note) return unreadable(note)
  const checkpoint = readCheckpoint(note.text)
  if ('problem' in checkpoint) return unreadable(checkpoint)
  const { origin } = checkpoint
  const given = keys.filter((key) => logKeysOf(origin, [key]).length > 0)
  const houses = logKeysOf(origin, given)
  if (houses.length === 0) return wrong('no-key-for-log', origin)
  const verified = verifyNote(note, [...houses, ...witnesses])
  if ('problem' in verified) return wrong('signature-wrong', verified.signer)
  const signers = verified.map(({ key }) => key)
  const house = given.find((_, at) => signers.includes(houses[at]!))
  if (!house) return wrong('house-not-signed', origin)
  const cosigned = verified.filter(({ key }) => witnesses.includes(key))
  const signed = { checkpoint, house, witnesses: cosigned.map(({ key, seconds }) => ({ name: key.name, seconds })) }
  const lacking = lackingWitnesses(witnesses, signers, quorum)
  return lacking === null ? signed : { ...wrong(...lacking), ofHouse: signed }
}

function lackingWitnesses(
  witnesses: readonly VerifierKey[],
  signers: readonly VerifierKey[],
  quorum = witnesses.length,
): Reason | null {
  const missing = witnesses.filter((one) => !signers.includes(one))
  const count = witnesses.length - missing.length
  if (count >= quorum) return null
  if (quorum === witnesses.length) return ['witness-missing', missing[0]!.name]
  return ['witnesses-missing', count, witnesses.length, quorum]
}
