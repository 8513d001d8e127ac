import { Agent, request } from 'node:http'
import { quantile } from '../measure.ts'
import { answer, clock } from './ask.ts'

/** Terminals that turn credits into tickets and bring each other's tickets, in one process. */

/** A terminal, and where it connects. */
export type TicketTerminal = { port: number; token: string }
export type TicketPlay = { terminals: readonly TicketTerminal[]; each: number; warmUp: number; turn: string }
export type TicketsPlayed = { rate: number; p50: number; p99: number; tries: number; answered: number }

type Answer = { status: number; body: { ticket?: { number: string }; [field: string]: unknown } }

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

function post({ port, token }: TicketTerminal, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', agent, headers }, (reply) => {
      let text = ''
      reply.on('data', (part: Buffer) => {
        text += part
      })
      reply.on('end', () => resolve({ status: reply.statusCode!, body: JSON.parse(text) as Answer['body'] }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** How often a request was sent, the first time and again. */
let tries = 0

/** Sends a request until it is accepted, with the same id: a busy house may ask for another try. */
async function accepted(terminal: TicketTerminal, path: string, body: object): Promise<{ number: string }> {
  for (;;) {
    tries++
    const { status, body: reply } = await post(terminal, path, body)
    if (reply.ticket) return reply.ticket
    if (status !== 503) throw new Error(`${path} was answered ${status}: ${JSON.stringify(reply)}`)
  }
}

/**
 * Every terminal waits for its answer. It asks for a ticket, then redeems the ticket that the terminal before it asked for, so
 * tickets go from table to table and from node to node. The first requests warm up and are not counted.
 */
async function play({ terminals, each, warmUp, turn }: TicketPlay): Promise<TicketsPlayed> {
  const latencies: number[] = []
  let [answered, since] = [0, 0]
  tries = 0
  const timed = async (terminal: TicketTerminal, path: string, body: object): Promise<{ number: string }> => {
    const sent = clock()
    const ticket = await accepted(terminal, path, body)
    const now = clock()
    answered++
    if (answered === warmUp) since = now
    else if (answered > warmUp) latencies.push(now - sent)
    return ticket
  }
  const issued = terminals.map((): string[] => [])
  await Promise.all(
    terminals.map(async (terminal, at) => {
      const before = issued.at(at - 1)!
      for (let nth = 0; nth < each; nth++) {
        issued[at]!.push((await timed(terminal, '/api/tickets', { amount: 100, id: `out ${turn} ${nth}` })).number)
        // Its own where the terminal before it is slower.
        const number = before.shift() ?? issued[at]!.shift()
        if (number !== undefined) await timed(terminal, '/api/tickets/redeem', { number, id: `in ${turn} ${nth}` })
      }
    }),
  )
  const rate = (latencies.length / (clock() - since)) * 1_000
  return { rate, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), tries: tries / answered, answered }
}

answer({ play })
