import { readFileSync } from 'node:fs'
import { hostname as machineName } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Cents } from '../engine/money.ts'
import { HOUSE } from '../house/state.ts'
import { mustKnowFormat } from '../record/readable.ts'
import type { Raised } from '../wire/alarm.ts'
import { JoinedNode } from './cluster/joined-node.ts'
import { openNodeClock } from './cluster/open-node-clock.ts'
import { mustBeReadByAll, nodeVersion } from './cluster/record-of-nodes.ts'
import { BadConfig, type Config, plansOf, witnessesOf } from './config.ts'
import { openConsole } from './console-socket.ts'
import { addDemoStaff, concludeInterrupted, dealAutomatically, followTakers } from './demo.ts'
import { keysFolder } from './files.ts'
import type { HouseSign, TablePlan } from './floor/floor.ts'
import { type OpenFloor, openFloor } from './floor/open-floor.ts'
import { houseKey, mustBeSharedKey } from './house-key.ts'
import type { Certificate } from './http/certificate.ts'
import { openHttp, openOperatorHttp } from './http/http.ts'
import { defaultHttpOptions, type HttpOptions } from './http/http-options.ts'
import { metricsOf } from './http/metrics.ts'
import { hostname } from './http/origins.ts'
import { EntryDamaged, type Journal } from './journal/journal.ts'
import { openStore } from './journal/open-store.ts'
import { certificateOf, listenAt, opennessWarnings, renewalOf } from './network.ts'
import { houseMeans } from './secrets/key-material.ts'
import { demoProblem, setupProblem, setupWarnings } from './setups.ts'
import { openSigningKey } from './signing-key-file.ts'

export type Service = {
  address: string
  /** Where operators ask, if that is a port of their own. */
  operatorAddress: string | null
  floor: OpenFloor
  app: FastifyInstance
  /** Reads the certificate again; null where there is none. */
  renewCertificate: (() => void) | null
  stop: () => Promise<void>
}

/** The whole service: journal, floor, doors; in the demonstration an automatic dealer too. */
export async function startService(config: Config): Promise<Service> {
  const plans = plansOf(config)
  let lost: (why: string | null) => void = () => {}
  const journal = await openStore(config.store || config.data, {
    retryForMs: config.storeSeconds * 1_000,
    onLost: (why) => lost(why),
  })
  const heed = (listener: typeof lost): void => {
    lost = listener
  }
  return serveFrom(config, plans, journal, heed).catch(async (error) => {
    await journal.close()
    throw error
  })
}

const lossAlarm = (why: string | null): Raised =>
  why === null ? { table: null, alarm: 'journal-found' } : { table: null, alarm: 'journal-lost', why }

/**
 * A journal that this version cannot read is left alone: nothing is written beside what is not understood. Tables whose
 * first entries are damaged are told, with the reason.
 */
async function damagedTables(journal: Journal): Promise<Map<string, string>> {
  const tables = (await journal.streams()).filter((stream) => stream !== HOUSE)
  const damaged = new Map<string, string>()
  for (const table of tables)
    try {
      for (const first of await journal.read(table, 1, 1)) mustKnowFormat(first)
    } catch (error) {
      if (!(error instanceof EntryDamaged)) throw error
      damaged.set(table, error.message)
    }
  return damaged
}

