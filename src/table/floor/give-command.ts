import { type Command, type CommandOf, isProblem, leastFor, readCommand } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import type { HouseRefusal } from '../../house/house-refusals.ts'
import {
  actorOf,
  askedBy,
  byOf,
  closedRefusal,
  mayNotCommand,
  notItsOwn,
  type StaffPrincipal,
  type TerminalPrincipal,
} from '../../house/principals.ts'
import { isOwnId } from '../../house/tickets.ts'
import { bookOf, refuseOnRecord } from '../stream/table-stream.ts'
import { deciderOf, type Floor, noTable, type Reply, type Room } from './floor.ts'
import { refuse } from './refuse.ts'
import { faultReply, refusedReply, replyTo } from './replies.ts'
import { issueTicket } from './ticket-desk.ts'

type Known = StaffPrincipal | TerminalPrincipal

const ownId = { problem: "an id that begins with ticket-in- or ticket-out- is the service's own", field: 'id' }

/** A command from somebody whom the service knows. */
export function giveCommand(floor: Floor, who: Known, table: string, value: unknown): Promise<Reply> {
  try {
    return giveAsked(floor, who, table, value)
  } catch (error) {
    return Promise.reject(error)
  }
}

function giveAsked(floor: Floor, who: Known, table: string, value: unknown): Promise<Reply> {
  const room = floor.rooms.get(table)
  if (!room) return Promise.resolve(noTable(floor, table))
  const command = readCommand(value)
  if (isProblem(command)) return Promise.resolve({ status: 400, body: command })
  if (command.id !== undefined && isOwnId(command.id)) return Promise.resolve({ status: 400, body: ownId })
  const decider = deciderOf(floor, room.table)
  if (decider) return decider.ask(table, { ask: 'command', who: who.credential, value })
  return giveAt(floor, room, who, command)
}

function giveAt(floor: Floor, room: Room, who: Known, asked: Command): Promise<Reply> {
  const actor = actorOf(askedBy(who))
  const refusal = refusalFor(floor, room, who, asked)
  const command = commandOf(who, asked)
  if (refusal) return bar(floor, room, command, actor, who, refusal).catch(replyToFault)
  if (isTicket(who, asked)) return issueTicket(floor, who, { amount: asked.amount }, asked.id).catch(replyToFault)
  return room.table.submit(command, actor).then(replyTo, replyToFault)
}

/** What the store's failing comes to; any other fault is for the door. */
function replyToFault(error: unknown): Reply {
  const reply = faultReply(error)
  if (reply) return reply
  throw error
}

/** Credits leave a terminal as a ticket. */
const isTicket = (who: Known, asked: Command): asked is CommandOf<'cash-out'> =>
  who.kind === 'terminal' && asked.do === 'cash-out'

/** Who it is, the service knows; what a message says of it does not matter. A person is never the wheel. */
export function commandOf(who: Known, asked: Command): Command {
  const by = byOf(who) ?? { role: 'player', name: actorOf(askedBy(who)) }
  if (asked.do === 'ball-at-rest' || asked.do === 'spin') return { ...asked, source: 'dealer', by } as Command
  return { ...asked, by } as Command
}

/** By what the house has on disk, which the entry names; a terminal that closes is closed at once. */
export function refusalFor({ house }: Floor, { plan, table }: Room, who: Known, asked: Command): HouseRefusal | null {
  if (who.kind === 'terminal' && isTicket(who, asked)) return notItsOwn(who, plan.id, asked)
  const refusal = mayNotCommand(house.settled.state, who, plan.id, asked, leastFor(asked.do, bookOf(table.settled)))
  if (refusal || who.kind !== 'terminal') return refusal
  return house.consider(({ state }) => closedRefusal(state, who))
}

/** Every refusal for lack of authority is journalled: with the table where the position is too low. */
async function bar(
  floor: Floor,
  { table }: Room,
  command: Command,
  actor: string,
  who: Known,
  refusal: HouseRefusal,
): Promise<Reply> {
  if (refusal.refused !== 'position-too-low') return refuse(floor, command.do, who, refusal)
  const onRecord = refuseOnRecord(refusal as Refusal)
  const { id: _, ...nameless } = command
  const answer = await table.record(command, actor, onRecord)
  // Nobody stays off the record by an id that they gave before.
  if ('refused' in answer && answer.refused !== refusal.refused)
    await table.record(nameless as Command, actor, onRecord)
  return refusedReply(refusal)
}
