import { isRefusal } from '../../engine/decision.ts'
import { type Command, type CommandOf, isProblem, leastFor, readCommand } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { type HouseRefusal, isLackOfAuthority, refuse as refuseByHouse } from '../../house/house-refusals.ts'
import {
  actorOf,
  askedBy,
  byOf,
  closedRefusal,
  mayNotCommand,
  notItsOwn,
  type StaffPrincipal,
  stillHere,
  type TerminalPrincipal,
} from '../../house/principals.ts'
import { isOwnId } from '../../house/tickets.ts'
import type { TableMemory } from '../../record/table-memory.ts'
import { bookOf, type TableAdmission, type TableOutcome } from '../stream/table-stream.ts'
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
  if (isTicket(who, asked)) return giveTicket(floor, room, who, asked).catch(replyToFault)
  const entrance = new Entrance(floor, room, who)
  return room.table
    .submit(commandOf(who, asked), actorOf(askedBy(who)), entrance.admit)
    .then((answer) => (isRefusal(answer) ? entrance.refused(asked, answer) : replyTo(answer)))
    .catch(replyToFault)
}

/** Credits leave a terminal as a ticket. */
async function giveTicket(floor: Floor, { plan }: Room, who: Known, asked: CommandOf<'cash-out'>): Promise<Reply> {
  const refusal = notItsOwn(who as TerminalPrincipal, plan.id, asked)
  if (refusal) return refuse(floor, asked.do, who, refusal)
  return issueTicket(floor, who, { amount: asked.amount }, asked.id)
}

/** The check of one caller's command to a table. */
class Entrance {
  readonly #floor: Floor
  readonly #room: Room
  readonly #who: Known
  /** The refusal of the house in the moment of the decision. */
  #refusal: HouseRefusal | null = null

  constructor(floor: Floor, room: Room, who: Known) {
    this.#floor = floor
    this.#room = room
    this.#who = who
  }

  /**
   * By what the house has on disk in the moment of the decision, which the entry names: whether the caller is still signed
   * in, which role they have by then, and whether that is enough.
   */
  readonly admit: TableAdmission = (command, memory) => {
    const { house, presence } = this.#floor
    const now = stillHere(house.settled.state, this.#who, presence.unattended)
    this.#refusal = now ? refusalFor(this.#floor, this.#room, now, command, memory) : refuseByHouse('session-is-over')
    const signed = now ? commandOf(now, command) : command
    return this.#refusal ? { command: signed, outcome: refusedOutcome(this.#refusal) } : { command: signed }
  }

  /** Every refusal for lack of authority is journalled: with the table where the position is too low, else with the house. */
  async refused(asked: Command, answer: Refusal): Promise<Reply> {
    const [floor, room, who] = [this.#floor, this.#room, this.#who]
    const isIdTaken = (answer as HouseRefusal).refused === 'id-used-for-another'
    if (isIdTaken && this.admit(asked, room.table.settled).outcome) {
      // An id that was given before does not keep a refusal off the record.
      const { id: _, ...nameless } = asked
      return giveAt(floor, room, who, nameless as Command)
    }
    const refusal = this.#refusal
    if (!refusal || refusal.refused !== answer.refused) return replyTo(answer)
    const isNotedHere = refusal.refused === 'position-too-low' || !isLackOfAuthority(refusal)
    return isNotedHere ? refusedReply(refusal) : refuse(floor, asked.do, who, refusal)
  }
}

const refusedOutcome = (refusal: HouseRefusal): TableOutcome => {
  const isRecorded = refusal.refused === 'position-too-low'
  return { events: [], answer: refusal as Refusal, isRefused: true, isRecorded }
}

/** What the store's failing comes to; any other fault is for the door. */
function replyToFault(error: unknown): Reply {
  const reply = faultReply(error)
  if (reply) return reply
  throw error
}

const isTicket = (who: Known, asked: Command): asked is CommandOf<'cash-out'> =>
  who.kind === 'terminal' && asked.do === 'cash-out'

/** Who it is, the service knows; what a message says of it does not matter. A person is never the wheel. */
export function commandOf(who: Known, asked: Command): Command {
  const by = byOf(who) ?? { role: 'player', name: actorOf(askedBy(who)) }
  if (asked.do === 'ball-at-rest' || asked.do === 'spin') return { ...asked, source: 'dealer', by } as Command
  return { ...asked, by } as Command
}

/** By what the house has on disk, which the entry names; a terminal that closes is closed at once. */
export function refusalFor(
  { house }: Floor,
  { plan, table }: Room,
  who: Known,
  asked: Command,
  memory: TableMemory = table.settled,
): HouseRefusal | null {
  if (who.kind === 'terminal' && isTicket(who, asked)) return notItsOwn(who, plan.id, asked)
  const refusal = mayNotCommand(house.settled.state, who, plan.id, asked, leastFor(asked.do, bookOf(memory)))
  if (refusal || who.kind !== 'terminal') return refusal
  return house.consider(({ state }) => closedRefusal(state, who))
}
