import { readFileSync } from 'node:fs'
import { hostname as machineName } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Book } from '../books/rule-book.ts'
import type { Cents } from '../engine/money.ts'
import { HOUSE } from '../house/state.ts'
import { entryAt } from '../record/journal-reader.ts'
import { describeRules, type KnownBooks } from '../record/known-books.ts'
import { mustKnowFormat } from '../record/readable.ts'
import { readTableEntry } from '../record/table-entry.ts'
import type { Raised } from '../wire/alarm.ts'
import { JoinedNode } from './cluster/joined-node.ts'
import { openNodeClock } from './cluster/open-node-clock.ts'
import { mustBeReadByAll, nodeVersion } from './cluster/record-of-nodes.ts'
import { BadConfig, BookMissing, type Config, plansOf, witnessesOf } from './config.ts'
import { openConsole } from './console-socket.ts'
import { addDemoStaff, concludeInterrupted, dealAutomatically, demoPlans, followTakers } from './demo.ts'
import { keysFolder } from './files.ts'
import type { SignSettings, TablePlan } from './floor/floor.ts'
import { type OpenFloor, openFloor } from './floor/open-floor.ts'
import { type HouseBooks, isBookFile, readHouseBooks } from './house-books.ts'
import { houseKey, mustBeSharedKey } from './house-key.ts'
import type { Certificate } from './http/certificate.ts'
import { openHttp, openOperatorHttp } from './http/http.ts'
import { defaultHttpOptions, type HttpOptions } from './http/http-options.ts'
import { metricsOf } from './http/metrics.ts'
import { hostname } from './http/origins.ts'
import { EntryDamaged, type Journal } from './journal/journal.ts'
import { holdsJournal, openStore } from './journal/open-store.ts'
import { certificateOf, listenAt, opennessWarnings, renewalOf } from './network.ts'
import { houseKeyMaterial } from './secrets/key-material.ts'
import { demoProblem, type OpenedTable, setupProblem, setupWarnings } from './setups.ts'
import { openSigningKey } from './signing-key-file.ts'

export type Service = {
  address: string
  /** The operators' own port, if there is one. */
  operatorAddress: string | null
  floor: OpenFloor
  app: FastifyInstance
  /** Reads the certificate again; null where there is none. */
  renewCertificate: (() => void) | null
  stop: () => Promise<void>
}

/** Starts the service: journal, tables, ports, wheels; in the demonstration an automatic dealer too. */
export async function startService(config: Config): Promise<Service> {
  const books = readHouseBooks(config)
  mustBePlans(config, books)
  const losses = new Relay<string | null>()
  const journal = await openStore(config.store || config.data, {
    retryForMs: config.storeSeconds * 1_000,
    onLost: (why) => losses.send(why),
  })
  try {
    return await serveFrom(config, books, journal, losses)
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** Throws before anything is opened. Where a journal is, it may have the book that a table lacks. */
function mustBePlans(config: Config, books: HouseBooks): void {
  try {
    if (!config.demo) plansOf(config, books.named)
  } catch (error) {
    if (!(error instanceof BookMissing && holdsJournal(config.store || config.data))) throw error
  }
}

/** Plans the tables. Where the file of a book is gone, the journal of the table has its rules. */
function planTables(config: Config, books: HouseBooks, first: ReadonlyMap<string, OpenedTable>): TablePlan[] {
  if (config.demo) return demoPlans(config.speed, books.demo)
  return plansOf(config, (name, table) => books.named(name) ?? carriedBook(first.get(table), name, books.known))
}

function carriedBook(first: OpenedTable | undefined, name: string, known: KnownBooks): Book | undefined {
  if (!first || !(isBookFile(name) || first.ruleBook.id === name)) return undefined
  return describeRules(known, first.ruleBook)
}

/** Keeps messages until there is somebody to take them. */
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

/** The steps of a start, in the order in which `docs/architecture.md` walks through them. */
async function serveFrom(
  config: Config,
  books: HouseBooks,
  journal: Journal,
  losses: Relay<string | null>,
): Promise<Service> {
  const certificate = certificateOf(config)
  const { damaged, plans } = await checkJournal(config, books, journal)
  const keys = await readHouseKeys(config, journal)
  const node = await joinCluster(config, journal, keys.houseKey, certificate)
  const floor = await openTables(config, plans, journal, { damaged, keys, node, books: books.known })
  losses.connect((why) => floor.alarms.raise(lossAlarm(why)))
  const stopDemo = config.demo ? await startDemo(config, floor, node) : () => {}
  const ports = await openPorts(config, floor, node, certificate)
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
      await floor.close()
    },
  }
}

/** `damaged`: tables whose first entry is damaged, with the reason. */
type CheckedJournal = { damaged: ReadonlyMap<string, string>; plans: readonly TablePlan[] }

/** Refuses a journal that this version cannot read, or that the configuration does not fit: nothing is written to it. */
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
  const tables = (await journal.streams()).filter((stream) => stream !== HOUSE)
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

type Keys = { folder: string; houseKey: Uint8Array }

/** Reads the house key; makes it where the house is new. */
async function readHouseKeys({ data, houseKeyFile }: Config, journal: Journal): Promise<Keys> {
  const { seq } = await journal.last(HOUSE)
  const key = houseKey(data, seq === 0, houseKeyFile || undefined)
  await mustBeSharedKey(journal, key)
  return { folder: keysFolder(data, houseKeyFile), houseKey: key }
}

type Opening = { damaged: ReadonlyMap<string, string>; keys: Keys; node: JoinedNode | null; books: KnownBooks }

