import { portableChain } from '../../record/chain.ts'
import type { JournalLine } from './audit-journal.ts'

/** How far the chain of hashes was followed. `broken`: the first entry that does not follow from the one before it. */
export type Chain = { stream: string; checked: number; hash: string; broken: Broken | null }
export type Broken = { seq: number; why: 'missing' | 'hash' }

/** Before the first entry stands the hash of the stream's own name. */
export const startOf = (stream: string): Chain => ({
  stream,
  checked: 0,
  hash: portableChain.seedHash(stream),
  broken: null,
})

/** Follows the chain over some more entries: when each follows from the one written before it, so does the whole. */
export function follow(chain: Chain, lines: readonly JournalLine[]): Chain {
  if (chain.broken || lines.length === 0) return chain
  const gap = lines.findIndex(({ seq }, index) => seq !== chain.checked + index + 1)
  const inOrder = gap < 0 ? lines : lines.slice(0, gap)
  const wrong = inOrder.findIndex(({ seq, hash, body }, index) => {
    const before = index === 0 ? chain.hash : inOrder[index - 1]!.hash
    return hash !== portableChain.entryHash(before, { stream: chain.stream, seq, body })
  })
  if (wrong >= 0) return stoppedAt(chain, inOrder, wrong, { seq: inOrder[wrong]!.seq, why: 'hash' })
  const missing: Broken | null = gap < 0 ? null : { seq: chain.checked + gap + 1, why: 'missing' }
  return stoppedAt(chain, inOrder, inOrder.length, missing)
}

const stoppedAt = (chain: Chain, lines: readonly JournalLine[], good: number, broken: Broken | null): Chain => ({
  ...chain,
  checked: chain.checked + good,
  hash: lines[good - 1]?.hash ?? chain.hash,
  broken,
})
