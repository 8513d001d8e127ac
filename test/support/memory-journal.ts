import {
  consistencyFrom,
  growBlocks,
  headFrom,
  inclusionFrom,
  noBlocks,
  portableTrees,
  type TreeSource,
} from '../../src/proof/block-tree.ts'
import { NO_HASH } from '../../src/record/leaf-hash.ts'
import { placeAfter, type RoundPlace } from '../../src/record/round-index.ts'
import type { Append, KeptCheckpoint, Snapshot, Stored } from '../../src/record/stored-entry.ts'
import { indexedEntry } from '../../src/service/journal/entry-index.ts'
import {
  entryHash,
  type Journal,
  LeaseLost,
  leafBytes,
  mustFollow,
  mustHold,
  provenBy,
} from '../../src/service/journal/journal.ts'
import { type LentCalls, lentPort } from '../../src/service/journal/lent-reader.ts'
import { checkpointPages, entryPages } from '../../src/service/journal/pages.ts'
import { answerCalls } from '../../src/service/journal/thread-calls.ts'
import type { MemoryLeases } from './memory-leases.ts'

/** A journal that forgets when the process ends: for tests. With `leases` several nodes may share it. */
export function memoryJournal(leases: MemoryLeases | null = null): Journal {
  const journal: Omit<Journal, 'proven'> = storeInMemory(leases)
  return { ...journal, proven: (stream, seqs, size) => provenBy(journal, stream, seqs, size) }
}

function storeInMemory(leases: MemoryLeases | null): Omit<Journal, 'proven'> {
  const streams = new Map<string, Stored[]>()
  const snapshots = new Map<string, Snapshot>()
  const keys = new Map<number, Append[]>()
  const places = new Map<string, RoundPlace>()
  const listeners = new Set<(stream: string, seq: number) => void>()
  const last = (stream: string) => streams.get(stream)?.at(-1) ?? { seq: 0, hash: NO_HASH }
  const read = (stream: string, from: number, limit: number) =>
    (streams.get(stream) ?? []).slice(Math.max(0, from - 1)).slice(0, limit)
  return {
    leases,
    async append(given, fences = []) {
      const entries = given.map(indexedEntry)
      for (const fence of fences) if (!leases?.holds(fence)) throw new LeaseLost(`${fence.stream} ${fence.epoch}`)
      const written = new Map<string, Stored[]>()
      for (const entry of entries) {
        const own = written.get(entry.stream) ?? []
        const before = own.at(-1) ?? last(entry.stream)
        mustFollow(before, entry)
        const { stream, seq, body } = entry
        own.push({ stream, seq, body, hash: entryHash(body) })
        written.set(stream, own)
      }
      for (const entry of entries) for (const key of entry.keys ?? []) keys.set(key, [...(keys.get(key) ?? []), entry])
      for (const { stream, seq, marks = [] } of entries)
        for (const mark of marks) {
          const place = placeAfter(places.get(`${mark.round} ${stream}`), seq, mark)
          if (place) places.set(`${mark.round} ${stream}`, place)
        }
      for (const [stream, own] of written) streams.set(stream, [...(streams.get(stream) ?? []), ...own])
      for (const [stream, own] of written) for (const heard of listeners) heard(stream, own.at(-1)!.seq)
    },
    probe: async () => {},
    pages: (stream, from, to) => entryPages((next, limit) => read(stream, next, limit), from, to),
    lend: () => lend(read),
    mayHold: (key) => keys.has(key),
    learn: () => {},
    note: () => {},
    agree: async () => null,
    find: async (stream, key) =>
      (keys.get(key) ?? []).filter((entry) => entry.stream === stream).map(({ seq }) => streams.get(stream)![seq - 1]!),
    place: async (stream, round) => places.get(`${round} ${stream}`) ?? null,
    search: async (stream, first, last, text, bytesMax) =>
      (streams.get(stream) ?? [])
        .filter(
          ({ seq, body }) => seq >= first && seq <= last && Buffer.byteLength(body) <= bytesMax && body.includes(text),
        )
        .map(({ seq }) => seq),
    short: async (stream, seqs, bytesMax) =>
      (streams.get(stream) ?? [])
        .filter(({ seq, body }) => seqs.includes(seq) && Buffer.byteLength(body) <= bytesMax)
        .map(({ seq }) => seq),
    last: async (stream) => ({ seq: last(stream).seq, hash: last(stream).hash }),
    ...treesIn((stream) => streams.get(stream) ?? []),
    streams: async () => [...streams.keys()].sort(),
    saveSnapshot: async (stream, snapshot) => {
      snapshots.set(stream, snapshot)
    },
    snapshot: async (stream) => snapshots.get(stream) ?? null,
    follow(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    close: async () => {},
  }
}

/** Lends what is read in this thread. The port keeps no process alive. */
export const lend = (read: LentCalls['read']): ReturnType<Journal['lend']> =>
  lentPort(async (port) => {
    answerCalls(port, { read } satisfies LentCalls)
    port.unref()
  })

type TreeCalls = Pick<
  Journal,
  'head' | 'inclusion' | 'consistency' | 'saveCheckpoint' | 'checkpoints' | 'latestCheckpoint'
>

/** The trees, computed again for each request. */
function treesIn(entriesOf: (stream: string) => readonly Stored[]): TreeCalls {
  const checkpoints = new Map<string, KeptCheckpoint[]>()
  const treeOf = (stream: string): TreeSource => {
    const leaves = entriesOf(stream).map(leafBytes)
    const { blocks } = growBlocks(noBlocks, leaves, portableTrees)
    return { leaves: (from, to) => leaves.slice(from, to), block: (index) => blocks[index]!.nodes }
  }
  return {
    head: async (stream, size = entriesOf(stream).length) => {
      mustHold(stream, size, entriesOf(stream).length)
      return headFrom(treeOf(stream), size)
    },
    inclusion: async (stream, seq, size) => {
      mustHold(stream, size, entriesOf(stream).length)
      return inclusionFrom(treeOf(stream), seq - 1, size)
    },
    consistency: async (stream, older, size) => {
      mustHold(stream, size, entriesOf(stream).length)
      return consistencyFrom(treeOf(stream), older, size)
    },
    saveCheckpoint: async (stream, checkpoint, over) => {
      const all = checkpoints.get(stream) ?? []
      const there = all.find(({ size }) => size === checkpoint.size)
      if (there && over !== undefined && there.note !== over) return false
      const others = all.filter((one) => one !== there)
      checkpoints.set(
        stream,
        [...others, checkpoint].sort((a, b) => a.size - b.size),
      )
      return true
    },
    checkpoints: (stream, from) =>
      checkpointPages(
        (next, limit) => (checkpoints.get(stream) ?? []).filter(({ size }) => size >= next).slice(0, limit),
        from,
      ),
    latestCheckpoint: async (stream, before = Number.MAX_SAFE_INTEGER) =>
      checkpoints.get(stream)?.findLast(({ size }) => size < before) ?? null,
  }
}
