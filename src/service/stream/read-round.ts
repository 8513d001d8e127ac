import type { TableEvent } from '../../engine/events.ts'
import type { Concluded } from '../../engine/history.ts'
import { RoundReplay } from '../../record/recalled-rounds.ts'
import { changesOf } from '../../record/round-places.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../../record/table-entry.ts'
import type { TableMemory } from '../../record/table-memory.ts'
import type { Journal } from '../journal/journal.ts'

type Entry = { seq: number; entry: TableEntry }

const LOOKED_AT_ONCE = 20
const READ_AT_ONCE = 1_000

/** A concluded round of any age, from the table's journal; `memory`: of the table, all of it on disk. */
export async function readRound(
  journal: Journal,
  table: string,
  memory: TableMemory,
  round: number,
): Promise<Concluded | undefined> {
  const pages = { journal, table }
  const replay = new RoundReplay(round, memory)
  for await (const { entry } of entriesFrom(pages, await openingOf(pages, round), READ_AT_ONCE)) {
    replay.take(entry)
    if (replay.concluded) break
  }
  for (const seq of changesOf(memory.places, round)) {
    const [found] = await pageOf(pages, seq, 1)
    if (found) replay.take(found.entry)
  }
  return replay.concluded
}

type Pages = { journal: Journal; table: string }

async function pageOf({ journal, table }: Pages, from: number, limit: number): Promise<Entry[]> {
  const stored = await journal.read(table, from, limit)
  return stored.map(({ seq, body }) => ({ seq, entry: readTableEntry(body) }))
}

async function* entriesFrom(pages: Pages, from: number, atOnce: number): AsyncGenerator<Entry> {
  for (let next = from; ; next += atOnce) {
    const page = await pageOf(pages, next, atOnce)
    yield* page
    if (page.length < atOnce) return
  }
}

/** The entries of a round, from before its opening to its conclusion, or to the end where it is under way. */
export async function* entriesOfRound(journal: Journal, table: string, round: number): AsyncGenerator<Stored> {
  const pages = { journal, table }
  for (let from = await openingOf(pages, round); ; from += READ_AT_ONCE) {
    const page = await journal.read(table, from, READ_AT_ONCE)
    for (const stored of page) {
      yield stored
      const entry = readTableEntry(stored.body)
      if ('events' in entry && entry.events.some((event) => isEndOf(event, round))) return
    }
    if (page.length < READ_AT_ONCE) return
  }
}

const isEndOf = (event: TableEvent, round: number): boolean =>
  (event.type === 'round-settled' || event.type === 'round-voided') && event.round === round

/** The last entry before a round's own, found by halving: rounds lie in the journal in their order. */
async function openingOf(pages: Pages, round: number): Promise<number> {
  let [first, last] = [1, (await pages.journal.last(pages.table)).seq]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    const next = await roundAfter(pages, middle, last)
    if (next && next.round < round) first = next.seq + 1
    else last = middle
  }
  return first
}

/** The round that was under way at an entry, or the next one. */
async function roundAfter(pages: Pages, from: number, last: number): Promise<{ seq: number; round: number } | null> {
  for await (const { seq, entry } of entriesFrom(pages, from, LOOKED_AT_ONCE)) {
    if (seq > last) return null
    const round = 'events' in entry ? roundUnderWay(entry.events) : undefined
    if (round !== undefined) return { seq, round }
  }
  return null
}

/** These are never about a round that was concluded before. */
const ofRoundUnderWay: readonly TableEvent['type'][] = [
  'betting-opened',
  'wager-placed',
  'wager-withdrawn',
  'ball-spun',
  'betting-closed',
  'outcome-determined',
  'round-settled',
]

function roundUnderWay(events: readonly TableEvent[]): number | undefined {
  const event = events.find(({ type }) => ofRoundUnderWay.includes(type))
  return event && 'round' in event ? event.round : undefined
}
