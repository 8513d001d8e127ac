import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookById, books } from '../books/index.ts'
import { terminalsOf } from '../engine/several-piece.ts'
import { isRecord } from '../engine/shape.ts'
import { layoutNames } from '../engine/spots.ts'
import { readSetup, type TableSetup } from '../engine/table.ts'
import { cryptoBytes } from '../wheel/chance.ts'
import { fromSerial, fromSimulation, fromTcp, type WheelSource } from '../wheel/source.ts'
import type { TablePlan } from './floor.ts'

/** What cannot be started, in words for the one who starts it. */
export class BadConfig extends Error {}

export type Config = {
  data: string
  host: string
  port: number
  demo: boolean
  speed: number
  origins: readonly string[]
  secureCookies: boolean
  requestsPerMinute: number
  commandsPerSecond: number
  logLevel: string
  tables: readonly unknown[]
}

type Kind = 'text' | 'count' | 'number' | 'switch' | 'list'

/** Every setting: its kind, its default, and what it is. Flags are --kebab-case, variables CROUPIER_UPPER_CASE. */
// biome-ignore format: a table is read down its columns
export const settings: Record<Exclude<keyof Config, 'tables'>, { kind: Kind; value: string | number | boolean | readonly string[]; means: string }> = {
  data:              { kind: 'text',   value: 'croupier-data', means: 'the folder of the journal; made if missing' },
  host:              { kind: 'text',   value: '127.0.0.1',     means: 'the address to listen at' },
  port:              { kind: 'count',  value: 8080,            means: 'the port; 0 takes a free one' },
  demo:              { kind: 'switch', value: false,           means: 'a table for every book and layout, with a simulated wheel and an automatic dealer' },
  speed:             { kind: 'number', value: 1,               means: 'how fast simulated wheels run; 10 is ten times a real one' },
  origins:           { kind: 'list',   value: [],              means: 'other origins whose pages may use the service' },
  secureCookies:     { kind: 'switch', value: false,           means: 'cookies only over https; set it behind a proxy that speaks https' },
  requestsPerMinute: { kind: 'count',  value: 1_200,           means: 'HTTP requests that one address may make' },
  commandsPerSecond: { kind: 'count',  value: 50,              means: 'commands that one WebSocket may send' },
  logLevel:          { kind: 'text',   value: 'info',          means: 'fatal, error, warn, info, debug or silent' },
}

export const flagOf = (setting: string): string => setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const variableOf = (setting: string): string => `CROUPIER_${flagOf(setting).replaceAll('-', '_').toUpperCase()}`

type Told = Readonly<Record<string, unknown>>

/** Flags before the environment, that before the file, that before the defaults. */
export function readConfig(flags: Told, environment: NodeJS.ProcessEnv): Config {
  const file = (flags.config as string | undefined) ?? environment.CROUPIER_CONFIG
  const inFile = file === undefined ? {} : readConfigFile(file)
  const entries = Object.entries(settings).map(([setting, { kind, value }]) => {
    const told = flags[flagOf(setting)] ?? environment[variableOf(setting)] ?? inFile[setting]
    return [setting, told === undefined ? value : readSetting(setting, kind, told)]
  })
  const unknown = Object.keys(inFile).find((key) => key !== 'tables' && !Object.hasOwn(settings, key))
  if (unknown !== undefined) throw new BadConfig(`${file}: there is no setting ${unknown}`)
  const tables = inFile.tables ?? []
  if (!Array.isArray(tables)) throw new BadConfig(`${file}: tables must be a list`)
  return { ...Object.fromEntries(entries), tables } as Config
}

