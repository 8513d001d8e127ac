import type { Append, Snapshot, Stored } from '../../record/stored-entry.ts'
import { type Journal, JournalConflict, LeaseLost, nodeChain } from './journal.ts'
import type { MemoryLeases } from './memory-leases.ts'

/** A journal that forgets when the process ends: for tests. With `leases` several nodes may share it. */
export function memoryJournal(leases: MemoryLeases | null = null): Journal {
  const streams = new Map<string, Stored[]>()
  const snapshots = new Map<string, Snapshot>()
  const keys = new Map<number, Append[]>()
  const listeners = new Set<(stream: string, seq: number) => void>()
  const last = (stream: string) => streams.get(stream)?.at(-1) ?? { seq: 0, hash: nodeChain.seedHash(stream) }
  return {
    leases,
    async append(entries, fences = []) {
      for (const fence of fences) if (!leases?.holds(fence)) throw new LeaseLost(`${fence.stream} ${fence.epoch}`)
      const written = new Map<string, Stored[]>()
      for (const entry of entries) {
        const own = written.get(entry.stream) ?? []
        const before = own.at(-1) ?? last(entry.stream)
        if (entry.seq !== before.seq + 1) throw new JournalConflict(`${entry.stream} ${entry.seq}`)
        const { stream, seq, body } = entry
        own.push({ stream, seq, body, hash: nodeChain.chainHash(before.hash, entry) })
        written.set(stream, own)
      }
      for (const entry of entries) for (const key of entry.keys ?? []) keys.set(key, [...(keys.get(key) ?? []), entry])
      for (const [stream, own] of written) streams.set(stream, [...(streams.get(stream) ?? []), ...own])
      for (const [stream, own] of written) for (const heard of listeners) heard(stream, own.at(-1)!.seq)
    },
    read: async (stream, from, limit) => (streams.get(stream) ?? []).slice(Math.max(0, from - 1)).slice(0, limit),
    mayHold: (key) => keys.has(key),
    learn: () => {},
    find: async (stream, key) =>
      (keys.get(key) ?? []).filter((entry) => entry.stream === stream).map(({ seq }) => streams.get(stream)![seq - 1]!),
    last: async (stream) => ({ seq: last(stream).seq, hash: last(stream).hash }),
    streams: async () => [...streams.keys()].sort(),
    saveSnapshot: async (stream, snapshot) => {
      snapshots.set(stream, snapshot)
    },
    loadSnapshot: async (stream) => snapshots.get(stream) ?? null,
    follow(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    backup: async () => {
      throw new Error('A journal in memory has no backup')
    },
    close: async () => {},
  }
}
