import { unzipSync } from 'fflate'
import { fromUtf8 } from '../../proof/bytes.ts'
import type { Checkpoint } from '../../proof/checkpoints.ts'
import { COSIGNATURE, ED25519, type KeyType, readKey, type VerifierKey } from '../../proof/keys.ts'
import { type Bundle, loneStream, readBundle, readStream } from '../../receipts/bundle.ts'
import { type CheckedBundle, checkBundle } from '../../receipts/check-bundle.ts'
import {
  type CheckProblem,
  checkNote,
  type SignedCheckpoint,
  type Trust,
  twoHistories,
} from '../../receipts/check-note.ts'
import { type CheckedReceipt, checkReceipt } from '../../receipts/check-receipt.ts'
import { isReceipt } from '../../receipts/receipt.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'

export type Dropped = { readonly name: string; readonly bytes: Uint8Array }

/** What came of a file. `unreadable`: why it is none of those that are checked here. */
export type FileAnswer = { readonly name: string } & (
  | { readonly receipt: CheckedReceipt | CheckProblem }
  | { readonly checkpoint: SignedCheckpoint | CheckProblem }
  | { readonly bundle: Bundle; readonly checked: CheckedBundle }
  | { readonly split: readonly [Checkpoint, Checkpoint] }
  | { readonly unreadable: string | null }
)

/** The keys that were typed, one on each line. */
export function trustFrom(keys: string, witnesses: string, { receipts }: Vocabulary): Trust | { problem: string } {
  const houses = readTypedKeys(keys, ED25519, receipts.page.badKey)
  if ('problem' in houses) return houses
  if (houses.length === 0) return { problem: receipts.page.noKeys }
  const others = readTypedKeys(witnesses, COSIGNATURE, receipts.page.badKey)
  return 'problem' in others ? others : { keys: houses, witnesses: others }
}

type BadKey = (line: number, why: string) => string

function readTypedKeys(text: string, type: KeyType, badKey: BadKey): VerifierKey[] | { problem: string } {
  const keys: VerifierKey[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const key = readKey(line.trim())
    if ('problem' in key) return { problem: badKey(at + 1, key.problem) }
    if (key.type !== type) return { problem: badKey(at + 1, 'is of another kind') }
    keys.push(key)
  }
  return keys
}

/** Each by itself, and all that is signed against one another. */
export async function checkFiles(dropped: readonly Dropped[], trust: Trust): Promise<FileAnswer[]> {
  const journals = dropped.map(journalIn)
  const small = dropped.map((one, at) => (journals[at] ? null : checkSmallFile(one, trust)))
  const beside = small.flatMap((answer) => (answer ? headsIn(answer) : []))
  const answers = await Promise.all(
    dropped.map(({ name }, at) => small[at] ?? checkBundleFile(name, journals[at]!, trust, beside)),
  )
  const split = twoHistories(answers.flatMap(headsIn))
  return split ? [{ name: '', split }, ...answers] : answers
}

/** What was signed, as far as it holds. */
function headsIn(answer: FileAnswer): Checkpoint[] {
  if ('receipt' in answer) return 'problem' in answer.receipt ? [] : [answer.receipt.checkpoint]
  if ('checkpoint' in answer) return 'problem' in answer.checkpoint ? [] : [answer.checkpoint.checkpoint]
  if ('checked' in answer) return answer.checked.streams.flatMap(({ signed }) => (signed ? [signed.checkpoint] : []))
  return []
}

/** A bundle, or a stream by itself; null: it is neither. */
function journalIn({ name, bytes }: Dropped): Bundle | { problem: string } | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return ofZip(bytes)
  const text = fromUtf8(bytes)
  return text?.startsWith('{"seq":') ? ofStream(name, text) : null
}

function checkSmallFile({ name, bytes }: Dropped, trust: Trust): FileAnswer {
  const text = fromUtf8(bytes)
  if (text === null) return { name, unreadable: null }
  if (isReceipt(text)) return { name, receipt: checkReceipt(text, trust) }
  const checkpoint = checkNote(text, trust)
  return 'problem' in checkpoint && !checkpoint.isWrong ? { name, unreadable: null } : { name, checkpoint }
}

function ofStream(name: string, text: string): Bundle | { problem: string } {
  const stream = name.replace(/\.jsonl$/, '')
  const entries = readStream(stream, name, text)
  return 'problem' in entries ? entries : loneStream(stream, entries)
}

function ofZip(bytes: Uint8Array): Bundle | { problem: string } {
  try {
    return readBundle(unzipSync(bytes))
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function checkBundleFile(
  name: string,
  bundle: Bundle | { problem: string },
  trust: Trust,
  beside: readonly Checkpoint[],
): Promise<FileAnswer> {
  if ('problem' in bundle) return { name, unreadable: bundle.problem }
  const checked = await checkBundle(bundle, trust, beside)
  return 'problem' in checked ? { name, unreadable: checked.problem } : { name, bundle, checked }
}