function readConfigFile(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isRecord(value)) return value
  } catch (error) {
    throw new BadConfig(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  throw new BadConfig(`${file} must hold a JSON object`)
}

function readSetting(setting: string, kind: Kind, told: unknown): unknown {
  switch (kind) {
    case 'text':
      if (typeof told === 'string' && told !== '') return told
      break
    case 'count': {
      const value = Number(told)
      if (told !== '' && Number.isSafeInteger(value) && value >= 0) return value
      break
    }
    case 'number': {
      const value = Number(told)
      if (Number.isFinite(value) && value > 0) return value
      break
    }
    case 'switch':
      if (told === true || told === 'true' || told === '1') return true
      if (told === false || told === 'false' || told === '0') return false
      break
    case 'list':
      if (Array.isArray(told) && told.every((item) => typeof item === 'string')) return told
      if (typeof told === 'string') return told.split(',').filter((item) => item !== '')
  }
  throw new BadConfig(`${setting} cannot be ${JSON.stringify(told)}`)
}

/** The house key stands beside the journal and never in it; without it every PIN must be set anew. */
export function houseKey(data: string): Uint8Array {
  const file = join(data, 'house.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
  return readFileSync(file)
}

export function plansOf(config: Config): TablePlan[] {
  if (config.demo) return demoPlans(config.speed)
  const plans = config.tables.map((value, index) => planOf(value, index))
  if (plans.length === 0) throw new BadConfig('there are no tables: name them in a file for --config, or use --demo')
  const twice = plans.find(({ id }, index) => plans.findIndex((other) => other.id === id) !== index)
  if (twice) throw new BadConfig(`there are two tables called ${twice.id}`)
  return plans
}

function planOf(value: unknown, index: number): TablePlan {
  const where = `tables[${index}]`
  if (!isRecord(value)) throw new BadConfig(`${where} must be an object`)
  const { id, name, wheel, ...rest } = value
  if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9-]{0,31}$/.test(id) || id === 'house')
    throw new BadConfig(`${where}.id must be 1 to 32 small letters, digits and dashes`)
  const setup = readSetup(rest, bookById)
  if ('problem' in setup) throw new BadConfig(`${where}.${setup.field}: ${setup.problem}`)
  const link = wheelOf(wheel, setup, where)
  return { id, name: typeof name === 'string' ? name : id, setup, ...(link ? { wheel: link } : {}) }
}

/** Without a wheel, the dealer's word is all there is. */
function wheelOf(wheel: unknown, setup: TableSetup, where: string): (() => WheelSource) | undefined {
  if (wheel === undefined) return undefined
  if (isRecord(wheel) && typeof wheel.tcp === 'string') {
    const [host, port] = wheel.tcp.split(':')
    return () => fromTcp(host!, Number(port))
  }
  if (isRecord(wheel) && typeof wheel.serial === 'string') return () => fromSerial(wheel.serial as string)
  if (isRecord(wheel) && typeof wheel.simulated === 'number') return simulatedWheel(setup, wheel.simulated)
  throw new BadConfig(`${where}.wheel must be {"tcp":"HOST:PORT"}, {"serial":"DEVICE"} or {"simulated":SPEED}`)
}

const simulatedWheel = (setup: TableSetup, speed: number) => () =>
  fromSimulation({ book: bookById(setup.book)!, chance: cryptoBytes(), bettingSeconds: 20, restSeconds: 8 }, speed)

/** One table for each book, layout and terminal, all open at once. */
export function demoPlans(speed: number): TablePlan[] {
  return books.flatMap((book) =>
    layoutNames(book).flatMap((layout) => {
      const terminals = terminalsOf(book, layout)
      return (terminals.length === 0 ? [undefined] : terminals).map((terminal) => {
        const limits = { default: { min: 500, max: 200_000 }, 'straight-up': { max: 50_000 } }
        const setup = readSetup(
          {
            book: book.id,
            ...(layoutNames(book).length > 1 ? { layout } : {}),
            ...(terminal ? { terminal } : {}),
            limits,
          },
          bookById,
        )
        if ('problem' in setup) throw new Error(setup.problem)
        const id = [
          book.id.split('/')[1]!.replace('@', '-'),
          layoutNames(book).length > 1 ? layout.toLowerCase() : '',
          terminal ?? '',
        ]
          .filter((part) => part !== '')
          .join('-')
        const name = [book.title, layoutNames(book).length > 1 ? `layout ${layout}` : '', terminal ?? '']
          .filter((part) => part !== '')
          .join(', ')
        return { id, name, setup, wheel: simulatedWheel(setup, speed) }
      })
    }),
  )
}
