import { leafHash, NO_HASH } from '../../record/leaf-hash.ts'
import type { JournalLine } from './audit-journal.ts'

/** How far the hashes were checked. `broken`: the first entry that is missing or not what its hash says. */
export type Chain = { stream: string; checked: number; hash: string; broken: Broken | null }
export type Broken = { seq: number; why: 'missing' | 'hash' }

export const startOf = (stream: string): Chain => ({ stream, checked: 0, hash: NO_HASH, broken: null })

/** Checks the numbers and hashes of some more entries. */
export function follow(chain: Chain, lines: readonly JournalLine[]): Chain {
  if (chain.broken || lines.length === 0) return chain
  const gap = lines.findIndex(({ seq }, index) => seq !== chain.checked + index + 1)
  const inOrder = gap < 0 ? lines : lines.slice(0, gap)
  const wrong = inOrder.findIndex(({ hash, body }) => hash !== leafHash(body))
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
