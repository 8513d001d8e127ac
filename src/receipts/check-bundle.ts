import type { Anchor } from '../record/anchors.ts'
import { CarriedBooks } from '../record/carried-books.ts'
import { entriesReader } from '../record/journal-reader.ts'
import { builtInBooks, fingerprintOf } from '../record/known-books.ts'
import { sha256 } from '../record/sha256.ts'
import type { KeptCheckpoint } from '../record/stored-entry.ts'
import type { StreamReport } from '../record/stream-report.ts'
import { readTableEntry } from '../record/table-entry.ts'
import { verify } from '../record/verify.ts'
import { RecordUnreadable } from '../record/versions.ts'
import type { Bundle } from './bundle.ts'
import { checkNote, type Reason, type SignedCheckpoint, type Trust, tableOf } from './check-note.ts'

/**
 * `signed`: the newest checkpoint that all have signed; null if there is none. `kept`: the number of entries that agree
 * with the checkpoint kept elsewhere. `problem`: the first problem found.
 */
export type CheckedStream = {
  readonly report: StreamReport
  readonly checkpoints: number
  readonly signed: SignedCheckpoint | null
  readonly kept: number
  readonly problem: StreamProblem | null
}
/** `seq`: the entry at fault, if it is one. `reason`: tells the problem in another language. */
export type StreamProblem = { readonly seq: number | null; readonly problem: string; readonly reason?: Reason }
/**
 * A book that the journal names and carries. `built-in`: this program has the same; `foreign`: it has none of that id;
 * `differing`: it has other rules under that id. `wrong`: no entry carries it, or the bundle's file of it has other
 * rules.
 */
type CheckedBook = { readonly fingerprint: string; readonly id: string; readonly standing: BookStanding }
type BookStanding = 'built-in' | 'foreign' | 'differing' | 'wrong'
/** A checked bundle: a report for each stream, and its books. */
export type CheckedBundle = { readonly streams: readonly CheckedStream[]; readonly books: readonly CheckedBook[] }

/**
 * Decides every entry again, compares every checkpoint with the entries, and checks the newest signatures. `anchors`:
 * checkpoints that were kept elsewhere. A house that rewrote its history can sign it again, but cannot change these.
 *
 * @example
 * const checked = await checkBundle(bundle, trust)
 * if (!('problem' in checked)) console.log(isSound(checked))
 */
export async function checkBundle(
  bundle: Bundle,
  trust: Trust,
  anchors: readonly Anchor[] = [],
): Promise<CheckedBundle | { problem: string }> {
  try {
    const reader = entriesReader(bundle.streams, bundle.checkpoints)
    const reports = await verify(reader, sha256, { anchors })
    return {
      streams: reports.map((report) => checkStream(report, bundle.checkpoints.get(report.stream) ?? [], trust)),
      books: booksIn(bundle),
    }
  } catch (error) {
    if (error instanceof RecordUnreadable) return { problem: error.message }
    throw error
  }
}

/**
 * Tells whether every stream and book of a bundle is sound.
 *
 * @example
 * const checked = await checkBundle(bundle, trust)
 * const isGood = !('problem' in checked) && isSound(checked)
 */
export const isSound = ({ streams, books }: CheckedBundle): boolean =>
  streams.every(({ problem }) => problem === null) && books.every(({ standing }) => standing !== 'wrong')

/**
 * Witnesses sign a little later than the house, so the newest checkpoint with all signatures is searched among this
 * many.
 */
const LOOKED_AT = 50

/** The verdict on a stream, with the signatures of its checkpoints. */
export function checkStream(report: StreamReport, notes: readonly KeptCheckpoint[], trust: Trust): CheckedStream {
  const { finding } = report
  const signatures = signaturesOf(report.stream, notes, trust)
  // A wrong stream reports its signatures too: somebody else may hold a different signed checkpoint.
  const problem = finding ? problemOf(finding) : signatures.problem
  return { report, checkpoints: notes.length, kept: report.anchored, signed: signatures.signed, problem }
}

type Told = Omit<StreamProblem, 'seq'>

const problemOf = ({ seq, problem, reason }: StreamProblem): StreamProblem => ({
  seq,
  problem,
  ...(reason ? { reason } : {}),
})

type Signatures = Pick<CheckedStream, 'signed' | 'problem'>

function signaturesOf(stream: string, notes: readonly KeptCheckpoint[], trust: Trust): Signatures {
  const unsigned = (why: Told): Signatures => ({ signed: null, problem: problemOf({ seq: null, ...why }) })
  if (notes.length === 0) return { signed: null, problem: null }
  const newest = checkNote(notes.at(-1)!.note, { keys: trust.keys, witnesses: [] })
  if ('problem' in newest) return unsigned(newest)
  const { origin } = newest.checkpoint
  if (tableOf(origin) !== stream) return unsigned({ problem: `its checkpoints are of ${origin}` })
  let first: Told | null = null
  for (const { note } of notes.slice(-LOOKED_AT).toReversed()) {
    const signed = checkNote(note, trust)
    if (!('problem' in signed)) return { signed, problem: null }
    first ??= signed
  }
  return unsigned(first!)
}

function booksIn({ streams, books }: Bundle): CheckedBook[] {
  const named = new Set<string>()
  const carried = new CarriedBooks()
  for (const entries of streams.values())
    for (const { body } of entries) {
      const entry = readTableEntry(body)
      named.add(entry.book)
      carried.take(entry)
    }
  return [...named].sort().map((fingerprint) => {
    const id = carried.byFingerprint(fingerprint)?.id
    const text = books.get(fingerprint)
    const isWrong = id === undefined || (text !== undefined && fingerprintIn(text) !== fingerprint)
    return { fingerprint, id: id ?? '', standing: isWrong ? 'wrong' : standingOf(id, fingerprint) }
  })
}

function standingOf(id: string, fingerprint: string): BookStanding {
  const own = builtInBooks.byId(id)
  if (!own) return 'foreign'
  return fingerprintOf(own) === fingerprint ? 'built-in' : 'differing'
}

function fingerprintIn(text: string): string | null {
  try {
    return fingerprintOf(JSON.parse(text))
  } catch {
    return null
  }
}