async function serveFrom(
  config: Config,
  plans: readonly TablePlan[],
  journal: Journal,
  heedLoss: (listener: (why: string | null) => void) => void,
): Promise<Service> {
  const certificate = certificateOf(config)
  const witnesses = witnessesOf(config)
  const shut = await damagedTables(journal)
  const sound = plans.filter(({ id }) => !shut.has(id))
  const later: (() => void)[] = []
  let log: FastifyInstance['log'] | undefined
  const problem = (config.demo ? await demoProblem(plans, journal) : null) ?? (await setupProblem(sound, journal))
  if (problem) throw new BadConfig(problem)
  const { seq } = await journal.last(HOUSE)
  const keys = keysFolder(config.data, config.houseKeyFile)
  const key = houseKey(config.data, seq === 0, config.houseKeyFile || undefined)
  await mustBeSharedKey(journal, key)
  const joined = await joinedBy(config, journal, key, certificate)
  const floor = await openFloor({
    journal,
    means: houseMeans(key),
    ...(joined ? { among: joined.among } : {}),
    plans,
    onlyInForce: !config.demo && !config.outOfForce,
    ticketMax: config.ticketMax as Cents,
    sign: signOf(config),
    shut,
    onAlarm: (alarm) => log?.warn(alarm, 'alarm'),
    signer: (onRecord) => openSigningKey(keys, onRecord, config.signsAs || null),
    witnesses,
  }).catch((error) => leaveUnopened(joined, error))
  heedLoss((why) => floor.alarms.raise(lossAlarm(why)))
  if (config.demo) {
    await addDemoStaff(floor)
    later.push(dealAutomatically(floor, config.speed))
    if (!joined) for (const room of floor.rooms.values()) await concludeInterrupted(floor, room)
  }
  const metrics = metricsOf(floor, joined && (() => joined.figures))
  const options = doorOptions(config, certificate)
  const app: FastifyInstance = await openHttp(floor, options, metrics)
  const operators = config.adminPort > 0 ? await openOperatorHttp(floor, options, metrics) : null
  log = app.log
  for (const alarm of floor.alarms.list) log.warn(alarm, 'alarm')
  for (const warning of [...(await setupWarnings(floor)), ...opennessWarnings(config)]) log.warn(warning)
  const close = async () => {
    await app.close()
    await operators?.close()
  }
  const addresses = await listenOn(config, app, operators).catch(async (error) => {
    await close()
    throw error
  })
  const renewal = renewalOf(config, [app, ...(operators ? [operators] : [])])
  const shutConsole = await openConsole(config.data, floor, keys).catch((error: Error) => {
    log?.warn(`staff cannot be managed at the console while the service runs: ${error.message}`)
    return async () => {}
  })
  // Wheels are heard only when what a stop left behind is concluded and the doors are open.
  const wheels = new Map(plans.flatMap(({ id, wheel }) => (wheel ? [[id, wheel] as const] : [])))
  if (!joined) for (const [table, wheel] of wheels) floor.connectWheel(table, wheel())
  await joined?.begin({
    floor,
    address: config.advertise || addresses.address,
    wheels,
    // A table that stopped has an alarm of its own.
    onOwned: (room) => void (config.demo && concludeInterrupted(floor, room).catch(() => {})),
  })
  if (config.demo && !joined) letTakeOver(floor, plans)
  return {
    ...addresses,
    floor,
    app,
    renewCertificate: renewal?.renew ?? null,
    async stop() {
      for (const end of later) end()
      renewal?.stop()
      await joined?.leave()
      await shutConsole()
      await close()
      await joined?.close()
      await floor.close()
    },
  }
}

/** Opens the operators' port first, so that it answers as soon as the service does. */
async function listenOn(config: Config, app: FastifyInstance, operators: FastifyInstance | null) {
  const operatorAddress = operators ? await listenAt(operators, config, config.adminPort) : null
  return { address: await listenAt(app, config, config.port), operatorAddress }
}

/** Where several processes may have the store, this one is a node of the house; null: it is the whole house. */
async function joinedBy(
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

/** What listens for other nodes would keep a process that cannot start. */
async function leaveUnopened(joined: JoinedNode | null, error: unknown): Promise<never> {
  await joined?.close()
  throw error
}

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

const signOf = ({ houseName, timeZone, accentColour, feltColour, reminderMinutes }: Config): HouseSign => ({
  name: houseName,
  timeZone,
  accentColour,
  feltColour,
  reminderMinutes,
})

const doorOptions = (config: Config, certificate: Certificate | null): HttpOptions => ({
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
