import { unzipSync } from 'fflate'
import { fromUtf8 } from '../../proof/bytes.ts'
import { COSIGNATURE, ED25519, type KeyType, readKey, type VerifierKey } from '../../proof/keys.ts'
import { type Bundle, loneStream, readBundle, readStream } from '../../receipts/bundle.ts'
import { type CheckedBundle, checkBundle } from '../../receipts/check-bundle.ts'
import { type CheckProblem, checkNote, type SignedCheckpoint, type Trust, tableOf } from '../../receipts/check-note.ts'
import { type CheckedReceipt, checkReceipt } from '../../receipts/check-receipt.ts'
import {
  compareHistories,
  type LogComparison,
  type SignedStatement,
  signedByHouse,
} from '../../receipts/compare-histories.ts'
import { type JournalFit, type MatchedJournal, matchJournals } from '../../receipts/match-journals.ts'
import { isReceipt } from '../../receipts/receipt.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'

export type Dropped = { readonly name: string; readonly bytes: Uint8Array }

/**
 * The verdict on a file. `fit`: its relation to the given journals; null without any. `compared`: the verdict on all
 * files about one log. `unreadable`: the reason why the file cannot be checked here.
 */
export type FileAnswer = { readonly name: string } & (
  | { readonly receipt: CheckedReceipt | CheckProblem<CheckedReceipt>; readonly fit: JournalFit | null }
  | { readonly checkpoint: SignedCheckpoint | CheckProblem; readonly fit: JournalFit | null }
  | { readonly bundle: Bundle; readonly checked: CheckedBundle }
  | { readonly compared: LogComparison }
  | { readonly unreadable: string | null }
)

type TypedTrust = { readonly keys: string; readonly witnesses: string; readonly quorum: string }

/** Reads the keys that were typed, one on each line, and how many witnesses must have signed. */
export function trustFrom(typed: TypedTrust, { receipts }: Vocabulary): Trust | { problem: string } {
  const keys = readTypedKeys(typed.keys, ED25519, receipts.page.badKey)
  if ('problem' in keys) return keys
  if (keys.length === 0) return { problem: receipts.page.noKeys }
  const witnesses = readTypedKeys(typed.witnesses, COSIGNATURE, receipts.page.badKey)
  if ('problem' in witnesses) return witnesses
  const quorum = typed.quorum.trim() === '' ? witnesses.length : Number(typed.quorum)
  const isQuorum = Number.isSafeInteger(quorum) && quorum <= witnesses.length && quorum >= Math.min(1, witnesses.length)
  return isQuorum ? { keys, witnesses, quorum } : { problem: receipts.page.badQuorum(witnesses.length) }
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

/** Checks each file alone, journals against the signed statements, and all signed statements against each other. */
export async function checkFiles(dropped: readonly Dropped[], trust: Trust): Promise<FileAnswer[]> {
  const journals = dropped.map(journalIn)
  const bundles = journals.filter((one): one is Bundle => one !== null && !('problem' in one))
  const small = dropped.map((one, at) => (journals[at] ? null : checkSmallFile(one, trust)))
  const signed = small.flatMap((answer) => (answer ? statementsIn(answer) : []))
  const matched = matchJournals(
    bundles,
    signed.map(({ checkpoint }) => checkpoint),
  )
  const fitOf = (answer: FileAnswer) => fitting(answer, signed, matched.fits)
  const answers = await Promise.all(
    dropped.map(({ name }, at) => {
      const answer = small[at]
      if (answer) return bundles.length > 0 ? fitOf(answer) : answer
      const journal = journals[at]!
      if ('problem' in journal) return { name, unreadable: journal.problem }
      return checkBundleFile(name, matched.journals.find(({ bundle }) => bundle === journal)!, trust)
    }),
  )
  const compared = compareHistories(answers.flatMap(statementsIn)).map((one) => ({ name: '', compared: one }))
  return [...compared, ...answers]
}

/** The answer with the journal that its checkpoint is of. */
function fitting(answer: FileAnswer, signed: readonly SignedStatement[], fits: readonly JournalFit[]): FileAnswer {
  const [statement] = statementsIn(answer)
  return statement ? ({ ...answer, fit: fits[signed.indexOf(statement)]! } as FileAnswer) : answer
}

/** The statements in a file that the house has signed. */
function statementsIn(answer: FileAnswer): SignedStatement[] {
  if ('receipt' in answer) return signedByHouse(answer.receipt)
  if ('checkpoint' in answer) return signedByHouse(answer.checkpoint)
  if ('checked' in answer) return answer.checked.streams.flatMap(({ signed }) => signed ?? [])
  return []
}

/** A bundle, or a single stream; null if it is neither. */
function journalIn({ name, bytes }: Dropped): Bundle | { problem: string } | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return ofZip(bytes)
  const text = fromUtf8(bytes)
  return text?.startsWith('{"seq":') ? ofStream(name, text) : null
}

function checkSmallFile({ name, bytes }: Dropped, trust: Trust): FileAnswer {
  const text = fromUtf8(bytes)
  if (text === null) return { name, unreadable: null }
  if (isReceipt(text)) return { name, receipt: checkReceipt(text, trust), fit: null }
  const checkpoint = checkNote(text, trust)
  return 'problem' in checkpoint && !checkpoint.isWrong ? { name, unreadable: null } : { name, checkpoint, fit: null }
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

async function checkBundleFile(name: string, matched: MatchedJournal, trust: Trust): Promise<FileAnswer> {
  const { bundle, anchors } = named(matched)
  const checked = await checkBundle(bundle, trust, anchors)
  return 'problem' in checked ? { name, unreadable: checked.problem } : { name, bundle, checked }
}

/** A single journal has the name in its signed statements, if there are any, not that of its file. */
function named(matched: MatchedJournal): Pick<MatchedJournal, 'bundle' | 'anchors'> {
  const { bundle, anchors, origins } = matched
  const [[stream, entries] = ['', []]] = bundle.streams
  const origin = bundle.checkpoints.size === 0 ? origins.get(stream) : undefined
  if (origin === undefined) return matched
  const table = tableOf(origin)
  const renamed = entries.map((entry) => ({ ...entry, stream: table }))
  return { bundle: loneStream(table, renamed), anchors: anchors.map((anchor) => ({ ...anchor, stream: table })) }
}
