import type { JournalLine } from './journal.ts'

/** How far the chain of hashes was followed. `broken`: the first entry that does not follow from the one before it. */
export type Chain = { stream: string; checked: number; hash: string; broken: Broken | null }
export type Broken = { seq: number; why: 'missing' | 'hash' }

/** Browsers offer SHA-256 only to pages that came by https or from this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

const bytes = new TextEncoder()

export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Before the first entry stands the hash of the stream's own name. */
export const startOf = async (stream: string): Promise<Chain> => ({
  stream,
  checked: 0,
  hash: await sha256(`croupier ${stream}`),
  broken: null,
})

/**
 * Follows the chain over some more entries. Each is reckoned from the hash written before it, all at once: when every
 * one of them agrees, so does the whole.
 */
export async function follow(chain: Chain, lines: readonly JournalLine[]): Promise<Chain> {
  if (chain.broken || lines.length === 0) return chain
  const gap = lines.findIndex(({ seq }, index) => seq !== chain.checked + index + 1)
  const inOrder = gap < 0 ? lines : lines.slice(0, gap)
  const reckoned = await Promise.all(
    inOrder.map(({ seq, body }, index) =>
      sha256(`${index === 0 ? chain.hash : inOrder[index - 1]!.hash}\n${chain.stream}\n${seq}\n${body}`),
    ),
  )
  const wrong = inOrder.findIndex(({ hash }, index) => hash !== reckoned[index])
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
