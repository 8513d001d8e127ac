import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { Book, Pocket } from '../books/rule-book.ts'
import type { TableEvent } from '../engine/events.ts'
import { isTableStream } from '../house/ticket-state.ts'
import type { WheelRecord, WheelSpin } from '../lab/randomness/wheel-battery.ts'
import type { JournalReader } from '../record/journal-reader.ts'
import { builtInBooks, describeRules } from '../record/known-books.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { lastLine, split, unsplit } from '../wheel/splitter.ts'
import { hearEnd, listen, listening, type WheelCommand } from '../wheel/translate.ts'
import { readSplit } from '../wheel/wheel-line.ts'
import { BadInput } from './declaration.ts'
import { readJournal } from './read-journal.ts'

/** The spins of one wheel, as they are on record. */
export type NamedRecord = WheelRecord & { wheel: string; book: Book; order: readonly Pocket[] }

/**
 * Reads records from a journal (a data folder, a backup, an exported stream), or from a wheel's own log, which needs
 * its book.
 */
export async function readWheelRecords(path: string, book: Book | undefined): Promise<NamedRecord[]> {
  if (isWheelLog(path)) return [logRecord(path, book)]
  return readJournal(path, async (reader) => {
    const records: NamedRecord[] = []
    for (const stream of await reader.streams())
      if (isTableStream(stream)) records.push(...(await tableRecord(reader, stream)))
    return records
  })
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
  return { wheel: path, book, order: book.wheel.order, places: book.wheel.order.length, spins }
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

/** The events of a spin. Other entries need not be read. */
const telling = /"opened":|"type":"(betting-opened|ball-spun|outcome-determined|outcome-corrected|round-voided)"/

async function tableRecord(reader: JournalReader, stream: string): Promise<NamedRecord[]> {
  const rounds = new Map<number, RoundSpun>()
  let [book, wheelOrder]: [Book | null, readonly Pocket[]] = [null, []]
  for await (const page of reader.pages(stream))
    for (const { body } of page) {
      if (!telling.test(body)) continue
      const entry = readTableEntry(body)
      if ('opened' in entry) [book, wheelOrder] = [describeRules(builtInBooks, entry.ruleBook), entry.opened.wheelOrder]
      else if ('events' in entry) for (const event of entry.events) noteSpin(rounds, event, entry)
    }
  if (!book) return []
  const spins = [...rounds.values()].flatMap(({ pocket, dealer, ball }) =>
    pocket === null ? [] : [{ place: wheelOrder.indexOf(pocket), dealer, ball }],
  )
  return [{ wheel: stream, book, order: wheelOrder, places: wheelOrder.length, spins }]
}

type RoundSpun = { pocket: Pocket | null; dealer: string | null; ball: WheelSpin['ball'] }

const isDirection = (ball: string): ball is 'clockwise' | 'anticlockwise' =>
  ball === 'clockwise' || ball === 'anticlockwise'

/** A correction decides where the ball rested. A void round has no result. */
function noteSpin(rounds: Map<number, RoundSpun>, event: TableEvent, { actor }: TableEntry): void {
  if (!('round' in event)) return
  const round = rounds.get(event.round) ?? { pocket: null, dealer: null, ball: null }
  rounds.set(event.round, round)
  switch (event.type) {
    case 'betting-opened':
    case 'ball-spun':
      if (actor.startsWith('staff:')) round.dealer = actor
      if (event.type === 'ball-spun' && isDirection(event.ball)) round.ball = event.ball
      return
    case 'outcome-determined':
      round.pocket = event.pocket
      return
    case 'outcome-corrected':
      round.pocket = event.to
      return
    case 'round-voided':
      round.pocket = null
  }
}
