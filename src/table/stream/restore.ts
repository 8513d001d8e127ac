import { RecordUnreadable } from '../../record/versions.ts'
import { damagedEntry, type Journal } from '../journal/journal.ts'
import type { Known, StreamKind } from './stream-kind.ts'

const READ_AT_ONCE = 5_000
/** How far back a restart looks for commands that may be sent again: far beyond what can have been on its way. */
const ANSWERS_AFTER_START = 20_000

export type Restored<Memory, Answer> = {
  memory: Memory
  seq: number
  snapshotAt: number
  answers: readonly Known<Answer>[]
}

/** The last snapshot that fits, what came after it, and the answers to recent commands, so that a retry is no second wager. */
export async function restore<Memory, Command extends { id?: string }, Event, Answer, Entry>(
  id: string,
  kind: StreamKind<Memory, Command, Event, Answer, Entry>,
  journal: Journal,
): Promise<Restored<Memory, Answer>> {
  const { seq: last } = await journal.last(id)
  const entryAt = async (seq: number) => (await journal.read(id, seq, 1)).find((entry) => entry.seq === seq)
  const snapshot = await journal.loadSnapshot(id)
  const kept = snapshot && (await kind.readSnapshot(snapshot, entryAt).catch(() => null))
  let memory = kept ?? kind.fresh
  const snapshotAt = kept ? snapshot!.seq : 0
  const answers: Known<Answer>[] = []
  const recent = last - ANSWERS_AFTER_START
  const first = Math.max(1, Math.min(snapshotAt + 1, recent))
  let at = first - 1
  for await (const { seq, body } of pages(journal, id, first, last)) {
    if (seq !== ++at) throw damagedEntry(id, at, 'it is missing')
    taken(id, seq, () => {
      const entry = kind.read(body, memory)
      if (seq > snapshotAt) memory = kind.remember(memory, entry, seq)
      const answer = seq > recent ? kind.answerOf(entry) : null
      if (answer) answers.push(answer)
    })
  }
  if (at < last) throw damagedEntry(id, at + 1, 'it is missing')
  if (memory === null) throw damagedEntry(id, 1, 'it is not the setup of a table')
  return { memory, seq: last, snapshotAt, answers }
}

/** What goes wrong may quote the entry, and that may hold the digits of a ticket: it is named, and no more is said. */
function taken(id: string, seq: number, take: () => void): void {
  try {
    take()
  } catch (error) {
    if (error instanceof RecordUnreadable) throw error
    throw damagedEntry(id, seq, 'it does not fit what is before it')
  }
}

/** While one page is read into memory, the next is on its way. */
async function* pages(journal: Journal, id: string, first: number, last: number) {
  let page = journal.read(id, first, READ_AT_ONCE)
  for (let from = first; from <= last; from += READ_AT_ONCE) {
    const entries = await page
    page = journal.read(id, from + READ_AT_ONCE, READ_AT_ONCE)
    yield* entries
  }
  await page
}
