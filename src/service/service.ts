import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Book } from '../books/rule-book.ts'
import type { Cents } from '../engine/money.ts'
import { HOUSE } from '../house/state.ts'
import { isTableStream } from '../house/ticket-state.ts'
import { entryAt } from '../record/journal-reader.ts'
import { describeRules, type KnownBooks } from '../record/known-books.ts'
import { mustKnowFormat } from '../record/readable.ts'
import { readTableEntry } from '../record/table-entry.ts'
import type { Raised } from '../wire/alarm.ts'
import { readBackupMark } from './backup-mark.ts'
import { mustBeRecordable, realTime } from './clock.ts'
import type { JoinedNode } from './cluster/joined-node.ts'
import { BadConfig, BookMissing, type Config, plansOf, policyOf, settings, witnessesOf } from './config.ts'
import { openConsole } from './console-socket.ts'
import { concludeInterrupted, demoBrand, demoPlans, followTakers, startDemo } from './demo.ts'
import { drawKeysFolder, openDrawKeys, restoredTo } from './draw-keys.ts'
import { keysFolder } from './files.ts'
import type { SignSettings, TablePlan } from './floor/floor.ts'
import { type OpenFloor, openFloor } from './floor/open-floor.ts'
import { type HouseBooks, readHouseBooks } from './house-books.ts'
import { BadBrand, readIdlePictures, readMark } from './house-brand.ts'
import { houseKey, mustBeSharedKey } from './house-key.ts'
import { type CommitHistogram, commitHistogram } from './http/metrics.ts'
import { joinCluster } from './join-cluster.ts'
import { EntryDamaged, type Journal } from './journal/journal.ts'
import { observedJournal } from './journal/observed-journal.ts'
import { holdsJournal, openStore } from './journal/open-store.ts'
import { isBookFile } from './named-books.ts'
import { certificateOf, type OpenPorts, openPorts } from './network.ts'
import { digestOfProgram, versionOfProgram } from './program/manifest.ts'
import { type DrawSources, houseKeyMaterial } from './secrets/key-material.ts'
import {
  type EffectiveConfiguration,
  effectiveConfiguration,
  noteStop,
  recordStart,
  selfCheckOf,
} from './service-record.ts'
import { demoProblem, type OpenedTable, setupProblem } from './setups.ts'
import { openSigningKey } from './signing-key-file.ts'

export type Service = Omit<OpenPorts, 'close'> & { floor: OpenFloor; stop: () => Promise<void> }

/** `checksItself`: the program is compared with its manifest before a port is open. */
type Starting = { config: Config; checksItself: boolean }

