import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Allowance, Allowances } from './allowances.ts'
import type { FairTurns } from './fair-turns.ts'
import type { Visitors } from './visitors.ts'
import type { SocketHouse } from './ws.ts'

export type Arrivals = { visitors: Visitors; turns: FairTurns }

/** An address may fill up with sockets within so many seconds. */
const FILLS_WITHIN = 4
/** So often somebody who comes too soon waits before they are turned away. */
const WAITS_MAX = 8

/** Nobody has all the turns; who comes again and again waits; nobody has so many sockets without saying who they are. */
export function admission(
  { visitors, turns }: Arrivals,
  allowances: Allowances,
  { options, metrics }: Omit<SocketHouse, 'allowances'>,
) {
  const { socketsPerAddress, holdMs } = options
  const arrivals = new Allowances(socketsPerAddress / FILLS_WITHIN)
  const inTurn = (address: string) =>
    new Promise<boolean>((go) => void (turns.enter(address, () => go(true)) || go(false)))
  const admit = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const address = visitors.addressOf(raw)
    const isIn = (await hasTime(arrivals.ofAddress(address), socketsPerAddress, holdMs)) && (await inTurn(address))
    if (isIn && allowances.ofAddress(address).sockets < socketsPerAddress) return
    metrics.shownOut.inc()
    await reply.code(429).send({ problem: 'too many sockets' })
  }
  return { admit, sweep: () => arrivals.sweep() }
}

/** Waits until the address may have another; its sockets are those who wait. */
export async function hasTime(arrival: Allowance, waitingMax: number, holdMs: number): Promise<boolean> {
  if (arrival.sockets >= waitingMax) return false
  arrival.sockets++
  for (let wait = 0; wait < WAITS_MAX && !arrival.hasLeft; wait++) await setTimeout(holdMs)
  arrival.sockets--
  if (!arrival.hasLeft) return false
  arrival.spend(1)
  return true
}
