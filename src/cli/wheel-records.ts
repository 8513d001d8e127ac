import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { Book, Pocket } from '../books/rule-book.ts'
import type { TableEvent } from '../engine/events.ts'
import { PersistentMap } from '../engine/persistent-map.ts'
import { HOUSE } from '../house/state.ts'
import { isTableStream } from '../house/ticket-state.ts'
import { evolveWheels, type Wheel, type WheelLogEntry } from '../house/wheels.ts'
import type { WheelRecord, WheelSpin } from '../lab/randomness/wheel-battery.ts'
import { readHouseEntry } from '../record/house-entry.ts'
import type { JournalReader } from '../record/journal-reader.ts'
import { builtInBooks, describeRules } from '../record/known-books.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { resultAfter, tellsOfSpins, type WheelPlace, WheelPlaces } from '../record/wheel-spins.ts'
import { lastLine, split, unsplit } from '../wheel/splitter.ts'
import { hearEnd, listen, listening, type WheelCommand } from '../wheel/translate.ts'
import { readSplit } from '../wheel/wheel-line.ts'
import { BadInput } from './declaration.ts'
import { readJournal } from './read-journal.ts'

/**
 * The spins of one wheel, as they are on record. `wheel`: its serial number where the house knows it, else its table. `tables`: the
 * spins at each table. `log`: the work on it, the newest first; null where no wheel was named.
 */
export type NamedRecord = WheelRecord & {
  wheel: string
  book: Book
  order: readonly Pocket[]
  tables: readonly { table: string; spins: number }[]
  log: readonly WheelLogEntry[] | null
}

/**
 * Reads records from a journal (a data folder, a backup, an exported stream), or from a wheel's own log, which needs
 * its book.
 */
export async function readWheelRecords(path: string, book: Book | undefined): Promise<NamedRecord[]> {
  if (isWheelLog(path)) return [logRecord(path, book)]
  return readJournal(path, readRecords)
}

/** The spins of a wheel that the house named are put together over all tables; others count by their table. */
async function readRecords(reader: JournalReader): Promise<NamedRecord[]> {
  const { places, wheels: named } = await wheelHistory(reader)
  const spun: SpunAtTable[] = []
  for (const table of await reader.streams()) {
    if (!isTableStream(table)) continue
    const found = await spinsAt(reader, table, places)
    if (!found) continue
    const byWheel = Map.groupBy(found.spins, ({ place }) => place.wheel)
    // A table without a spin is listed too.
    if (found.spins.length === 0) byWheel.set(null, [])
    for (const [wheel, spins] of byWheel) spun.push({ ...found, table, wheel, spins })
  }
  const wheels = Map.groupBy(spun, ({ wheel, table, order }) => `${wheel ?? `\n${table}`}\n${order}`)
  return [...wheels.values()].map((parts) => recordOf(parts, named))
}

type SpunAtTable = { table: string; wheel: string | null; spins: readonly RoundSpun[] } & Pick<
  NamedRecord,
  'book' | 'order'
>

/** A wheel stands at one table at a time: its places put its spins in order. */
function recordOf(parts: readonly SpunAtTable[], named: WheelHistory['wheels']): NamedRecord {
  const { wheel, table, book, order } = parts[0]!
  const spins = parts
    .flatMap((part) => part.spins)
    .sort((a, b) => a.place.seq - b.place.seq)
    .map(({ pocket, dealer, ball }) => ({ place: order.indexOf(pocket!), dealer, ball }))
  const tables = parts.map((part) => ({ table: part.table, spins: part.spins.length }))
  const log = wheel === null ? null : (named.get(wheel)?.log ?? [])
  return { wheel: wheel ?? table, book, order, places: order.length, spins, tables, log }
}

/** Its lines begin with a star. */
function isWheelLog(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
  const file = openSync(path, 'r')
  const start = Buffer.alloc(64)
  const read = readSync(file, start)
  closeSync(file)
  return start.subarray(0, read).toString('latin1').trimStart().startsWith('*')
}

