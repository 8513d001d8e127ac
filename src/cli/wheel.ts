import type { Book } from '../books/rule-book.ts'
import { cryptoBytes, seededBytes } from '../wheel/chance.ts'
import { type Simulation, simulate } from '../wheel/simulated.ts'
import {
  fromFile,
  fromSerial,
  fromSimulation,
  fromStream,
  fromTcp,
  readAddress,
  type WheelSource,
} from '../wheel/source.ts'
import { lastLine, type SplitLine, split, unsplit } from '../wheel/splitter.ts'
import { hearEnd, listen, listening, type TranslatedLine, tick, type WheelCommand } from '../wheel/translate.ts'
import { withSafeDetail } from '../wheel/wheel-faults.ts'
import { readSplit } from '../wheel/wheel-line.ts'
import { faultSentence } from '../words/alarm-words.ts'
import * as en from '../words/en/index.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput, orBadInput } from './declaration.ts'
import { inputName, isStandardInput, readBook } from './input.ts'
import { write } from './output.ts'

/** The commands that a wheel's lines amount to, or, with --simulate, the lines of a wheel that is not there. */
export async function runWheel({ values, words }: Arguments<'wheel'>): Promise<void> {
  const book = await readBook(values.book)
  const sources = [words[0], values.tcp, values.serial, values.simulate].filter((word) => word !== undefined)
  if (sources.length > 1) throw new BadInput('say one of FILE, --tcp, --serial and --simulate')
  await (values.simulate === undefined ? translateLines(book, words[0], values) : simulateWheel(book, values))
}

async function simulateWheel(book: Book, { simulate: games, seed, betting, speed }: Options<'wheel'>): Promise<void> {
  const simulation: Simulation = {
    book,
    games: games!,
    chance: seed === undefined ? cryptoBytes() : seededBytes(seed),
    bettingSeconds: betting ?? 20,
  }
  if (speed !== undefined) {
    for await (const text of fromSimulation(simulation, speed)) await write(text)
    return
  }
  for (const { lines } of simulate(simulation)) await write(lines.map((line) => `${line}\r\n`).join(''))
}

function translateLines(book: Book, file: string | undefined, values: Options<'wheel'>): Promise<void> {
  const { source, name, isLive } = sourceOf(file, values)
  return orBadInput(`${name} cannot be read`, () => followLines(source, book, isLive))
}

type Chosen = { source: WheelSource; name: string; isLive: boolean }

function sourceOf(file: string | undefined, { tcp, serial, baud }: Options<'wheel'>): Chosen {
  const patience = { notice: (text: string) => console.error(text), firstMustWork: true }
  if (tcp !== undefined) {
    const address = readAddress(tcp)
    if (!address) throw new BadInput(`--tcp must be HOST:PORT, not ${tcp}`)
    return { source: fromTcp(address.host, address.port, patience), name: tcp, isLive: true }
  }
  if (serial !== undefined) {
    return { source: fromSerial(serial, { ...patience, baud: baud ?? 9600 }), name: serial, isLive: true }
  }
  const source = isStandardInput(file) ? fromStream(process.stdin) : fromFile(file)
  return { source, name: inputName(file), isLive: false }
}

/** A wheel that is listened to as it speaks may fall silent; a log may not. */
async function followLines(source: WheelSource, book: Book, isLive: boolean): Promise<void> {
  let [splitting, hearing, at] = [unsplit, listening, 0]
  const heed = ({ state, commands, faults }: TranslatedLine): Promise<void> => {
    hearing = state
    for (const fault of faults) console.error(`line ${at}: ${faultSentence(en, withSafeDetail(fault))}`)
    return write(commands.map(writeCommand).join(''))
  }
  const hear = (line: SplitLine): Promise<void> => {
    at = line.line
    return heed(listen(hearing, readSplit(line, book), book))
  }
  const hearAll = async (): Promise<void> => {
    for await (const chunk of source) {
      const { state, lines } = split(splitting, chunk)
      splitting = state
      for (const line of lines) await hear(line)
    }
    for (const line of lastLine(splitting)) await hear(line)
    await heed(hearEnd(hearing))
  }
  if (!isLive) return hearAll()
  const trouble = Promise.withResolvers<never>()
  const watch = setInterval(() => heed(tick(hearing, performance.now())).catch(trouble.reject), 500)
  await Promise.race([hearAll(), trouble.promise]).finally(() => clearInterval(watch))
}

/** Writes a command as scripts have it: of a spin and a result, `source` says that it is the wheel's. */
function writeCommand({ by, ...command }: WheelCommand): string {
  const source = command.do === 'spin' || command.do === 'ball-at-rest' ? { source: by.role } : {}
  return `${JSON.stringify({ ...command, ...source })}\n`
}
