import { readSignedHead } from '../../proof/checkpoints.ts'
import { readKey } from '../../proof/keys.ts'
import { type CheckedStream, checkStream } from '../../receipts/check-bundle.ts'
import { findPlace, type JournalReader, standingAlone } from '../../record/journal-reader.ts'
import type { KeptCheckpoint, Stored } from '../../record/stored-entry.ts'
import type { StreamReport } from '../../record/stream-report.ts'
import { verify } from '../../record/verify.ts'

/** The journal of one table. `signed`: its newest checkpoint, and the keys that the house has on record. */
export type VerifyOrder = { table: string; signed: SignedNote | null }
export type SignedNote = { note: string; keys: readonly string[] }

/** The verdict of `verify`; `problem`: why the journal cannot be verified at all. */
export type JournalVerdict = CheckedStream | { problem: string }
/** `checked`: the number of entries verified by now. */
export type VerifyNews = { checked: number } | { verdict: JournalVerdict }

/** Verifies entries while they arrive. */
export type Verifier = { take(entries: readonly Stored[]): void; end(): void; stop(): void }
export type StartVerifier = (order: VerifyOrder, tell: (news: VerifyNews) => void) => Verifier

const ENTRIES_AT_ONCE = 1_000

type Arriving = Pick<Verifier, 'take' | 'end'> & { reader: JournalReader }

/** Entries of one stream that arrive while they are read. A reader waits for more until the end. */
export function arrivingEntries(stream: string, checkpoints: readonly KeptCheckpoint[] = []): Arriving {
  const entries: Stored[] = []
  let [isEnded, arrival] = [false, Promise.withResolvers<void>()]
  const arrive = (): void => {
    arrival.resolve()
    arrival = Promise.withResolvers()
  }
  async function* pages(of: string, from = 1, to = Number.POSITIVE_INFINITY) {
    for (let at = Math.max(1, from) - 1; of === stream && at < to; ) {
      const page = entries.slice(at, Math.min(at + ENTRIES_AT_ONCE, to))
      at += page.length
      if (page.length > 0) yield page
      else if (isEnded) return
      else await arrival.promise
    }
  }
  return {
    reader: {
      ...standingAlone,
      streams: async () => [stream],
      pages,
      place: (of, round) => findPlace(pages(of), round),
      async *checkpoints(of, from = 0) {
        if (of === stream) yield checkpoints.filter(({ size }) => size >= from)
      },
    },
    take(page) {
      for (const entry of page) entries.push(entry)
      arrive()
    },
    end() {
      isEnded = true
      arrive()
    },
  }
}

/** Runs `verify` on what has arrived, in this thread. */
export const verifyArriving: StartVerifier = ({ table, signed }, tell) => {
  const head = signed && readSignedHead(signed.note)
  const checkpoint = head && !('problem' in head) ? [{ size: head.size, note: signed!.note }] : []
  const { reader, take, end } = arrivingEntries(table, checkpoint)
  verify(reader, undefined, { onProgress: (_, checked) => tell({ checked }) }).then(
    ([report]) => tell({ verdict: verdictFrom(report!, signed) }),
    (error: Error) => tell({ verdict: { problem: error.message } }),
  )
  return { take, end, stop: end }
}

function verdictFrom(report: StreamReport, signed: SignedNote | null): CheckedStream {
  const keys = (signed?.keys ?? []).flatMap((text) => {
    const key = readKey(text)
    return 'problem' in key ? [] : [key]
  })
  return checkStream(report, signed ? [{ size: 0, note: signed.note }] : [], { keys, witnesses: [] })
}
