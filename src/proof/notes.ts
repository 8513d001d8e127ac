import { fromBase64, joined, toBase64, utf8 } from './bytes.ts'
import { COSIGNATURE, isKeyName, isSameKey, isSignedBy, type Signer, type VerifierKey } from './keys.ts'

/** A line of a note's signatures, of whatever kind (C2SP signed-note). */
export type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array }

/** `text` ends with its newline. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** A problem in words. */
export type Problem = { readonly problem: string }

/** Far more than a real note has, so that a huge one cannot keep the checker busy. */
const SIGNATURES_MAX = 100
const CHARACTERS_MAX = 1_000_000

/**
 * Writes a signed note.
 *
 * @example
 * const text: string = writeNote(note)
 */
export const writeNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`

export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(joined(id, signature))}\n`

/**
 * Reads a signed note: its text and its signatures, not checked yet.
 *
 * @example
 * const note = readNote(text)
 * if (!('problem' in note)) console.log(note.signatures.length)
 */
export function readNote(whole: string): Note | Problem {
  if (whole.length > CHARACTERS_MAX) return { problem: 'the note is too long' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\0-\x09\x0b-\x1f]|\p{Surrogate}/u.test(whole)) return { problem: 'the note holds a control character' }
  const split = whole.lastIndexOf('\n\n')
  if (split < 0) return { problem: 'the note has no empty line before its signatures' }
  const signatures = readSignatures(whole.slice(split + 2))
  return 'problem' in signatures ? signatures : { text: whole.slice(0, split + 1), signatures }
}

export function readSignatures(lines: string): readonly NoteSignature[] | Problem {
  if (!lines.endsWith('\n')) return { problem: 'the note does not end with a signature and a newline' }
  const texts = lines.slice(0, -1).split('\n')
  if (texts.length > SIGNATURES_MAX) return { problem: 'the note has too many signatures' }
  const signatures = texts.map(readSignature)
  return signatures.every((signature) => signature !== null)
    ? signatures
    : { problem: `signature ${signatures.indexOf(null) + 1} of the note cannot be read` }
}

function readSignature(line: string): NoteSignature | null {
  const [dash, name, text, ...more] = line.split(' ')
  const bytes = text === undefined ? null : fromBase64(text)
  if (dash !== '—' || !isKeyName(name!) || !bytes || bytes.length < 5 || more.length > 0) return null
  return { name: name!, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** A signature that does not hold, and its signer. */
type WrongSignature = Problem & { readonly signer: string }

/** A signature that is good, with its key and time. */
export type Verified = { readonly key: VerifierKey; readonly seconds: number | null }

/**
 * Returns which of these keys have signed it, each once, and when where they say so. Signatures of other keys are ignored. Every
 * signature by one of these keys must hold, also a second one of the same key: one that does not makes the whole note wrong.
 *
 * @example
 * const signers = verifyNote(note, [key])
 * if (!('problem' in signers)) console.log(signers.length)
 */
export function verifyNote(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): readonly Verified[] | WrongSignature {
  const verified: Verified[] = []
  const different = new Map(signatures.map((signature) => [signatureLine(signature), signature]))
  for (const signature of different.values()) {
    const key = keys.find((one) => isSameKey(one, signature))
    if (!key) continue
    const seconds = whenSigned(key, text, signature.signature)
    if (seconds === undefined) return { problem: `the signature of ${key.name} is wrong`, signer: key.name }
    if (!verified.some((one) => one.key === key)) verified.push({ key, seconds })
  }
  return verified
}

/** Says which witnesses lack; null: as many have signed as `quorum` says. */
export function quorumProblem(
  witnesses: readonly VerifierKey[],
  signers: readonly VerifierKey[],
  quorum = witnesses.length,
): string | null {
  const missing = witnesses.filter((one) => !signers.includes(one))
  const count = witnesses.length - missing.length
  if (count >= quorum) return null
  if (quorum === witnesses.length) return `the witness ${missing[0]!.name} has not signed the checkpoint`
  return `${count} of ${witnesses.length} witnesses have signed the checkpoint, and ${quorum} must have`
}

/**
 * Whether as many witnesses have signed a note as `quorum` says.
 *
 * @example
 * const isEnough: boolean = isCosigned(text, [key], 1)
 */
export function isCosigned(whole: string, witnesses: readonly VerifierKey[], quorum: number): boolean {
  if (quorum === 0) return true
  const note = readNote(whole)
  const signed = 'problem' in note ? note : verifyNote(note, witnesses)
  return !('problem' in signed) && signed.length >= quorum
}

/** Undefined: the signature is wrong. Null: it does not say when. */
function whenSigned(key: VerifierKey, text: string, signature: Uint8Array): number | null | undefined {
  if (key.type !== COSIGNATURE) return isSignedBy(key, utf8(text), signature) ? null : undefined
  if (signature.length !== 8 + 64) return undefined
  const seconds = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(seconds)) return undefined
  return isSignedBy(key, cosigned(text, seconds), signature.slice(8)) ? seconds : undefined
}

/**
 * The text that a witness signs (C2SP tlog-cosignature, Ed25519): the time, and the checkpoint without its signatures.
 */
const cosigned = (text: string, seconds: number): Uint8Array => utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

export function sign(text: string, { verifier, sign: by }: Signer): NoteSignature {
  return { name: verifier.name, id: verifier.id, signature: by(utf8(text)) }
}

/** `seconds`: since 1970. */
export function cosign(text: string, { verifier, sign: by }: Signer, seconds: number): NoteSignature {
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return { name: verifier.name, id: verifier.id, signature: joined(time, by(cosigned(text, seconds))) }
}
