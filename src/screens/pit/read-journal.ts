import { lineCutter, openJournal, readEntry, readLine } from '../audit/journal.ts'
import type { TableAtDesk } from './desk.ts'
import { seenInJournal } from './seen.ts'

const TOLD_EVERY = 500

/** Every round of a table with its time, for those who may read its journal. What is returned is why it could not be. */
export async function readJournal(
  table: TableAtDesk,
  token: string,
  onProgress: (entries: number) => void,
): Promise<{ status: number } | null> {
  const opened = await openJournal(table.id, 1, token)
  if (!opened.ok) return { status: opened.status }
  const journal = seenInJournal(table.book, table.layout)
  const cut = lineCutter()
  let entries = 0
  for await (const piece of opened.pieces)
    for (const text of cut(piece)) {
      const line = readLine(text)
      const entry = line && readEntry(line)
      if (entry && 'events' in entry) for (const event of entry.events) journal.add(event, Date.parse(entry.at))
      if (++entries % TOLD_EVERY === 0) {
        onProgress(entries)
        await new Promise((done) => setTimeout(done))
      }
    }
  const read = journal.rounds()
  const newest = read.at(-1)?.round ?? 0
  // Rounds that ended while the journal was being read are known already.
  table.seen.value = [...read, ...table.seen.peek().filter(({ round }) => round > newest)]
  return null
}
