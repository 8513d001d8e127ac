import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bundleProgram } from '../build/program.ts'
import { rulesOf } from '../src/books/rule-book.ts'
import { conduct, openTable } from '../src/engine/conduct.ts'
import type { Cents } from '../src/engine/money.ts'
import { fingerprintOf } from '../src/record/known-books.ts'
import { decidedEntry, openingEntry, writeTableEntry } from '../src/record/table-entry.ts'
import { pack } from '../src/service/journal/batch.ts'
import { journalFile, openJournalFile } from '../src/service/journal/sqlite-file.ts'
import { type Bench, median, type Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import { book, conclusion, dealer, type Given, plainTable, player, setup, wagers } from './wagers.ts'

const PLAYERS = 95
const at = '2024-01-01T00:00:00.000Z'

/** First the players buy in, then come rounds of a hundred commands, without end. */
function* commands(): Generator<Given> {
  for (let number = 0; number < PLAYERS; number++)
    yield { do: 'buy-in', player: player(number), amount: 10_000_000 as Cents, by: dealer }
  const round: Given[] = [{ do: 'place-your-bets', by: dealer }, ...wagers(PLAYERS, PLAYERS), ...conclusion]
  for (;;) yield* round
}

/** The journal of a table, from its setup on. */
function* bodies(): Generator<string> {
  const when = { salt: '0'.repeat(32), at, book: fingerprintOf(book), house: 1 }
  yield writeTableEntry(openingEntry({ ...when, actor: 'service' }, setup, rulesOf(book)))
  let table = openTable(book, setup)
  let id = 0
  for (const given of commands()) {
    const command = { ...given, at, id: String(id++) }
    const actor = 'player' in command ? `terminal:${command.player}` : 'staff:1001'
    const { table: after, answer } = conduct(table, command)
    table = after
    if ('refused' in answer) throw new Error(`${command.do} was refused: ${answer.refused}`)
    yield writeTableEntry(decidedEntry({ ...when, actor }, command, answer))
  }
}

/** Writes the journal on, up to a length. */
function writer(folder: string): (length: number) => void {
  const next = bodies()
  let seq = 0
  return (length) => {
    const file = openJournalFile(folder)
    while (seq < length) {
      const group = Array.from({ length: Math.min(1_000, length - seq) }, () => {
        seq++
        return { stream: 'table', seq, body: next.next().value as string }
      })
      file.append(pack(group))
    }
    file.close()
  }
}

async function inFresh(call: string, told: object): Promise<number> {
  const starter = new Process('starter.ts')
  try {
    return await starter.ask<number>(call, told)
  } finally {
    await starter.end()
  }
}

/** Each time in a fresh process: nothing is warm when a service starts. */
async function milliseconds(call: string, folder: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 3; turn++) times.push(await inFresh(call, { folder }))
  return median(times)
}

/** The bundled command as a process of its own, from its start until it is ready. Killed, it leaves no newer snapshot. */
async function commandReady(folder: string): Promise<number> {
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ tables: [{ id: 'table', ...plainTable }] }))
  const args = [
    'dist/program/bin.js',
    'serve',
    '--config',
    config,
    '--data',
    folder,
    '--port',
    '0',
    '--log-level',
    'silent',
  ]
  const times: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    const started = performance.now()
    const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(command.stdout, 'data')
    times.push(performance.now() - started)
    command.kill('SIGKILL')
    await once(command, 'exit')
  }
  // The first start compiles.
  return median(times.slice(1))
}

function forgetSnapshot(folder: string): void {
  const db = new DatabaseSync(journalFile(folder))
  db.exec('DELETE FROM snapshots')
  db.close()
}

/** So many entries came after the snapshot when the service stopped. */
const SNAPSHOT_AGE = 2_500

async function startedAgain(folder: string, write: (length: number) => void, length: number): Promise<Result[]> {
  write(length - SNAPSHOT_AGE)
  await inFresh('keep', { folder })
  write(length)
  const floor = await milliseconds('plain', folder)
  const kept = await milliseconds('table', folder)
  const whole = await commandReady(folder)
  forgetSnapshot(folder)
  const replayed = await milliseconds('table', folder)
  const many = `${length.toLocaleString('en')} entries`
  return [
    // For a short journal the start of the reading thread takes most of the time.
    { work: `a table from ${many}`, unit: 'ms', ours: replayed, floor, ratioMax: length < 100_000 ? null : 2 },
    { work: `  from a snapshot and ${many}`, unit: 'ms', ours: kept, floor, ratioMax: null, most: 1_000 },
    { work: '  croupier serve, until it is ready', unit: 'ms', ours: whole, floor: null, ratioMax: null, most: 800 },
  ]
}

async function run(): Promise<Result[]> {
  await bundleProgram('dist/program')
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  try {
    const write = writer(folder)
    const empty = { work: 'a table from 1 entry', unit: 'ms', floor: null, ratioMax: null }
    write(1)
    const first = await milliseconds('table', folder)
    const few = await startedAgain(folder, write, 10_000)
    return [{ ...empty, ours: first }, ...few, ...(await startedAgain(folder, write, 100_000))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const restart: Bench = { name: 'restart', run }
