import { createHash } from 'node:crypto'
import type { Decided } from './decision.ts'
import type { HouseEvent, PinHash } from './events.ts'
import { type Chance, keyedHash, type Means } from './means.ts'
import { addStaff, signIn } from './people.ts'
import { checkPin } from './pins.ts'
import { type Principal, principalOf, type StaffPrincipal, type TerminalPrincipal } from './principals.ts'
import { type HouseRefusal, isHouseRefusal } from './refusals.ts'
import type { StaffRole } from './roles.ts'
import { evolveHouse, freshHouse, type HouseState } from './state.ts'
import { addDemoTerminal } from './terminals.ts'
import { after } from './time.ts'
import { turnstile } from './turnstile.ts'

/** For the tests: chance that repeats itself from a seed, quick PINs, and a house that journals into a list. */
export const START = '2026-03-01T04:00:00.000Z'

export function chanceFrom(seed: string): Chance {
  let count = 0
  return {
    bytes: (length) => {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
        createHash('sha256').update(`${seed} ${count++}`).digest(),
      )
      return Buffer.concat(blocks).subarray(0, length)
    },
  }
}

export const testMeans = (seed = 'seed'): Means => ({
  chance: chanceFrom(seed),
  key: Buffer.alloc(32, 7),
  pinCost: { N: 2, r: 1, p: 1 },
  pinTurns: turnstile(2, 1_000),
})

export const console: Principal = { kind: 'console', name: 'root' }

/** Any hash will do where nobody signs in. */
export const somePin = (means: Means): PinHash => ({
  ...means.pinCost,
  scheme: 'scrypt',
  salt: '',
  hash: keyedHash(means, 'some pin').toString('base64'),
})

export class TestHouse {
  state: HouseState = freshHouse()
  readonly journal: HouseEvent[] = []
  readonly means: Means
  now = START

  constructor(means = testMeans()) {
    this.means = means
  }

  wait(milliseconds: number): void {
    this.now = after(this.now, milliseconds)
  }

  record(events: readonly HouseEvent[]): void {
    // What goes to the journal comes back as JSON.
    for (const event of JSON.parse(JSON.stringify(events)) as HouseEvent[]) {
      this.journal.push(event)
      this.state = evolveHouse(this.state, event)
    }
  }

  /** Journals what was decided; a refusal changes nothing. */
  decided<Result>(decision: Decided<Result>): Result | HouseRefusal {
    if (!isHouseRefusal(decision)) this.record(decision.events)
    return decision
  }

  /** The same where no refusal is expected. */
  done<Result>(decision: Decided<Result>): Result {
    const result = this.decided(decision)
    if (isHouseRefusal(result as object)) throw new Error(`Refused: ${JSON.stringify(result)}`)
    return result as Result
  }

  add(badge: string, role: StaffRole, pin = somePin(this.means)): void {
    this.done(addStaff(this.state, { badge, name: `Name of ${badge}`, role, pin }, console, this.now))
  }

  async signIn(badge: string, pin: string) {
    const check = await checkPin(this.state, badge, pin, this.means)
    if (isHouseRefusal(check)) return { refusal: check }
    const tried = signIn(this.state, check, this.now, this.means)
    this.record(tried.events)
    return tried
  }

  who(token: string): Principal | null {
    return principalOf(this.state, token, this.now)
  }

  terminal(table = 'one'): TerminalPrincipal {
    return this.done(addDemoTerminal(this.state, { table }, this.now, this.means)).principal
  }
}

export const staffAs = (role: StaffRole, badge = role): StaffPrincipal => ({
  kind: 'staff',
  badge,
  name: `Name of ${badge}`,
  role,
  credential: 'none',
})
