import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Static, TProperties } from 'typebox'
import { Check } from 'typebox/value'
import type { Book } from '../books/rule-book.ts'
import type { Cents } from '../engine/money.ts'
import { isRecord } from '../engine/shape.ts'
import { readSetup } from '../engine/table.ts'
import {
  type HousePolicy,
  LARGE,
  mapPositions,
  type OfPositions,
  SESSION_MAX,
  TICKET_DAYS,
  usualPolicy,
} from '../house/policy.ts'
import { isTableStream } from '../house/ticket-state.ts'
import { TICKET_MAX } from '../house/tickets.ts'
import { DAY, HOUR, MINUTE } from '../house/time.ts'
import { COSIGNATURE, isSameKey, readKey } from '../proof/keys.ts'
import { cryptoBytes } from '../wheel/chance.ts'
import { fromSerial, fromSimulation, fromTcp, readAddress, type WheelSource } from '../wheel/source.ts'
import { usualLimits, type WheelLimits } from '../wheel/watch.ts'
import type { WitnessPlan } from './checkpoints/witness-link.ts'
import { CLOCK_LIMIT_MS } from './cluster/node-clock.ts'
import {
  fieldProblem,
  type Kind,
  logLevels,
  readValue,
  TABLE_ID,
  tableFields,
  WITNESS_URL,
  wheelForms,
  witnessFields,
  type witnessSchema,
} from './config-shapes.ts'
import type { TablePlan } from './floor/floor.ts'

