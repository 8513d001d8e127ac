import { toBase64 } from '../proof/bytes.ts'
import type { Anchor } from './anchors.ts'
import { isSame } from './canonical.ts'
import { type Chain, isLeaf, versionSaid } from './chain.ts'
import { isSalt } from './salt.ts'
import { isEntryNumber, openSnapshot } from './snapshot-binding.ts'
import type { JournalReader, Snapshot, Stored } from './stored-entry.ts'
import type { StreamReport } from './stream-report.ts'
import { TreeWalk } from './tree-walk.ts'
import { type Plain, RecordUnreadable, versionOf } from './versions.ts'

/** What is asked of each entry: `take` reads it and says what is wrong with it; `snapshot`: the state after it, as text. */
export type Inspection = {
  take: (plain: Plain, entry: Stored, version: unknown) => string | null
  snapshot: (hash: string) => string
  remarks: string[]
}

/** What is read, how hashes are made, and what was kept outside the house. */
export type Evidence = { reader: JournalReader; chain: Chain; anchors: readonly Anchor[] }

type Walked = Omit<StreamReport, 'rounds'>

/** The chain, the order, the versions and the snapshot of one stream; what an entry holds is for the inspection. */
export function walk({ reader, chain, anchors }: Evidence, stream: string, inspection: Inspection): Walked {
  const snapshot = reader.snapshot(stream)
  let [seq, head, version] = [0, chain.seedHash(stream), 1]
  const tree = new TreeWalk(reader, chain, stream, anchors)
  const at = () => ({
    stream,
    entries: seq,
    head,
    root: toBase64(tree.root),
    anchored: tree.anchored,
    remarks: inspection.remarks,
  })
  for (const entry of reader.entries(stream)) {
    const problem =
      chainProblem(chain, entry, seq, head) ??
      attempt(() => {
        const plain = JSON.parse(entry.body) as Plain
        const found = inspection.take(plain, entry, versionOf(plain)) ?? formatProblem(plain, entry.body, version)
        if (found) return found
        version = versionOf(plain) as number
        return entry.seq === snapshot?.seq ? snapshotProblem(snapshot, entry, inspection) : null
      }) ??
      tree.take(entry)
    if (problem) return { ...at(), finding: { stream, seq: entry.seq, problem } }
    seq = entry.seq
    head = entry.hash
  }
  const forged = tree.anchorFinding(seq)
  if (forged) return { ...at(), finding: forged }
  const beyond = tree.endProblem(seq)
  if (beyond) return { ...at(), finding: { stream, seq: seq + 1, problem: beyond } }
  return { ...at(), finding: snapshot && beyondProblem(snapshot, stream, seq, inspection) }
}

/** `before`: the version of the entry before it. */
function formatProblem(plain: Plain, body: string, before: number): string | null {
  const version = versionOf(plain) as number
  if (version < before) return 'it is of an older format than the entry before it'
  if (version < 3) return isLeaf(body) ? 'it does not say its version first' : null
  if (versionSaid(body) !== version) return 'it does not say its version first'
  return isSalt(plain.salt) ? null : 'it has no salt'
}

/** Why an entry does not follow from the one before it; null where it does. */
export function chainProblem(chain: Chain, entry: Stored, before: number, head: string): string | null {
  if (entry.seq !== before + 1) return `entry ${before + 1} is missing`
  return chain.entryHash(head, entry) === entry.hash
    ? null
    : 'its hash does not follow from what is before it and what it holds'
}

function attempt(take: () => string | null): string | null {
  try {
    return take()
  } catch (error) {
    if (error instanceof RecordUnreadable) throw error
    return (error as Error).message
  }
}

/** One that does not fit is left aside when the service starts; one that fits is believed, so it must be right. */
function snapshotProblem(snapshot: Snapshot, entry: Stored, { snapshot: again, remarks }: Inspection): string | null {
  const opened = openSnapshot(snapshot, entry)
  if (opened.misfit !== undefined) {
    remarks.push(leftAside(opened.misfit))
    return null
  }
  return isSame(opened.plain, JSON.parse(again(entry.hash)))
    ? null
    : 'the snapshot of this entry is not what the journal comes to'
}

function beyondProblem({ seq }: Snapshot, stream: string, last: number, { remarks }: Inspection) {
  if (isEntryNumber(seq) && seq > last)
    return { stream, seq: last + 1, problem: `entries are missing: a snapshot of entry ${seq} is there` }
  if (!isEntryNumber(seq)) remarks.push(leftAside(`the number of its entry is ${JSON.stringify(seq)}`))
  return null
}

const leftAside = (why: string): string => `its snapshot is left aside: ${why}`