function logRecord(path: string, book: Book | undefined): NamedRecord {
  if (!book) throw new BadInput(`${path} is the log of a wheel: say its rule book with --book`)
  const spins: WheelSpin[] = []
  let ball: WheelSpin['ball'] = null
  for (const command of commandsIn(path, book)) {
    if (command.do === 'spin') ball = command.ball
    if (command.do === 'ball-at-rest') {
      spins.push({ place: book.wheel.order.indexOf(command.pocket), dealer: null, ball })
      ball = null
    }
  }
  return { wheel: path, book, order: book.wheel.order, places: book.wheel.order.length, spins, tables: [], log: null }
}

function* commandsIn(path: string, book: Book): Generator<WheelCommand> {
  const { state, lines } = split(unsplit, readFileSync(path))
  let hearing = listening
  for (const line of [...lines, ...lastLine(state)]) {
    const heard = listen(hearing, readSplit(line, book), book)
    hearing = heard.state
    yield* heard.commands
  }
  yield* hearEnd(hearing).commands
}

type WheelHistory = { places: WheelPlaces; wheels: PersistentMap<Wheel> }

/** Where the wheels stood, and the whole log of each. */
async function wheelHistory(reader: JournalReader): Promise<WheelHistory> {
  const places = new WheelPlaces()
  let wheels = PersistentMap.of<Wheel>()
  for await (const page of reader.pages(HOUSE))
    for (const { seq, body } of page) {
      if (!body.includes('"wheel-noted"')) continue
      const events = readHouseEntry(body).events.filter((event) => event.type === 'wheel-noted')
      places.note(seq, events)
      wheels = events.reduce((all, event) => evolveWheels(all, event, Number.POSITIVE_INFINITY), wheels)
    }
  return { places, wheels }
}

type TableSpins = { book: Book; order: readonly Pocket[]; spins: readonly RoundSpun[] }

async function spinsAt(reader: JournalReader, table: string, places: WheelPlaces): Promise<TableSpins | null> {
  const rounds = new Map<number, RoundSpun>()
  let [book, order]: [Book | null, readonly Pocket[]] = [null, []]
  for await (const page of reader.pages(table))
    for (const { body } of page) {
      if (!tellsOfSpins(body)) continue
      const entry = readTableEntry(body)
      if ('opened' in entry) [book, order] = [describeRules(builtInBooks, entry.ruleBook), entry.opened.wheelOrder]
      else if ('events' in entry)
        for (const event of entry.events) noteSpin(rounds, event, entry, () => places.at(table, entry.house))
    }
  return book && { book, order, spins: [...rounds.values()].filter(({ pocket }) => pocket !== null) }
}

type RoundSpun = {
  pocket: Pocket | null
  dealer: string | null
  ball: WheelSpin['ball']
  /** The wheel at the table at the time of the spin. */
  place: WheelPlace
}

const isDirection = (ball: string): ball is 'clockwise' | 'anticlockwise' =>
  ball === 'clockwise' || ball === 'anticlockwise'

/** A correction decides where the ball rested. A void round has no result. */
function noteSpin(
  rounds: Map<number, RoundSpun>,
  event: TableEvent,
  { actor }: TableEntry,
  placeNow: () => WheelPlace,
): void {
  if (!('round' in event)) return
  const round = rounds.get(event.round) ?? { pocket: null, dealer: null, ball: null, place: placeNow() }
  rounds.set(event.round, round)
  if (event.type === 'betting-opened' || event.type === 'ball-spun') {
    if (actor.startsWith('staff:')) round.dealer = actor
    if (event.type === 'ball-spun' && isDirection(event.ball)) round.ball = event.ball
    return
  }
  const result = resultAfter(event)
  if (result !== undefined) round.pocket = result
  if (event.type === 'outcome-determined') round.place = placeNow()
}
