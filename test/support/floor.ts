import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { StaffCaller, TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import type { StaffRole } from '../../src/house/roles.ts'
import { ReportingDesk } from '../../src/service/figures/reporting-desk.ts'
import type { Floor } from '../../src/service/floor/floor.ts'
import { openFloor } from '../../src/service/floor/open-floor.ts'
import { openHttp } from '../../src/service/http/http.ts'
import { defaultHttpOptions } from '../../src/service/http/http-options.ts'
import type { EntryLoan } from '../../src/service/journal/journal.ts'
import type { Listener } from '../../src/service/publishing/listeners.ts'
import type { Publisher } from '../../src/service/publishing/publisher.ts'
import { freshToken, tokenHash } from '../../src/service/secrets/key-material.ts'
import { askHouse } from '../../src/service/stream/house-stream.ts'
import type { Audience } from '../../src/wire/messages.ts'
import { memoryJournal } from './memory-journal.ts'
import { somePin, testKeyMaterial } from './secrets.ts'
import { Follower, type Message } from './service.ts'
import { asJson, HeldJournal, now, quietPlans } from './stream.ts'

/** For the tests of the floor: somebody who listens to a table, and a floor whose disk can be held up. */

/** A listener that applies the changes it receives. */
export class Ear implements Listener {
  readonly audience: Audience
  readonly player: string | null
  readonly heard: Message[] = []
  follower = new Follower()

  constructor(audience: Audience, player: string | null = null) {
    this.audience = audience
    this.player = player
  }

  send = (message: Buffer | string): void => {
    const told = JSON.parse(String(message)) as Message
    this.heard.push(told)
    this.follower.hear(told)
  }
}

export const freshView = (publisher: Publisher, ear: Ear): unknown => asJson(publisher.viewFor(ear))

/** A member of staff who is signed in. */
export async function staffSignedIn(
  floor: Floor,
  role: StaffRole,
  { badge = role as string, token = freshToken(floor.keyMaterial.chance) } = {},
): Promise<StaffCaller> {
  const pin = somePin(floor.keyMaterial)
  const session = tokenHash(token)
  await askHouse(floor.house, { do: 'add-staff', badge, name: 'Dana', role, pin, by: { console: 'demo' } })
  await askHouse(floor.house, {
    do: 'sign-in',
    badge,
    session,
    station: session,
    mark: 'none',
    by: { system: 'service' },
  })
  return callerOf(floor.house.settled.state, session, floor.presence) as StaffCaller
}

/** A floor with an HTTP API on a store that can be delayed, and a player at a terminal of the ETG table. */
export async function heldFloor(store = memoryJournal()) {
  const held = new HeldJournal(store)
  const floor = await openFloor({ journal: held.journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
  const clock = { now: 0 }
  const app = await openHttp(floor, { ...defaultHttpOptions, requestsPerMinute: 1_000_000, clock: () => clock.now })
  onTestFinished(() => app.close())
  const token = freshToken(floor.keyMaterial.chance)
  const seat = { do: 'add-demo-terminal', table: 'etg', credential: tokenHash(token), by: { system: 'demo' } } as const
  await askHouse(floor.house, seat)
  const who = callerOf(floor.house.settled.state, tokenHash(token), floor.presence) as TerminalCaller
  const host = (table: string) => floor.rooms.get(table)!.table
  const get = (url: string) => asked(app, 'GET', url, token)
  const post = (url: string, payload: object) => asked(app, 'POST', url, token, payload)
  return { held, floor, app, clock, host, get, post, who, token }
}

async function asked(app: FastifyInstance, method: 'GET' | 'POST', url: string, token: string, payload?: object) {
  const response = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

/** The thread for figures, reports and exports of a journal, until the test is over. */
export function reportingDesk(journal: EntryLoan): ReportingDesk {
  const brand = { name: '', mark: '', feltColour: '' }
  const desk = new ReportingDesk(journal, () => ({ books: [], key: new Uint8Array(32), brand }))
  onTestFinished(() => desk.end())
  return desk
}
