import { expect, vi } from 'vitest'
import { bookById } from '../../src/books/index.ts'
import { rulesOf } from '../../src/books/rule-book.ts'
import { conduct, openTable, type Table } from '../../src/engine/conduct.ts'
import { type Command, readCommand } from '../../src/engine/language.ts'
import { readSetup, type TableSetup } from '../../src/engine/table.ts'
import { writeEntryLine } from '../../src/record/entry-lines.ts'
import { fingerprintOf } from '../../src/record/known-books.ts'
import { leafHash } from '../../src/record/leaf-hash.ts'
import type { Stored } from '../../src/record/stored-entry.ts'
import { decidedEntry, openingEntry, type TableEntry, writeTableEntry } from '../../src/record/table-entry.ts'
import { type JournalReading, openReading } from '../../src/screens/audit/reading.ts'
import { verifyArriving } from '../../src/screens/audit/verify-arriving.ts'

const limits = { default: { min: 500, max: 100_000 } }

/** A journal as the service writes it: a table's entries, each with the hash of its leaf. */
export function journalOf(commands: readonly object[], book = 'mbs/roulette@3'): Stored[] {
  const setup = readSetup({ book, limits }, bookById) as TableSetup
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 20, minute)).toISOString()
  let table: Table = openTable(bookById(setup.book)!, setup)
  const head = { salt: '0'.repeat(32), book: fingerprintOf(table.book), house: 1 }
  const entries: TableEntry[] = [openingEntry({ ...head, at: at(0), actor: 'service' }, setup, rulesOf(table.book))]
  for (const [index, fields] of commands.entries()) {
    const command = { ...(readCommand(fields) as Command), at: at(index + 1) }
    const played = conduct(table, command)
    const { answer } = played
    table = played.table
    entries.push(decidedEntry({ ...head, at: at(index + 1), actor: 'staff:1' }, command, answer))
  }
  return leavesOf(entries.map(writeTableEntry))
}

export const leavesOf = (bodies: readonly string[]): Stored[] =>
  bodies.map((body, index) => ({ stream: 'one', seq: index + 1, hash: leafHash(body), body }))

export const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
export const twoRounds = [
  { do: 'buy-in', player: 'Ann', amount: 50_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'Ann', spot: '17', stake: 1_000 },
  spin,
  { do: 'no-more-bets' },
  { do: 'wager', player: 'Bea', spot: 'red', stake: 1_000 },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'Ann', spot: 'red', stake: 2_000 },
  { do: 'no-spin' },
  { do: 'correct-outcome', round: 1, pocket: '20', reason: 'the camera shows 20' },
]

const streamOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream({
    start(to) {
      for (const piece of pieces) to.enqueue(piece)
      to.close()
    },
  })

/** The route of the journal, with these lines behind it. */
export function serving(lines: readonly Stored[], pieceLength = 1_000): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const from = Number(new URL(path, 'http://house').searchParams.get('from'))
    const bytes = new TextEncoder().encode(
      lines
        .filter(({ seq }) => seq >= from)
        .map(writeEntryLine)
        .join(''),
    )
    const pieces = Array.from({ length: Math.ceil(bytes.length / pieceLength) }, (_, index) =>
      bytes.slice(index * pieceLength, (index + 1) * pieceLength),
    )
    return new Response(streamOf(pieces))
  })
}

/** Reads and verifies a journal as the screen does, to its end. Node has no web workers, so this thread verifies. */
export async function read(lines: readonly Stored[], pieceLength?: number): Promise<JournalReading> {
  serving(lines, pieceLength)
  const reading = openReading(lines[0]!.stream, 'token', verifyArriving)
  await expect.poll(() => reading.progress.value.verdict).not.toBeNull()
  return reading
}

/** The problem that the screen shows, with its entry; null: the journal is sound. */
export function findingOf({ progress }: JournalReading): { seq: number | null; problem: string } | null {
  const { verdict } = progress.value
  if (!verdict) throw new Error('It is not verified yet')
  return 'report' in verdict ? verdict.problem : { seq: null, problem: verdict.problem }
}
