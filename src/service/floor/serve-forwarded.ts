import type { RemoteCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { StreamElsewhere } from '../stream/stream.ts'
import { giveDemoCredits } from './demo-seat.ts'
import type { Forwarded } from './elsewhere.ts'
import { type Floor, noTable } from './floor.ts'
import { foreseeCommand } from './foresee-command.ts'
import { giveCommand } from './give-command.ts'
import { fundsAt } from './meter-desk.ts'
import { problem, type Reply } from './reply.ts'
import { issueTicket, redeemTicket } from './ticket-desk.ts'

/**
 * Answers another node's request about a table that this node owns. The caller is looked up in this node's state of the
 * house, which the entry will name.
 */
export async function serveForwarded(floor: Floor, table: string, request: Forwarded): Promise<Reply> {
  const room = floor.rooms.get(table)
  if (!room) return noTable(floor, table)
  // The table may have moved meanwhile: the asking node finds its new owner.
  if (room.table.role === 'follower') throw new StreamElsewhere(table)
  if (request.ask === 'funds') return { done: fundsAt(room.table, request.player) }
  if (request.ask === 'demo-credits') return giveDemoCredits(room, request.player)
  const who = callerOf(floor.house.settled.state, request.who, floor.presence)
  if (!who) return problem('unauthenticated', 'invalid or expired token')
  return serveFor(floor, who, table, request)
}

type CallerRequest = Exclude<Forwarded, { player: string }>

function serveFor(floor: Floor, who: RemoteCaller, table: string, request: CallerRequest): Promise<Reply> {
  if (request.ask === 'command') return giveCommand(floor, who, table, request.value)
  if (request.ask === 'foresight') return foreseeCommand(floor, who, table, request.value)
  if (request.ask === 'ticket-in') return redeemTicket(floor, who, { number: request.number }, request.id)
  if (who.kind !== 'terminal') throw new Error('only a terminal takes a ticket at its table')
  return issueTicket(floor, who, request.amount, request.id)
}
