import { type Command, isProblem, leastFor, readCommand } from '../../engine/language.ts'
import { actorOf, callerId, type RemoteCaller, tableBy } from '../../house/caller.ts'
import { stillHere } from '../../house/find-caller.ts'
import {
  type HouseRefusal,
  isLackOfAuthority,
  isPositionTooLow,
  refuse as refuseByHouse,
} from '../../house/house-refusals.ts'
import { closedRefusal, mayNotCommand } from '../../house/permissions.ts'
import { isOwnId } from '../../house/tickets.ts'
import type { TableMemory } from '../../record/table-memory.ts'
import { barredOutcome, bookOf, isBarred, type TableCheck } from '../stream/table-stream.ts'
import { deciderOf, type Floor, noTable, type Room } from './floor.ts'
import { refuseOnRecord } from './refuse.ts'
import { faultReply, type Reply, replyTo } from './reply.ts'
import { cashOutByTicket } from './ticket-desk.ts'

const ownId = { problem: "an id that begins with ticket-in- or ticket-out- is the service's own", field: 'id' }

/** Gives a caller's command to a table. */
export function giveCommand(floor: Floor, caller: RemoteCaller, table: string, value: unknown): Promise<Reply> {
  try {
    return giveValue(floor, caller, table, value).catch(replyToFault)
  } catch (error) {
    return Promise.reject(error)
  }
}

function giveValue(floor: Floor, caller: RemoteCaller, table: string, value: unknown): Promise<Reply> {
  const room = floor.rooms.get(table)
  if (!room) return Promise.resolve(noTable(floor, table))
  const command = readCommand(value)
  if (isProblem(command)) return Promise.resolve({ problem: 'malformed', body: command })
  if (command.id !== undefined && isOwnId(command.id)) return Promise.resolve({ problem: 'malformed', body: ownId })
  if (caller.kind === 'terminal' && command.do === 'cash-out') return cashOutByTicket(floor, caller, table, command)
  const decider = deciderOf(floor, room.table)
  if (decider) return decider.ask(table, { ask: 'command', who: caller.credential, value })
  return giveAt(floor, room, caller, command)
}

const giveAt = (floor: Floor, room: Room, caller: RemoteCaller, command: Command): Promise<Reply> =>
  room.table
    .submit(commandOf(caller, command), actorOf(callerId(caller)), commandCheck(floor, room, caller))
    .then((answer) => (isBarred(answer) ? bar(floor, room, caller, command, answer.barred) : replyTo(answer)))

/**
 * The permission check of a caller's table command, by the durable state of the house, which the entry names: whether
 * the caller is still signed in, and whether the caller's present role suffices.
 */
const commandCheck =
  (floor: Floor, room: Room, caller: RemoteCaller): TableCheck =>
  (command, memory) => {
    const now = stillHere(floor.house.settled.state, caller, floor.presence.unattended)
    if (!now) return { command, refused: barredOutcome(refuseByHouse('session-is-over')) }
    const refusal = refusalFor(floor, room, now, command, memory)
    const signed = commandOf(now, command)
    return refusal ? { command: signed, refused: barredOutcome(refusal) } : { command: signed }
  }

/** Records a refusal for lack of authority: with the table if the position is too low, otherwise with the house. */
async function bar(
  floor: Floor,
  room: Room,
  caller: RemoteCaller,
  command: Command,
  barred: HouseRefusal,
): Promise<Reply> {
  const isIdTaken = barred.refused === 'id-used-for-another'
  if (isIdTaken && commandCheck(floor, room, caller)(command, room.table.settled).refused) {
    // The refusal is recorded even if the id was used before.
    const { id: _, ...nameless } = command
    return giveAt(floor, room, caller, nameless as Command)
  }
  const isNotedHere = isPositionTooLow(barred) || !isLackOfAuthority(barred)
  return isNotedHere ? { barred } : refuseOnRecord(floor, command.do, caller, barred)
}

/** The reply to a fault of the store. The caller handles any other fault. */
function replyToFault(error: unknown): Reply {
  const reply = faultReply(error)
  if (reply) return reply
  throw error
}

/** Sets the caller by the token; a `by` in the message is ignored. A person is never the wheel. */
export function commandOf(who: RemoteCaller, asked: Command): Command {
  const by = tableBy(who)
  return { ...asked, by } as Command
}

/**
 * The refusal by the durable state of the house, which the entry names. A terminal that is being closed counts as
 * closed at once.
 */
export function refusalFor(
  { house }: Floor,
  { plan, table }: Room,
  who: RemoteCaller,
  asked: Command,
  memory: TableMemory = table.settled,
): HouseRefusal | null {
  const refusal = mayNotCommand(house.settled.state, who, plan.id, asked, leastFor(asked.do, bookOf(memory)))
  if (refusal || who.kind !== 'terminal') return refusal
  return house.consider(({ state }) => closedRefusal(state, who))
}
