import { afterEach, expect, test } from 'vitest'
import { cashOf } from '../../src/engine/ledger.ts'
import type { StaffCaller, TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import { catchUpAll } from '../../src/service/floor/floor.ts'
import { giveCommand } from '../../src/service/floor/give-command.ts'
import { bodyOf, type Reply } from '../../src/service/floor/reply.ts'
import { issueTicket, redeemTicket } from '../../src/service/floor/ticket-desk.ts'
import { LEASE_MS } from '../../src/service/journal/leases.ts'
import { openStore } from '../../src/service/journal/open-store.ts'
import { Acknowledgements } from '../acknowledgements.ts'
import { isWhole } from '../campaign.ts'
import { freshStore } from '../postgres/fresh-store.ts'
import { Dice } from '../simulation/dice.ts'
import { Hall, type SmallNode, signedIn, terminalAt } from '../support/cluster.ts'
import { testKeyMaterial } from '../support/secrets.ts'
import { cents, quietTables } from '../support/service.ts'
import { setupOf } from '../support/stream.ts'

/**
 * Two nodes, each with its own connections to one PostgreSQL. Each try redeems one ticket at both nodes at once, while terminals
 * of other tables ask for tickets. Each request is one transaction of the tickets and a table.
 */

const TRIES = isWhole ? 500 : 10
const TABLES = ['1', '2', '3', '4', '5', '6']
const CREDITS = 1_000_000
const TICKET = cents(100)

let hall: Hall
afterEach(async () => {
  await hall.close()
  await hall.store.close()
})

async function openHall(place: string): Promise<void> {
  const [store, ...stores] = await Promise.all([openStore(place), openStore(place), openStore(place)])
  let started = 0
  hall = new Hall({
    store: store!,
    plans: () => TABLES.map((id) => ({ id, name: id, setup: setupOf(quietTables[0]) })),
    // Nodes with the same chance would draw the same ticket numbers.
    keyMaterial: () => testKeyMaterial(`node ${++started}`),
    view: (_, node) => stores[node === 'a' ? 0 : 1]!,
    timing: { leaseMs: LEASE_MS, beatMs: 100 },
  })
}

/** A node, and one terminal at each table that it owns. */
type Side = { node: SmallNode; terminals: readonly TerminalCaller[] }

/** Starts both nodes with three tables each, and a terminal with credits at each table. */
async function openSides(): Promise<readonly Side[]> {
  const a = await hall.add('a')
  const credential = await signedIn(a.floor, 'dealer')
  const b = await hall.add('b')
  await expect.poll(() => [a, b].map(({ node }) => node.held.length)).toEqual([3, 3])
  const dealer = callerOf(a.floor.house.settled.state, credential, a.floor.presence) as StaffCaller
  const terminals: TerminalCaller[] = []
  for (const table of TABLES) {
    const terminal = await terminalAt(a.floor, table)
    const buyIn = { do: 'buy-in', player: terminal.player, amount: CREDITS, id: 'credits' }
    expect(await giveCommand(a.floor, dealer, table, buyIn)).toHaveProperty('done')
    terminals.push(terminal)
  }
  await b.floor.house.catchUp()
  return [a, b].map((node) => ({ node, terminals: terminals.filter(({ table }) => hall.ownerOf(table) === node) }))
}

const issueAt = ({ floor }: SmallNode, terminal: TerminalCaller, id: string): Promise<Reply> =>
  issueTicket(floor, terminal, TICKET, id)

/** A refusal by its code, an exception by its message. */
const outcomeOf = (reply: PromiseSettledResult<Reply>): unknown => {
  if (reply.status === 'rejected') return (reply.reason as Error).message
  if ('done' in reply.value) return 'done'
  const body = bodyOf(reply.value) as { refused?: unknown }
  return body.refused ?? body
}

const ticketsIn = (replies: readonly PromiseSettledResult<Reply>[]): string[] =>
  replies.flatMap((reply) =>
    reply.status === 'fulfilled' ? (bodyOf(reply.value) as { ticket: { number: string } }).ticket.number : [],
  )

/** One terminal of each node redeems the ticket, and the others ask for tickets. */
async function race(sides: readonly Side[], number: string, id: string, dice: Dice) {
  const redeeming: Promise<Reply>[] = []
  const issuing: Promise<Reply>[] = []
  for (const { node, terminals } of sides) {
    const bringer = dice.oneOf(terminals)
    for (const terminal of terminals)
      if (terminal === bringer) redeeming.push(redeemTicket(node.floor, terminal, { number }, id))
      else issuing.push(issueAt(node, terminal, id))
  }
  const [redeemed, issued] = await Promise.all([Promise.allSettled(redeeming), Promise.allSettled(issuing)])
  return { redeemed: redeemed.map(outcomeOf).sort(), issued: issued.map(outcomeOf), tickets: ticketsIn(issued) }
}

async function creditsAt({ floor }: SmallNode, terminals: readonly TerminalCaller[]): Promise<number> {
  await catchUpAll(floor)
  return terminals.reduce(
    (sum, { table, player }) => sum + cashOf(floor.rooms.get(table)!.table.settled.state.ledger, player),
    0,
  )
}

test(`${TRIES} tickets, each redeemed at two nodes at once, are paid once each`, { timeout: 1_200_000 }, async () => {
  const place = await freshStore()
  await openHall(place)
  const sides = await openSides()
  const [{ node, terminals }] = sides as [Side, Side]
  const dice = new Dice(1)
  const tickets = ticketsIn(await Promise.allSettled([issueAt(node, terminals[0]!, 'first')]))
  for (let nth = 1; nth <= TRIES; nth++) {
    const { tickets: fresh, ...outcomes } = await race(sides, tickets.shift()!, `try ${nth}`, dice)
    expect({ nth, ...outcomes }).toEqual({
      nth,
      redeemed: ['done', 'ticket-redeemed'],
      issued: ['done', 'done', 'done', 'done'],
    })
    tickets.push(...fresh)
  }
  const all = sides.flatMap((side) => side.terminals)
  const due = TABLES.length * CREDITS - tickets.length * TICKET
  for (const side of sides) await expect.poll(() => creditsAt(side.node, all)).toBe(due)
  await new Acknowledgements(place).mustVerify()
})
