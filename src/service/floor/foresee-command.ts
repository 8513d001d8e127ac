import { type Foresight, type ForesightFacts, foresee, isForesight } from '../../engine/foresee.ts'
import { type Command, isProblem, readCommand } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import type { RemoteCaller } from '../../house/caller.ts'
import { notItsOwn } from '../../house/permissions.ts'
import { withRecorded } from '../../record/book-of-then.ts'
import { bookOfCommand } from '../stream/table-stream.ts'
import { deciderOf, type Floor, noTable, type Room } from './floor.ts'
import { commandOf, refusalFor } from './give-command.ts'
import { type Reply, replyTo } from './reply.ts'
import { stakesInPlay } from './ticket-desk.ts'

/** Previews a command. It is not recorded, not even a refusal of permission, because the caller only asked. */
export async function foreseeCommand(floor: Floor, who: RemoteCaller, table: string, value: unknown): Promise<Reply> {
  const room = floor.rooms.get(table)
  if (!room) return noTable(floor, table)
  const asked = readCommand(value)
  if (isProblem(asked)) return { problem: 'malformed', body: asked }
  const decider = deciderOf(floor, room.table)
  if (decider) return decider.ask(table, { ask: 'foresight', who: who.credential, value })
  const isTicket = who.kind === 'terminal' && asked.do === 'cash-out'
  const barred = isTicket ? notItsOwn(who, table, asked) : refusalFor(floor, room, who, asked)
  if (barred) return { barred }
  const foreseen = await foreseenAt(floor, room, who, asked)
  return isForesight(foreseen) ? { done: factsOf(foreseen) } : replyTo(foreseen)
}

function foreseenAt(
  { books, onlyInForce }: Floor,
  { table }: Room,
  who: RemoteCaller,
  asked: Command,
): Promise<Foresight | Refusal> {
  const command = { ...commandOf(who, asked), at: table.now() } as Command
  return table.foresee(command, (memory) => {
    const staked = who.kind === 'terminal' && asked.do === 'cash-out' ? stakesInPlay(memory.state, asked.player) : null
    const rules = withRecorded(memory, { bookById: books.byId, onlyInForce })
    return staked ?? foresee(bookOfCommand(memory, command), memory.state, command, rules)
  })
}

/** A preview without its events: those of a large round have very many lines, and a dialog repeats the request. */
const factsOf = ({ events: _, ...facts }: Foresight): ForesightFacts => facts
