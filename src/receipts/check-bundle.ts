import { bookByFingerprint, fingerprintOf } from '../books/shelf.ts'
import { canonical } from '../record/canonical.ts'
import { sha256 } from '../record/chain.ts'
import type { KeptCheckpoint } from '../record/stored-entry.ts'
import type { StreamReport } from '../record/stream-report.ts'
import { readTableEntry } from '../record/table-entry.ts'
import { verify } from '../record/verify.ts'
import { RecordUnreadable } from '../record/versions.ts'
import type { Bundle } from './bundle.ts'
import { bundleReader } from './bundle.ts'
import { checkNote, type SignedCheckpoint, type Trust } from './check-note.ts'

/** `signed`: the newest checkpoint that all have signed; null where there is none. `problem`: the first thing wrong. */
export type CheckedStream = {
  readonly report: StreamReport
  readonly checkpoints: number
  readonly signed: SignedCheckpoint | null
  readonly problem: { seq: number | null; problem: string } | null
}
/** A book that the journal names. `isKnown`: on the shelf of this program, and the same where the bundle holds it. */
export type CheckedBook = { readonly fingerprint: string; readonly id: string | null; readonly isKnown: boolean }
export type CheckedBundle = { readonly streams: readonly CheckedStream[]; readonly books: readonly CheckedBook[] }

/** Every entry decided again, every checkpoint held against the entries, the newest signatures checked. */
export function checkBundle(bundle: Bundle, trust: Trust): CheckedBundle | { problem: string } {
  try {
    const reports = verify(bundleReader(bundle))
    return {
      streams: reports.map((report) => checkStream(report, bundle.checkpoints.get(report.stream) ?? [], trust)),
      books: booksIn(bundle),
    }
  } catch (error) {
    if (error instanceof RecordUnreadable) return { problem: error.message }
    throw error
  }
}

export const isSound = ({ streams, books }: CheckedBundle): boolean =>
  streams.every(({ problem }) => problem === null) && books.every(({ isKnown }) => isKnown)

/** Witnesses sign a little later than the house: the newest they all have is looked for among the last. */
const LOOKED_AT = 50

function checkStream(report: StreamReport, kept: readonly KeptCheckpoint[], trust: Trust): CheckedStream {
  const { finding } = report
  const base = { report, checkpoints: kept.length }
  if (finding) return { ...base, signed: null, problem: { seq: finding.seq, problem: finding.problem } }
  if (kept.length === 0) return { ...base, signed: null, problem: null }
  const newest = checkNote(kept.at(-1)!.note, { ...trust, witnesses: [] })
  if ('problem' in newest) return { ...base, signed: null, problem: { seq: null, problem: newest.problem } }
  let first: string | null = null
  for (const { note } of kept.slice(-LOOKED_AT).toReversed()) {
    const signed = checkNote(note, trust)
    if (!('problem' in signed)) return { ...base, signed, problem: null }
    first ??= signed.problem
  }
  return { ...base, signed: null, problem: { seq: null, problem: first! } }
}

function booksIn({ streams, books }: Bundle): CheckedBook[] {
  const named = new Set<string>()
  for (const entries of streams.values())
    for (const { body } of entries) {
      const { book } = readTableEntry(body)
      if (book) named.add(book)
    }
  return [...named].sort().map((fingerprint) => {
    const known = bookByFingerprint(fingerprint)
    const text = books.get(fingerprint)
    const isSame = text === undefined || sha256(canonicalText(text)) === fingerprint
    const isKnown = known !== undefined && fingerprintOf(known) === fingerprint && isSame
    return { fingerprint, id: known?.id ?? null, isKnown }
  })
}

function canonicalText(text: string): string {
  try {
    return canonical(JSON.parse(text))
  } catch {
    return ''
  }
}
