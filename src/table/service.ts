import type { FastifyInstance } from 'fastify'
import { HOUSE } from '../house/state.ts'
import { isReadable } from '../record/readable.ts'
import { BadConfig, type Config, plansOf } from './config.ts'
import { addDemoStaff, concludeInterrupted, dealAutomatically } from './demo.ts'
import { defaultDoors } from './doors/door-options.ts'
import { openDoors } from './doors/http.ts'
import { hostname } from './doors/origins.ts'
import type { TablePlan } from './floor/floor.ts'
import { type OpenFloor, openFloor } from './floor/open-floor.ts'
import { houseKey } from './house-key.ts'
import type { Journal } from './journal/journal.ts'
import { sqliteJournal } from './journal/sqlite.ts'
import { houseMeans } from './means/means.ts'
import { demoProblem, setupProblem, setupWarnings } from './setups.ts'

export type Service = { address: string; floor: OpenFloor; app: FastifyInstance; stop: () => Promise<void> }

/** The whole service: journal, floor, doors; in the demonstration an automatic dealer too. */
export async function startService(config: Config): Promise<Service> {
  const plans = plansOf(config)
  const journal = await sqliteJournal(config.data)
  return serveFrom(config, plans, journal).catch(async (error) => {
    await journal.close()
    throw error
  })
}

const READ_AT_ONCE = 500

/** A journal that this version cannot read is left alone: nothing is written beside what is not understood. */
async function mustBeReadable(journal: Journal): Promise<void> {
  const tables = (await journal.streams()).filter((stream) => stream !== HOUSE)
  for (const table of tables)
    for (let from = 1; ; from += READ_AT_ONCE) {
      const page = await journal.read(table, from, READ_AT_ONCE)
      if (isReadable(table, page) || page.length === 0) break
    }
}

async function serveFrom(config: Config, plans: readonly TablePlan[], journal: Journal): Promise<Service> {
  await mustBeReadable(journal)
  const later: (() => void)[] = []
  let log: FastifyInstance['log'] | undefined
  const problem = (config.demo ? await demoProblem(plans, journal) : null) ?? (await setupProblem(plans, journal))
  if (problem) throw new BadConfig(problem)
  const { seq } = await journal.last(HOUSE)
  const floor = await openFloor({
    journal,
    means: houseMeans(houseKey(config.data, seq === 0)),
    plans,
    onlyInForce: !config.demo && !config.outOfForce,
    onAlarm: (alarm) => log?.warn(alarm, 'alarm'),
  })
  if (config.demo) {
    await addDemoStaff(floor)
    later.push(dealAutomatically(floor, config.speed))
    for (const room of floor.rooms.values()) await concludeInterrupted(room)
  }
  const app: FastifyInstance = await openDoors(floor, {
    ...defaultDoors,
    demo: config.demo,
    origins: config.origins,
    hosts: [...config.publicHosts, hostname(config.host) ?? config.host],
    proxies: config.proxies,
    secureCookies: config.secureCookies,
    requestsPerMinute: config.requestsPerMinute,
    ws: { ...defaultDoors.ws, commandsPerSecond: config.commandsPerSecond },
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
  })
  log = app.log
  for (const warning of await setupWarnings(floor)) log.warn(warning)
  const address = await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await app.close()
    throw error
  })
  // Wheels are heard only when what a stop left behind is concluded and the doors are open.
  for (const { id, wheel } of plans) if (wheel) floor.connectWheel(id, wheel())
  return {
    address,
    floor,
    app,
    async stop() {
      for (const end of later) end()
      await app.close()
      await floor.close()
    },
  }
}
