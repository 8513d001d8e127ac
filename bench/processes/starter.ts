import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TableEntry } from '../../src/record/table-entry.ts'
import { sqliteJournal } from '../../src/service/journal/sqlite.ts'
import { openTableStream } from '../../src/service/stream/table-stream.ts'
import { setup } from '../wagers.ts'
import { answer } from './ask.ts'

/** A process that starts again from a journal, once, and says how many milliseconds it took. */
type Told = { folder: string }

const now = () => new Date().toISOString()

async function table({ folder }: Told): Promise<number> {
  const started = performance.now()
  const journal = await sqliteJournal(folder)
  await openTableStream('table', setup, { journal, now })
  const elapsed = performance.now() - started
  await journal.close()
  return elapsed
}

/** Leaves a snapshot behind. */
async function keep({ folder }: Told): Promise<void> {
  const journal = await sqliteJournal(folder)
  const host = await openTableStream('table', setup, { journal, now })
  await host.snapshot()
  await journal.close()
}

/** The floor: every row read and parsed, and each player's balance and stakes kept in a Map. */
function plain({ folder }: Told): number {
  const started = performance.now()
  const db = new DatabaseSync(join(folder, 'croupier.db'), { readOnly: true })
  const balances = new Map<string, number>()
  const move = (player: string, amount: number) => balances.set(player, (balances.get(player) ?? 0) + amount)
  for (const row of db.prepare('SELECT body FROM journal WHERE stream = ? ORDER BY seq').iterate('table')) {
    const entry = JSON.parse(row.body as string) as TableEntry
    if (!('events' in entry)) continue
    for (const event of entry.events) {
      if (event.type === 'bought-in') move(event.player, event.amount)
      if (event.type === 'wager-placed') move(event.player, -event.stake)
      if (event.type === 'round-settled')
        for (const { player, paid, returned } of event.lines) move(player, paid + returned)
    }
  }
  db.close()
  return performance.now() - started
}

answer({ table, keep, plain })