/** A configuration with which no service can start, as text for the operator: a line for each problem. */
export class BadConfig extends Error {
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** A table names a book that neither a file nor the program has. Its journal may carry the rules. */
export class BookMissing extends BadConfig {}

export type Config = {
  data: string
  store: string
  houseKeyFile: string
  node: string
  nodeHost: string
  nodePort: number
  advertise: string
  host: string
  port: number
  demo: boolean
  speed: number
  outOfForce: boolean
  books: string
  book: string
  origins: readonly string[]
  publicHosts: readonly string[]
  proxies: readonly string[]
  secureCookies: boolean
  tlsCert: string
  tlsKey: string
  adminPort: number
  requestsPerMinute: number
  commandsPerSecond: number
  socketsPerToken: number
  socketsPerAddress: number
  ticketMax: number
  storeSeconds: number
  clockSeconds: number
  houseName: string
  operatorName: string
  houseAddress: string
  ticketText: string
  saferGambling: string
  showOdds: boolean
  showHotAndCold: boolean
  showStakes: boolean
  showLab: boolean
  timeZone: string
  gamingDayStart: string
  accentColour: string
  feltColour: string
  houseMark: string
  idlePictures: string
  reminderMinutes: number
  currency: string
  sessionHours: number
  idleMinutes: OfPositions
  pinDays: number
  ticketDays: number
  largeWin: number
  largeWager: number
  largeCash: number
  closedOnMismatch: boolean
  logLevel: string
  signsAs: string
  tables: readonly unknown[]
  witnesses: readonly unknown[]
  /** The number of witnesses that must have signed the checkpoint of a receipt. */
  witnessQuorum: number | 'all'
  /** The folder with the files of books that tables name: that of the configuration file. */
  folder: string
}

/** The schema of the file, for an editor. */
const SCHEMA = '$schema'

/** Fields that only a file can set. */
const lists = ['tables', 'witnesses'] as const

/** Every setting: its kind, its default, and its description. Flags are --kebab-case, variables CROUPIER_UPPER_CASE. */
export const settings: Record<
  Exclude<keyof Config, (typeof lists)[number] | 'folder'>,
  { kind: Kind; value: string | number | boolean | readonly string[] | OfPositions; means: string }
> = {
  data: { kind: 'text', value: 'croupier-data', means: 'the folder of the journal; made if missing' },
  store: {
    kind: 'text',
    value: '',
    means:
      'postgres://USER@HOST/DATABASE: the journal is kept there, and the data folder holds the house key alone; several hosts with commas between',
  },
  houseKeyFile: {
    kind: 'text',
    value: '',
    means:
      'the file of the house key, where it is not house.key in the data folder; every node of a house has the same',
  },
  node: {
    kind: 'text',
    value: '',
    means:
      "this node's name among the nodes of a house on PostgreSQL; the machine's name and the port if it is not said",
  },
  nodeHost: {
    kind: 'text',
    value: '127.0.0.1',
    means: 'the address where this node listens for other nodes, and which they are told',
  },
  nodePort: { kind: 'port', value: 0, means: 'the port for other nodes; 0 takes a free one' },
  advertise: {
    kind: 'text',
    value: '',
    means:
      'where clients reach this node, such as https://a.example:8080, for clients whose node is gone; the address that it listens at if it is not said',
  },
  host: { kind: 'text', value: '127.0.0.1', means: 'the address to listen at' },
  port: { kind: 'port', value: 8080, means: 'the port; 0 takes a free one' },
  demo: {
    kind: 'switch',
    value: false,
    means: 'a table for every book and layout, with a simulated wheel and an automatic dealer',
  },
  speed: { kind: 'number', value: 1, means: 'how fast simulated wheels run; 10 is ten times a real one' },
  outOfForce: {
    kind: 'switch',
    value: false,
    means: 'rounds may be opened by rule books that are not in force; the demonstration does',
  },
  books: {
    kind: 'text',
    value: '',
    means: 'a folder of rule books: tables may name the book of every .json file there by its id',
  },
  book: { kind: 'text', value: '', means: 'a file with a rule book, for one more table of the demonstration' },
  origins: {
    kind: 'origins',
    value: [],
    means: 'other origins whose pages may use the service, such as https://pit.example',
  },
  publicHosts: {
    kind: 'hosts',
    value: [],
    means: 'names that the service is reached by, besides localhost, --host and its own address',
  },
  proxies: {
    kind: 'addresses',
    value: [],
    means: 'addresses of proxies, believed when they say whose request it is (X-Forwarded-For)',
  },
  secureCookies: {
    kind: 'switch',
    value: false,
    means: 'cookies only over https; set it behind a proxy that speaks https',
  },
  tlsCert: {
    kind: 'text',
    value: '',
    means:
      'a PEM file with the certificate and its chain; then it speaks https itself. Read again when it changes, and on SIGHUP',
  },
  tlsKey: { kind: 'text', value: '', means: 'a PEM file with the key of that certificate' },
  adminPort: {
    kind: 'port',
    value: 0,
    means: 'a port of its own for /metrics and /readyz, which are then not at the other; 0: no such port',
  },
  requestsPerMinute: {
    kind: 'count',
    value: 1_200,
    means: 'plain HTTP requests that one token may make, or one address without a token; dearer ones count for more',
  },
  commandsPerSecond: {
    kind: 'count',
    value: 50,
    means: 'commands that one token may send over its WebSockets, or one address without a token',
  },
  socketsPerToken: { kind: 'count', value: 100, means: 'WebSockets that one token may have at once' },
  socketsPerAddress: {
    kind: 'count',
    value: 1_000,
    means: 'WebSockets without a token that one address may have at once',
  },
  ticketMax: { kind: 'cents', value: TICKET_MAX, means: 'what one ticket is for at most, in cents' },
  storeSeconds: {
    kind: 'number',
    value: 5,
    means: 'how long a store that is locked, full or failing is tried again before a table stops',
  },
  clockSeconds: {
    kind: 'number',
    value: CLOCK_LIMIT_MS / 1_000,
    means:
      "by how many seconds this machine's clock may differ from the database's; a node that differs by more does not start",
  },
  houseName: { kind: 'name', value: 'Croupier', means: 'what the house is called, on its screens and tickets' },
  operatorName: {
    kind: 'line',
    value: '',
    means: 'who holds the licence, on every report; the name of the house if it is not said',
  },
  houseAddress: { kind: 'line', value: '', means: 'the address of the house, on tickets and reports' },
  ticketText: {
    kind: 'line',
    value: '',
    means: 'a line at the end of every ticket, such as where to find help with gambling',
  },
  saferGambling: {
    kind: 'line',
    value: '',
    means: 'what the house tells players about safer gambling, in the rules and in the reminder at terminals',
  },
  showOdds: {
    kind: 'switch',
    value: false,
    means:
      "terminals show the odds of a player's own chips; some jurisdictions forbid it at a live table. The demonstration does",
  },
  showHotAndCold: {
    kind: 'switch',
    value: false,
    means: 'terminals and walls show hot and cold numbers. The demonstration does',
  },
  showStakes: {
    kind: 'switch',
    value: false,
    means:
      'terminals show how much all players have staked on each spot, without names, once no more bets is called. The demonstration does',
  },
  showLab: {
    kind: 'switch',
    value: false,
    means: 'the service has the lab, which simulates stakes and systems of play. The demonstration does',
  },
  timeZone: {
    kind: 'zone',
    value: 'Asia/Singapore',
    means: 'whose time every screen, ticket and report shows, such as Asia/Macau',
  },
  gamingDayStart: {
    kind: 'clock',
    value: '06:00',
    means: 'when the gaming day begins, in the time zone of the house, such as 06:00',
  },
  accentColour: {
    kind: 'accent',
    value: '',
    means:
      'the colour of what wins and of the next step on every screen, such as #D9B65C; light enough for dark panels',
  },
  feltColour: {
    kind: 'felt',
    value: '',
    means: 'the colour of the felt on every screen, such as #0E4436; dark enough for its ivory print',
  },
  houseMark: {
    kind: 'text',
    value: '',
    means: "a file with the mark of the house (SVG or PNG, 32 KB at most), from the configuration's folder",
  },
  idlePictures: {
    kind: 'text',
    value: '',
    means:
      "a folder of pictures that the wall shows while a table rests (SVG, PNG, JPEG, WebP), from the configuration's folder",
  },
  reminderMinutes: {
    kind: 'minutes',
    value: 60,
    means: 'after how many minutes at play a terminal says how long it has been; 0: never',
  },
  currency: {
    kind: 'currency',
    value: '$',
    means: 'the sign before amounts, 1 to 4 characters without digits, such as S$',
  },
  sessionHours: {
    kind: 'hours',
    value: SESSION_MAX / HOUR,
    means: 'how long a session of staff lasts at most, in hours; a week at most',
  },
  idleMinutes: {
    kind: 'positions',
    value: mapPositions(usualPolicy.idleMs, (ms) => ms / MINUTE),
    means: 'after how many minutes without a sign of life a session ends, by position; positions left out keep theirs',
  },
  pinDays: { kind: 'age', value: 0, means: 'how many days old a PIN may be when its holder signs in; 0: any age' },
  ticketDays: { kind: 'days', value: TICKET_DAYS, means: 'for how many days a ticket is valid, 1 to 3660' },
  largeWin: {
    kind: 'cents',
    value: LARGE,
    means: "from which amount a player's win of one round is a significant event, in cents",
  },
  largeWager: {
    kind: 'cents',
    value: LARGE,
    means: 'from which amount the wagers of a player in one round are a significant event, in cents',
  },
  largeCash: {
    kind: 'cents',
    value: LARGE,
    means: 'from which amount an exchange for cash, or a ticket, is a significant event, in cents',
  },
  closedOnMismatch: {
    kind: 'switch',
    value: false,
    means: 'gaming stops by itself when a self-check finds another program than the one that was shipped',
  },
  signsAs: {
    kind: 'key-name',
    value: '',
    means:
      'what the house signs its record as, such as casino.example; its own for ever, and made up where it is left out',
  },
  witnessQuorum: {
    kind: 'quorum',
    value: 'all',
    means:
      'how many of the witnesses must have signed the checkpoint of a receipt: a number, or all of them. 0: receipts wait for none',
  },
  logLevel: { kind: 'level', value: 'info', means: `${logLevels.join(', ')}` },
}

export const flagOf = (setting: string): string => setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const variableOf = (setting: string): string => `CROUPIER_${flagOf(setting).replaceAll('-', '_').toUpperCase()}`

type RawSettings = Readonly<Record<string, unknown>>

/** Flags override the environment, which overrides the file, which overrides the defaults. */
export function readConfig(flags: RawSettings, environment: NodeJS.ProcessEnv): Config {
  const file = (flags.config as string | undefined) ?? environment.CROUPIER_CONFIG
  const inFile = file === undefined ? {} : readConfigFile(file)
  const folder = file === undefined ? process.cwd() : resolve(dirname(file))
  const entries = Object.entries(settings).map(([setting, { kind, value }]) => {
    const told = flags[flagOf(setting)] ?? environment[variableOf(setting)] ?? inFile[setting]
    return [setting, told === undefined ? value : readSetting(setting, kind, told)]
  })
  const isList = (key: string): boolean => lists.some((list) => list === key)
  const isKnown = (key: string): boolean => key === SCHEMA || isList(key) || Object.hasOwn(settings, key)
  const unknown = Object.keys(inFile).find((key) => !isKnown(key))
  if (unknown !== undefined) throw new BadConfig(`${file}: there is no setting ${unknown}`)
  const { tables = [], witnesses = [] } = inFile
  if (!Array.isArray(tables)) throw new BadConfig(`${file}: tables must be a list`)
  if (!Array.isArray(witnesses)) throw new BadConfig(`${file}: witnesses must be a list`)
  const config = { ...Object.fromEntries(entries), tables, witnesses, folder } as Config
  if (config.book !== '' && !config.demo)
    throw new BadConfig('book is for the demonstration: a table of a house names its own book')
  return config
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
  const value = readValue(kind, told)
  if (value === undefined) throw new BadConfig(`${setting} cannot be ${JSON.stringify(told)}`)
  return value
}

/** The limits for people, tickets and events that the settings state. */
export const policyOf = (config: Config): HousePolicy => ({
  sessionMs: config.sessionHours * HOUR,
  idleMs: mapPositions(config.idleMinutes, (minutes) => minutes * MINUTE),
  pinMs: config.pinDays === 0 ? null : config.pinDays * DAY,
  ticketDays: config.ticketDays,
  large: { win: config.largeWin as Cents, wager: config.largeWager as Cents, cash: config.largeCash as Cents },
})

/** Every setting as it is in force, and every table and witness, each as JSON. A password in an address is left out. */
export function effectiveSettings({ tables, witnesses, folder: _, ...config }: Config): Record<string, string> {
  const own = Object.entries({ ...config, store: config.store.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:***@') })
  const listed = (name: string, list: readonly unknown[]) =>
    list.map((one, nth) => [`${name}.${isRecord(one) && typeof one.id === 'string' ? one.id : nth}`, one] as const)
  const all = [...own, ...listed('tables', tables), ...listed('witnesses', witnesses)]
  return Object.fromEntries(all.map(([name, value]) => [name, JSON.stringify(value)]))
}

/** A setting as it is typed. */
export const typedSetting = (value: unknown): string =>
  isRecord(value)
    ? Object.entries(value)
        .map(([name, one]) => `${name}=${one}`)
        .join(',')
    : String(value)

/** Finds the book of a table by the name in the configuration. */
export type FindBook = (name: string, table: string) => Book | undefined

export function plansOf(config: Config, findBook: FindBook): TablePlan[] {
  const plans = config.tables.map((value, index) => planOf(value, index, findBook))
  if (plans.length === 0) throw new BadConfig('there are no tables: name them in a file for --config, or use --demo')
  const twice = plans.find(({ id }, index) => plans.findIndex((other) => other.id === id) !== index)
  if (twice) throw new BadConfig(`there are two tables called ${twice.id}`)
  return plans
}

/**
 * The witnesses, each `{"key":VKEY,"url":URL,"name"?}` and listed once, and the number of them whose signatures
 * receipts need.
 */
export function witnessesOf({ witnesses, witnessQuorum }: Config): { witnesses: WitnessPlan[]; quorum: number } {
  const plans = witnesses.map((value, index) => witnessOf(value, `witnesses[${index}]`))
  const twice = plans.find(({ key }, index) => plans.findIndex((other) => isSameKey(key, other.key)) !== index)
  if (twice) throw new BadConfig(`the witness ${twice.key.name} occurs twice`)
  const quorum = witnessQuorum === 'all' ? plans.length : witnessQuorum
  if (quorum > plans.length) throw new BadConfig(`witnessQuorum is ${quorum}, and ${plans.length} witnesses are named`)
  return { witnesses: plans, quorum }
}

function witnessOf(value: unknown, where: string): WitnessPlan {
  if (!isRecord(value)) throw new BadConfig(`${where} must be an object`)
  const { key } = value
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(witnessFields, field))
  if (unknown !== undefined) throw new BadConfig(`${where} has no field ${unknown}`)
  const read = typeof key === 'string' ? readKey(key) : { problem: 'is missing' }
  if ('problem' in read) throw new BadConfig(`${where}: the key ${read.problem}`)
  if (read.type !== COSIGNATURE) throw new BadConfig(`${where}: the key is not that of a witness`)
  const problem = fieldProblem(witnessFields, value)
  if (problem !== null) throw new BadConfig(`${where}.${problem}`)
  const { url, name = read.name } = value as Static<typeof witnessSchema>
  if (!URL.canParse(url)) throw new BadConfig(`${where}.url must be ${WITNESS_URL}`)
  return { key: read, url, name }
}

function planOf(value: unknown, index: number, findBook: FindBook): TablePlan {
  const where = `tables[${index}]`
  if (!isRecord(value)) throw new BadConfig(`${where} must be an object`)
  const { id, name, short, wheel, ...rest } = value
  const { id: idField, name: nameField, short: shortField, wheel: _, ...setupFields } = tableFields
  const mustFit = (fields: TProperties): void => {
    const problem = fieldProblem(fields, value)
    if (problem !== null) throw new BadConfig(`${where}.${problem}`)
  }
  mustFit({ id: idField, name: nameField, short: shortField })
  const named = { id, name: name ?? id, ...(short === undefined ? {} : { short }) } as Omit<TablePlan, 'setup'>
  if (!isTableStream(named.id)) throw new BadConfig(`${where}.id must be ${TABLE_ID}`)
  const book = typeof rest.book === 'string' ? findBook(rest.book, named.id) : undefined
  const setup = readSetup(book ? { ...rest, book: book.id } : rest, () => book)
  if ('problem' in setup) throw new (book ? BadConfig : BookMissing)(`${where}.${setup.field}: ${setup.problem}`)
  // A value that the rule book allows must also have the form of the schema.
  mustFit(setupFields)
  const link = wheelOf(wheel, book!, where)
  return { ...named, setup, ...(link ? { wheel: link } : {}) }
}

/** Without a wheel, the dealer alone reports results. */
function wheelOf(wheel: unknown, book: Book, where: string): (() => WheelSource) | undefined {
  if (wheel === undefined) return undefined
  if (!isRecord(wheel)) throw new BadConfig(`${where}.wheel ${WHEEL}`)
  const { bettingSeconds, limits, errors } = wheelForms.tcp.properties
  const problem = fieldProblem({ bettingSeconds, limits, errors }, wheel)
  if (problem !== null) throw new BadConfig(`${where}.wheel.${problem}`)
  const betting = typeof wheel.bettingSeconds === 'number' ? { bettingMs: wheel.bettingSeconds * 1_000 } : {}
  const patience = {
    ...betting,
    limits: wheelLimits(isRecord(wheel.limits) ? wheel.limits : {}),
    ...(isRecord(wheel.errors) ? { errors: wheel.errors as WheelErrors } : {}),
  }
  if (Check(wheelForms.tcp, wheel)) {
    const address = readAddress(wheel.tcp)
    if (address) return () => fromTcp(address.host, address.port, patience)
  }
  if (Check(wheelForms.serial, wheel)) return () => fromSerial(wheel.serial, patience)
  if (Check(wheelForms.simulated, wheel)) return simulatedWheel(book, wheel.simulated)
  throw new BadConfig(`${where}.wheel ${WHEEL}`)
}

type WheelErrors = NonNullable<WheelSource['errors']>
type LimitSettings = NonNullable<Static<typeof wheelForms.tcp>['limits']>

function wheelLimits(given: LimitSettings): WheelLimits {
  const { rotor, sameDirection, spinsAnHour, sensorMs } = usualLimits
  const { rotorRpmMin, rotorRpmMax, sensorSeconds } = given
  return {
    rotor: {
      least: rotorRpmMin === undefined ? rotor.least : rotorRpmMin * 10,
      most: rotorRpmMax === undefined ? rotor.most : rotorRpmMax * 10,
    },
    sameDirection: given.sameDirection ?? sameDirection,
    spinsAnHour: given.spinsAnHour ?? spinsAnHour,
    sensorMs: sensorSeconds === undefined ? sensorMs : sensorSeconds * 1_000,
  }
}

const WHEEL = 'must be {"tcp":"HOST:PORT"}, {"serial":"DEVICE"} or {"simulated":SPEED}'

export const simulatedWheel = (book: Book, speed: number) => () =>
  fromSimulation({ book, chance: cryptoBytes(), bettingSeconds: 20, restSeconds: 8 }, speed)
