import { toBase64 } from '../proof/bytes.ts'
import type { Anchor } from './anchors.ts'
import { isSame } from './canonical.ts'
import type { JournalReader } from './journal-reader.ts'
import { leafHash, NO_HASH } from './leaf-hash.ts'
import type { Sha256 } from './sha256.ts'
import { isEntryNumber, openSnapshot } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'
import type { Fault, StreamReport } from './stream-report.ts'
import { TreeWalk } from './tree-walk.ts'
import { type PlainEntry, RecordUnreadable, statedVersion } from './versions.ts'

/** The inspection of each entry: `take` reads it and returns its fault; `snapshot`: the state after it, as text. */
type Inspection = {
  take: (plain: PlainEntry, entry: Stored) => string | null | Promise<string | null>
  snapshot: (hash: string) => string
  remarks: string[]
}

/** Called after each page with the number of checked entries. */
export type OnProgress = (stream: string, entries: number) => void

/** The journal, the hash function, what was kept outside the house, and the check of seals. */
export type Evidence = {
  reader: JournalReader
  sha256: Sha256
  anchors: readonly Anchor[]
  onProgress: OnProgress
  isSealed: IsSealed
}

/** Whether a snapshot carries the seal of the house key; without the key, whether it carries any. */
export type IsSealed = (stream: string, snapshot: Snapshot) => boolean

type Walked = Omit<StreamReport, 'rounds'>

/**
 * Checks the hashes, the order, the versions and the snapshot of one stream. The inspection checks the content of the
 * entries.
 */
export async function walk(
  { reader, sha256, anchors, onProgress, isSealed }: Evidence,
  stream: string,
  inspection: Inspection,
): Promise<Walked> {
  const snapshot = await reader.snapshot(stream)
  let [seq, head, version] = [0, NO_HASH, 0]
  const tree = new TreeWalk(reader, stream, anchors)
  const at = () => ({
    stream,
    entries: seq,
    head,
    root: toBase64(tree.root),
    anchored: tree.anchored,
    signed: null,
    remarks: inspection.remarks,
  })
  for await (const page of reader.pages(stream)) {
    await tree.fetch(page.length)
    for (const entry of page) {
      const fault =
        hashFault(entry, seq, sha256) ??
        (await attempt(async () => {
          const plain = JSON.parse(entry.body) as PlainEntry
          const found =
            formatProblem(plain, entry.body, version) ?? (await inspection.take(plain, entry)) ?? saltProblem(plain)
          if (found) return found
          version = plain.v as number
          if (entry.seq !== snapshot?.seq) return null
          return snapshotProblem(snapshot, entry, inspection, isSealed(stream, snapshot))
        })) ??
        tree.take(entry)
      if (fault) return { ...at(), finding: { stream, seq: entry.seq, ...fault } }
      seq = entry.seq
      head = entry.hash
    }
    onProgress(stream, seq)
  }
  const forged = tree.anchorFinding(seq)
  if (forged) return { ...at(), finding: forged }
  const beyond = await tree.endProblem(seq)
  if (beyond) return { ...at(), finding: { stream, seq: seq + 1, problem: beyond } }
  return { ...at(), finding: snapshot && beyondProblem(snapshot, stream, seq, inspection) }
}

/**
 * `before`: the version of the entry before it. An entry has no blanks and no field twice, so that nothing is hidden in it. The
 * order of its fields is free, and means nothing.
 */
function formatProblem(plain: PlainEntry, body: string, before: number): string | null {
  const { v } = plain
  if (statedVersion(body) !== v) return 'it does not say its version first'
  if (JSON.stringify(plain) !== body)
    return 'it is not written as entries are: a field occurs twice, or it has other blanks'
  return (v as number) < before ? 'it is of an older format than the entry before it' : null
}

/**
 * The salt: 16 bytes that the service drew for one entry, in hexadecimal. A proof shows the hashes of other leaves: the
 * salt prevents anybody from guessing a neighbour's content by hashing candidates.
 */
const saltProblem = ({ salt }: PlainEntry): string | null =>
  typeof salt === 'string' && /^[0-9a-f]{32}$/.test(salt) ? null : 'it has no salt'

/** Says why an entry is not the next one, or not what its hash says; null where it is. */
export const hashProblem = (entry: Stored, before: number, sha256: Sha256): string | null =>
  hashFault(entry, before, sha256)?.problem ?? null

function hashFault(entry: Stored, before: number, sha256: Sha256): Fault | null {
  const next = before + 1
  if (entry.seq !== next) return { problem: `entry ${next} is missing`, reason: ['entry-missing', next] }
  if (leafHash(entry.body, sha256) === entry.hash) return null
  return { problem: 'its hash is not that of what it holds', reason: ['entry-changed'] }
}

async function attempt(take: () => Promise<string | null>): Promise<Fault | null> {
  try {
    const problem = await take()
    return problem === null ? null : { problem }
  } catch (error) {
    if (error instanceof RecordUnreadable) throw error
    return { problem: (error as Error).message }
  }
}

/** A snapshot that does not fit is ignored when the service starts; one that fits is used, so it must be right. */
function snapshotProblem(
  snapshot: Snapshot,
  entry: Stored,
  { snapshot: again, remarks }: Inspection,
  isSealed: boolean,
): string | null {
  const opened = openSnapshot(snapshot, entry)
  if (opened.misfit !== undefined) {
    remarks.push(leftAside(opened.misfit))
    return null
  }
  if (!isSealed) {
    remarks.push(leftAside('it is not sealed with the house key'))
    return null
  }
  return isSame(opened.plain, JSON.parse(again(entry.hash)))
    ? null
    : 'the snapshot of this entry is not the state that the journal yields'
}

function beyondProblem({ seq }: Snapshot, stream: string, last: number, { remarks }: Inspection) {
  if (isEntryNumber(seq) && seq > last)
    return { stream, seq: last + 1, problem: `entries are missing: a snapshot of entry ${seq} is there` }
  if (!isEntryNumber(seq)) remarks.push(leftAside(`the number of its entry is ${JSON.stringify(seq)}`))
  return null
}

const leftAside = (why: string): string => `its snapshot is left aside: ${why}`

/** Writes in one go what is written in parts. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
