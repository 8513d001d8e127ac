import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Allowance, Allowances } from './allowances.ts'
import type { FairTurns } from './fair-turns.ts'
import type { Visitors } from './visitors.ts'
import type { SocketHouse } from './ws.ts'

export type Arrivals = { visitors: Visitors; turns: FairTurns }

/** An address may fill up with sockets within so many seconds. */
const FILLS_WITHIN = 4
/** From an address that was quiet as many come at once as else in a second, or so many; the others one after the other. */
const AT_ONCE_LEAST = 8
/** Who would have to wait for longer is turned away. */
const WAIT_MAX_MS = 4_000

/** Nobody has all the turns; who comes again and again waits; nobody has so many sockets without saying who they are. */
export function admission(
  { visitors, turns }: Arrivals,
  allowances: Allowances,
  { options, metrics }: Omit<SocketHouse, 'allowances' | 'sleep'>,
) {
  const { socketsPerAddress, holdMs } = options
  const perSecond = socketsPerAddress / FILLS_WITHIN
  const arrivals = new Allowances(perSecond, undefined, Math.max(AT_ONCE_LEAST, perSecond))
  const inTurn = (address: string) =>
    new Promise<boolean>((go) => void (turns.enter(address, () => go(true)) || go(false)))
  const admit = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const address = visitors.addressOf(raw)
    const isIn = (await hasTime(arrivals.ofAddress(address), holdMs)) && (await inTurn(address))
    if (isIn && allowances.ofAddress(address).sockets < socketsPerAddress) return
    metrics.shownOut.inc()
    await reply.code(429).send({ problem: 'too many sockets' })
  }
  return { admit, sweep: () => arrivals.sweep() }
}

/**
 * Waits until the address may have another. Each has its own moment, so that those who wait do not come all together; who
 * is turned away hears it a little later, so that whoever comes back at once comes less often.
 */
export async function hasTime(arrival: Allowance, holdMs: number): Promise<boolean> {
  const wait = arrival.untilLeft
  if (wait > WAIT_MAX_MS) return setTimeout(holdMs, false)
  arrival.spend(1)
  if (wait > 0) await setTimeout(wait)
  return true
}
