import { areEqual } from '../proof/bytes.ts'
import { type Checkpoint, readSignedHead } from '../proof/checkpoints.ts'
import { type Frontier, grow, type Hash, noLeaves, rootOf } from '../proof/tree.ts'
import type { Anchor } from '../record/anchors.ts'
import { leafHashBytes } from '../record/leaf-hash.ts'
import type { Stored } from '../record/stored-entry.ts'
import type { Bundle } from './bundle.ts'
import { tableOf } from './check-note.ts'

/**
 * The relation of a checkpoint to the given journals. `same`: its hash is that of the first entries of a stream.
 * `another`: it names a stream that has other entries. `longer`: it names a stream that has fewer entries. `none`:
 * neither content nor name fits.
 */
export type JournalFit =
  | { readonly fit: 'same' | 'another' | 'longer'; readonly stream: string }
  | { readonly fit: 'none' }

/**
 * A journal with the checkpoints that concern it. `origin`: the log that its content belongs to; null if that is
 * unknown.
 */
export type MatchedJournal = {
  readonly bundle: Bundle
  readonly anchors: readonly Anchor[]
  readonly origins: ReadonlyMap<string, string>
}

type Candidate = { readonly bundle: Bundle; readonly stream: string; readonly size: number; readonly roots: Roots }
/** Roots of the first entries, by their number. */
type Roots = ReadonlyMap<number, Hash>

/** Finds the stream of each checkpoint: by the entries themselves, and by name only where no entries fit. */
export function matchJournals(
  bundles: readonly Bundle[],
  heads: readonly Checkpoint[],
): { journals: MatchedJournal[]; fits: JournalFit[] } {
  const candidates = candidatesIn(bundles, new Set(heads.map(({ size }) => size)))
  const found = heads.map((head) => candidateFor(head, candidates))
  const journals = bundles.map((bundle) => {
    const own = heads.flatMap((head, nth) => (found[nth]?.of.bundle === bundle ? [{ head, ...found[nth]! }] : []))
    return {
      bundle,
      anchors: own
        .filter(({ fit }) => fit !== 'longer')
        .map(({ head: { size, root }, of }) => ({ stream: of.stream, size, root })),
      origins: new Map(own.filter(({ fit }) => fit === 'same').map(({ head, of }) => [of.stream, head.origin])),
    }
  })
  return { journals, fits: found.map((one) => (one ? { fit: one.fit, stream: one.of.stream } : { fit: 'none' })) }
}

function candidatesIn(bundles: readonly Bundle[], sizes: ReadonlySet<number>): Candidate[] {
  return bundles.flatMap((bundle) =>
    [...bundle.streams].map(([stream, entries]) => ({
      bundle,
      stream,
      size: entries.length,
      roots: rootsAt(entries, sizes),
    })),
  )
}

function rootsAt(entries: readonly Stored[], sizes: ReadonlySet<number>): Roots {
  const roots = new Map<number, Hash>()
  let frontier: Frontier = noLeaves
  for (const { body } of entries) {
    frontier = grow(frontier, leafHashBytes(body)).frontier
    if (sizes.has(frontier.size)) roots.set(frontier.size, rootOf(frontier))
  }
  return roots
}

type Found = { readonly fit: 'same' | 'another' | 'longer'; readonly of: Candidate }

function candidateFor({ origin, size, root }: Checkpoint, candidates: readonly Candidate[]): Found | null {
  const same = candidates.find(({ roots }) => roots.has(size) && areEqual(roots.get(size)!, root))
  if (same) return { fit: 'same', of: same }
  const named = candidates.filter((one) => isNamed(one, origin))
  const another = named.find((one) => one.size >= size)
  if (another) return { fit: 'another', of: another }
  return named[0] ? { fit: 'longer', of: named[0] } : null
}

/** A bundle names the log in its own checkpoints. A journal without any is known by the name of its file. */
function isNamed({ bundle, stream }: Candidate, origin: string): boolean {
  const newest = readSignedHead(bundle.checkpoints.get(stream)?.at(-1)?.note ?? '')
  return 'problem' in newest ? tableOf(origin) === stream : newest.origin === origin
}
