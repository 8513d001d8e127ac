import type { FastifyInstance } from 'fastify'
import { HOUSE } from '../../house/state.ts'
import { reportPolicy } from '../../report/report-page.ts'
import { isLanguage } from '../../words/languages.ts'
import { isSpanProblem, readSpan } from '../figures/read-span.ts'
import { type Durable, ReportDesk } from '../figures/report-desk.ts'
import type { Floor } from '../floor/floor.ts'
import { whichLanguage } from './books-routes.ts'
import { Desk } from './caller-routes.ts'
import { send } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'

/** The report of a span of time, as `croupier report journal` writes it: for the pit and above, and for audit. */
export function reportDoor(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  const desk = new Desk(app, floor, findCaller)
  const reports = new ReportDesk(floor.journal)
  app.addHook('onClose', () => reports.close())

  desk.open('GET /api/report', async (who, { query: { from, to, language = 'en' } }, reply) => {
    const barred = await desk.barred(who, 'read-figures')
    if (barred) return send(reply, barred)
    const span = readSpan(from, to)
    if (isSpanProblem(span)) return reply.code(400).send(span)
    if (!isLanguage(language)) return reply.code(400).send(whichLanguage)
    const html = await reports.write({ span, language }, durableOf(floor))
    return reply
      .headers({ 'content-security-policy': reportPolicy, 'cache-control': 'no-store' })
      .type('text/html')
      .send(html)
  })
}

/** What is on disk when it is asked for: the same for all that is in it. */
const durableOf = ({ rooms, house }: Floor): Durable => [
  ...[...rooms.values()].map(({ plan, table }) => ({ stream: plan.id, last: table.durable })),
  { stream: HOUSE, last: house.durable },
]