/** Opens the house and every table from the journal, without ports. */
async function openTables(
  config: Config,
  plans: readonly TablePlan[],
  journal: Journal,
  { damaged, keys, node, books }: Opening,
): Promise<OpenFloor> {
  try {
    return await openFloor({
      journal,
      keyMaterial: houseKeyMaterial(keys.houseKey),
      ...(node ? { among: node.among } : {}),
      plans,
      books,
      onlyInForce: !config.demo && !config.outOfForce,
      ticketMax: config.ticketMax as Cents,
      sign: signOf(config),
      shut: damaged,
      signer: (onRecord) => openSigningKey(keys.folder, onRecord, config.signsAs || null),
      witnesses: witnessesOf(config),
    })
  } catch (error) {
    // Its port for other nodes would keep the process alive.
    await node?.close()
    throw error
  }
}

const lossAlarm = (why: string | null): Raised =>
  why === null ? { table: null, alarm: 'journal-found' } : { table: null, alarm: 'journal-lost', why }

/** Staff and an automatic dealer; concludes rounds that a stop interrupted. Returns how to stop it. */
async function startDemo({ speed }: Config, floor: OpenFloor, node: JoinedNode | null): Promise<() => void> {
  await addDemoStaff(floor)
  const stop = dealAutomatically(floor, speed)
  if (!node) for (const room of floor.rooms.values()) await concludeInterrupted(floor, room)
  return stop
}

/** Opens the ports. The operators' port is first, so that it answers as soon as the service does. */
async function openPorts(
  config: Config,
  floor: OpenFloor,
  node: JoinedNode | null,
  certificate: Certificate | null,
): Promise<Omit<Service, 'floor' | 'stop'> & { close: () => Promise<void> }> {
  const metrics = metricsOf(floor, node && (() => node.figures))
  const options = httpOptions(config, certificate)
  const app: FastifyInstance = await openHttp(floor, options, metrics)
  const operators = config.adminPort > 0 ? await openOperatorHttp(floor, options, metrics) : null
  floor.alarms.follow((alarm) => app.log.warn(alarm, 'alarm'))
  for (const warning of [...(await setupWarnings(floor)), ...opennessWarnings(config)]) app.log.warn(warning)
  const closeApps = async () => {
    await app.close()
    await operators?.close()
  }
  try {
    const operatorAddress = operators ? await listenAt(operators, config, config.adminPort) : null
    const address = await listenAt(app, config, config.port)
    const renewal = renewalOf(config, [app, ...(operators ? [operators] : [])])
    const close = async () => {
      renewal?.stop()
      await closeApps()
    }
    return { address, operatorAddress, app, renewCertificate: renewal?.renew ?? null, close }
  } catch (error) {
    await closeApps()
    throw error
  }
}

/** The service runs without its console where that cannot be opened. */
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

/** Connects wheels last: interrupted rounds are concluded and the ports are open. A node hears those of its own tables. */
async function hearWheels(
  config: Config,
  plans: readonly TablePlan[],
  floor: OpenFloor,
  node: JoinedNode | null,
  address: string,
): Promise<void> {
  const wheels = new Map(plans.flatMap(({ id, wheel }) => (wheel ? [[id, wheel] as const] : [])))
  if (!node) {
    for (const [table, wheel] of wheels) floor.connectWheel(table, wheel())
    if (config.demo) letTakeOver(floor, plans)
    return
  }
  await node.begin({
    floor,
    address: config.advertise || address,
    wheels,
    // A table that stopped has an alarm of its own.
    onOwned: (room) => void (config.demo && concludeInterrupted(floor, room).catch(() => {})),
  })
}

/** Joins the cluster where the store allows several processes; null: this process is the whole house. */
async function joinCluster(
  config: Config,
  journal: Journal,
  key: Uint8Array,
  certificate: Certificate | null,
): Promise<JoinedNode | null> {
  const { leases } = journal
  if (!leases) return null
  const id = config.node || `${machineName()}-${process.pid}`
  if (!isNodeName(id))
    throw new BadConfig(`node cannot be ${JSON.stringify(id)}: letters, digits, dots and dashes, 64 at most`)
  mustBeReadByAll(await leases.roster())
  const shared = { ...journal, leases }
  const clock = await openNodeClock(shared, { limitMs: config.clockSeconds * 1_000 })
  return JoinedNode.open({
    id,
    journal: shared,
    clock,
    key,
    certificate,
    version: nodeVersion(versionOfThis()),
    host: config.nodeHost,
    port: config.nodePort,
  })
}

const versionOfThis = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

const isNodeName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** In the demonstration a dealer may take a table from the automatic one, and hand it back. */
function letTakeOver(floor: OpenFloor, plans: readonly TablePlan[]): void {
  const wheelOf = (table: string) => plans.find(({ id }) => id === table)?.wheel
  followTakers(floor, {
    connect(table) {
      const wheel = wheelOf(table)
      if (wheel) floor.connectWheel(table, wheel())
    },
    disconnect: floor.disconnectWheel,
  })
}

const signOf = ({ houseName, timeZone, accentColour, feltColour, reminderMinutes }: Config): SignSettings => ({
  name: houseName,
  timeZone,
  accentColour,
  feltColour,
  reminderMinutes,
})

const httpOptions = (config: Config, certificate: Certificate | null): HttpOptions => ({
  ...defaultHttpOptions,
  demo: config.demo,
  origins: config.origins,
  hosts: [...config.publicHosts, hostname(config.host) ?? config.host],
  proxies: config.proxies,
  secureCookies: config.secureCookies || certificate !== null,
  certificate,
  hasOperators: config.adminPort === 0,
  requestsPerMinute: config.requestsPerMinute,
  ws: {
    ...defaultHttpOptions.ws,
    commandsPerSecond: config.commandsPerSecond,
    socketsPerToken: config.socketsPerToken,
    socketsPerAddress: config.socketsPerAddress,
  },
  logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
})
