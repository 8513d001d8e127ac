import { cashOf } from '../../engine/ledger.ts'
import type { Cents } from '../../engine/money.ts'
import { serviceCaller, type TerminalCaller } from '../../house/caller.ts'
import type { HouseEventOf } from '../../house/house-events.ts'
import { freshToken, tokenHash } from '../secrets/key-material.ts'
import { askHouse } from '../stream/house-stream.ts'
import { giveAs } from '../stream/table-stream.ts'
import { deciderOf, type Floor, noTable, type Room } from './floor.ts'
import { problem, type Reply } from './reply.ts'

const DEMO_CREDITS = 1_000_00 as Cents

export async function giveDemoCredits({ table }: Room, player: string): Promise<Reply> {
  const by = { role: 'dealer' as const, name: 'demo' }
  await giveAs(table, serviceCaller, { do: 'buy-in', player, amount: DEMO_CREDITS, by })
  return { done: {} }
}

/** Gives a seat with credits to any visitor of the demonstration. */
export async function takeDemoSeat(floor: Floor, table: string): Promise<Reply> {
  const { house, keyMaterial } = floor
  const room = floor.rooms.get(table)
  if (!room) return noTable(floor, table)
  const token = freshToken(keyMaterial.chance)
  const credential = tokenHash(token)
  const decision = await askHouse(house, { do: 'add-demo-terminal', table, credential, by: { system: 'demo' } })
  if (decision.refused) return { barred: decision.refused }
  const { terminal, player } = decision.events[0] as HouseEventOf<'terminal-added'>
  const given = await giveCredits(floor, room, player)
  return 'done' in given ? { done: { token, terminal, table, player } } : given
}

/** The credits are given by the node that owns the table, possibly another one. */
const giveCredits = async (floor: Floor, room: Room, player: string): Promise<Reply> =>
  deciderOf(floor, room.table)?.ask(room.table.id, { ask: 'demo-credits', player }) ?? giveDemoCredits(room, player)

/**
 * Gives new credits to a player of the demonstration whose credits are used up. The amount is limited, so repeating the
 * request gains nothing.
 */
export async function topUpDemo(floor: Floor, { table, player, terminal }: TerminalCaller): Promise<Reply> {
  const room = floor.rooms.get(table)
  if (!room) return noTable(floor, table)
  if (!floor.house.settled.state.terminals.get(terminal)?.demo)
    return problem('not-found', 'this is not a terminal of the demonstration')
  const left = room.table.consider(({ state }) => cashOf(state.ledger, player))
  if (left >= DEMO_CREDITS) return problem('conflict', 'there are enough credits')
  const given = await giveCredits(floor, room, player)
  return 'done' in given ? { done: { ok: true } } : given
}