/** Starts the service: journal, tables, ports, wheels; in the demonstration an automatic dealer too. */
export async function startService(config: Config, { checksItself = false } = {}): Promise<Service> {
  mustBeRecordable('this machine', realTime.wall())
  const books = readHouseBooks(config)
  mustBePlans(config, books)
  const sign = signOf(config)
  const losses = new Relay<string | null>()
  const store = await openStore(config.store || config.data, {
    retryForMs: config.storeSeconds * 1_000,
    onLost: (why) => losses.send(why),
  })
  const commits = commitHistogram()
  const journal = observedJournal(store, (outcome, ms) => commits.observe({ outcome }, ms / 1_000))
  try {
    return await serveFrom({ config, checksItself }, sign, books, { journal, commits }, losses)
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** Throws before any resource is opened. A book that a table lacks may be in an existing journal. */
function mustBePlans(config: Config, books: HouseBooks): void {
  try {
    if (!config.demo) plansOf(config, books.named)
  } catch (error) {
    if (!(error instanceof BookMissing && holdsJournal(config.store || config.data))) throw error
  }
}

/** Plans the tables. If the file of a book is gone, the journal of the table has its rules. */
function planTables(config: Config, books: HouseBooks, first: ReadonlyMap<string, OpenedTable>): TablePlan[] {
  if (config.demo) return demoPlans(config.speed, books.demo)
  return plansOf(config, (name, table) => books.named(name) ?? carriedBook(first.get(table), name, books.known))
}

function carriedBook(first: OpenedTable | undefined, name: string, known: KnownBooks): Book | undefined {
  if (!first || !(isBookFile(name) || first.ruleBook.id === name)) return undefined
  return describeRules(known, first.ruleBook)
}

/** Keeps messages until a receiver is set. */
class Relay<T> {
  #missed: T[] = []
  #take: ((message: T) => void) | null = null

  send(message: T): void {
    if (this.#take) this.#take(message)
    else this.#missed.push(message)
  }

  connect(take: (message: T) => void): void {
    this.#take = take
    for (const message of this.#missed.splice(0)) take(message)
  }
}

/** The steps of a start, in the order in which `docs/architecture.md` describes them. */
async function serveFrom(
  { config, checksItself }: Starting,
  sign: SignSettings,
  books: HouseBooks,
  { journal, commits }: { journal: Journal; commits: CommitHistogram },
  losses: Relay<string | null>,
): Promise<Service> {
  const certificate = certificateOf(config)
  const { damaged, plans } = await checkJournal(config, books, journal)
  const keys = await readHouseKeys(config, journal)
  const node = await joinCluster(config, journal, keys.houseKey, certificate)
  const configuration = effectiveConfiguration(config, books.known)
  const opening = { damaged, keys, node, books: books.known, sign, configuration }
  const floor = await openTables(config, plans, journal, opening)
  losses.connect((why) => floor.alarms.raise(lossAlarm(why)))
  await recordStart(config, configuration, floor, node !== null)
  if (checksItself) await floor.selfCheck.runOfService()
  const stopDemo = config.demo ? await startDemo(floor, config.speed, node !== null) : () => {}
  const ports = await openPorts(config, floor, certificate, {
    figures: node && (() => node.figures),
    commits,
    backups: () => readBackupMark(config.data),
  })
  const closeConsole = await openConsoleOrWarn(config, floor, keys.folder, ports.app)
  await hearWheels(config, plans, floor, node, ports.address)
  return {
    ...ports,
    floor,
    async stop() {
      stopDemo()
      await node?.leave()
      await closeConsole()
      await ports.close()
      await node?.close()
      noteStop(config, floor, node !== null)
      await floor.close()
    },
  }
}

/** `damaged`: tables whose first entry is damaged, with the reason. */
type CheckedJournal = { damaged: ReadonlyMap<string, string>; plans: readonly TablePlan[] }

/** Refuses a journal that this version cannot read, or that the configuration does not fit, and leaves it unchanged. */
async function checkJournal(config: Config, books: HouseBooks, journal: Journal): Promise<CheckedJournal> {
  const { damaged, first } = await firstEntries(journal)
  const plans = planTables(config, books, first)
  const sound = plans.filter(({ id }) => !damaged.has(id))
  const problem = (config.demo ? await demoProblem(plans, journal) : null) ?? setupProblem(sound, first, books.known)
  if (problem) throw new BadConfig(problem)
  return { damaged, plans }
}

type FirstEntries = { damaged: Map<string, string>; first: Map<string, OpenedTable> }

async function firstEntries(journal: Journal): Promise<FirstEntries> {
  const tables = (await journal.streams()).filter(isTableStream)
  const [damaged, first] = [new Map<string, string>(), new Map<string, OpenedTable>()]
  for (const table of tables)
    try {
      const stored = await entryAt(journal, table, 1)
      if (!stored) continue
      mustKnowFormat(stored)
      const entry = readTableEntry(stored.body)
      if ('opened' in entry) first.set(table, entry)
    } catch (error) {
      if (!(error instanceof EntryDamaged)) throw error
      damaged.set(table, error.message)
    }
  return { damaged, first }
}

type Keys = { folder: string; houseKey: Uint8Array; draws: DrawSources }

/** Reads the house key and the draw keys, or makes them for a new house. Makes the data folder if it is missing. */
async function readHouseKeys({ data, store, houseKeyFile }: Config, journal: Journal): Promise<Keys> {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const { seq } = await journal.last(HOUSE)
  const key = houseKey(data, seq === 0, houseKeyFile || undefined)
  await mustBeSharedKey(journal, key)
  const drawKeys = await openDrawKeys(drawKeysFolder(data, store, houseKeyFile), journal)
  const draws = { drawKeys, restoredTo: await restoredTo(journal) }
  return { folder: keysFolder(data, houseKeyFile), houseKey: key, draws }
}

type Opening = {
  damaged: ReadonlyMap<string, string>
  keys: Keys
  node: JoinedNode | null
  books: KnownBooks
  sign: SignSettings
  configuration: EffectiveConfiguration
}

/** Opens the house and every table from the journal, without ports. */
async function openTables(
  config: Config,
  plans: readonly TablePlan[],
  journal: Journal,
  { damaged, keys, node, books, sign, configuration }: Opening,
): Promise<OpenFloor> {
  try {
    return await openFloor({
      journal,
      keyMaterial: houseKeyMaterial(keys.houseKey, keys.draws),
      ...(node ? { among: node.among } : {}),
      plans,
      books,
      onlyInForce: !config.demo && !config.outOfForce,
      ticketMax: config.ticketMax as Cents,
      policy: policyOf(config),
      selfCheck: selfCheckOf(config, configuration, node !== null),
      sign,
      unavailable: damaged,
      signer: (onRecord) => openSigningKey(keys.folder, onRecord, config.signsAs || null),
      ...witnessesOf(config),
    })
  } catch (error) {
    // The node's open port would keep the process alive.
    await node?.close()
    throw error
  }
}

const lossAlarm = (why: string | null): Raised =>
  why === null ? { table: null, alarm: 'journal-found' } : { table: null, alarm: 'journal-lost', why }

/** Opens the console. If that fails, the service runs without it. */
async function openConsoleOrWarn(
  { data }: Config,
  floor: OpenFloor,
  keys: string,
  { log }: FastifyInstance,
): Promise<() => Promise<void>> {
  try {
    return await openConsole(data, floor, keys)
  } catch (error) {
    log.warn(`staff cannot be managed at the console while the service runs: ${(error as Error).message}`)
    return async () => {}
  }
}

/**
 * Connects wheels last: interrupted rounds are concluded and the ports are open. A node reads the wheels of its own
 * tables.
 */
async function hearWheels(
  config: Config,
  plans: readonly TablePlan[],
  floor: OpenFloor,
  node: JoinedNode | null,
  address: string,
): Promise<void> {
  const wheels = new Map(plans.flatMap(({ id, wheel }) => (wheel ? [[id, wheel] as const] : [])))
  if (!node) {
    const connect = (table: string) => {
      const wheel = wheels.get(table)
      if (wheel) floor.connectWheel(table, wheel())
    }
    for (const table of wheels.keys()) connect(table)
    if (config.demo) followTakers(floor, { connect, disconnect: floor.disconnectWheel })
    return
  }
  await node.begin({
    floor,
    address: config.advertise || address,
    wheels,
    // A stopped table has an alarm of its own.
    onOwned: (room) => void (config.demo && concludeInterrupted(floor, room).catch(() => {})),
  })
}

/** Reads the files of the brand before any resource is opened. The demonstration has its own brand by default. */
function signOf(config: Config): SignSettings {
  const { timeZone, gamingDayStart, reminderMinutes, currency, folder } = config
  const { operatorName: operator, houseAddress: address, ticketText, saferGambling } = config
  const { showOdds: odds, showHotAndCold: hotAndCold, showStakes: stakes, showLab: lab } = config
  const shows = { odds, hotAndCold, stakes, lab }
  const shown = config.demo ? { odds: true, hotAndCold: true, stakes: true, lab: true } : shows
  try {
    const own = {
      name: config.houseName,
      accentColour: config.accentColour,
      feltColour: config.feltColour,
      mark: readMark(config.houseMark, folder),
    }
    const hasNone = own.mark === '' && own.accentColour === '' && own.feltColour === '' && own.name === PLAIN_NAME
    const brand = config.demo && hasNone ? demoBrand : own
    const pictures = readIdlePictures(config.idlePictures, folder)?.names ?? []
    const idle = pictures.map((name) => `/idle/${name}`)
    return {
      ...brand,
      operator,
      address,
      ticketText,
      saferGambling,
      shows: shown,
      timeZone,
      gamingDayStart,
      reminderMinutes,
      currency,
      ...programOnScreens(),
      idle,
    }
  } catch (error) {
    if (error instanceof BadBrand) throw new BadConfig(error.message)
    throw error
  }
}

const programOnScreens = () => ({ version: versionOfProgram(), digest: digestOfProgram() })

const PLAIN_NAME = settings.houseName.value
