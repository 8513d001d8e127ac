import type { FastifyReply } from 'fastify'
import { actorOf, callerId, type RemoteCaller } from '../../house/caller.ts'
import { mayNot } from '../../house/permissions.ts'
import { csvFile, tablesOf } from '../../report/report-blocks.ts'
import { significantReport } from '../../report/significant-section.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languages } from '../../words/languages.ts'
import { isSpanProblem, readSpan } from '../figures/read-span.ts'
import { eventsOnRecord, eventsRemembered, recordedEvents } from '../floor/event-list.ts'
import type { Floor } from '../floor/floor.ts'
import { refuseOnRecord } from '../floor/refuse.ts'
import { whichLanguage } from './books-routes.ts'
import { makerOf } from './figures-routes.ts'
import type { HttpApi } from './http-api.ts'
import { send } from './http-replies.ts'

/** Significant events, listed, exported and acknowledged; the self-check on demand. */
export function eventRoutes(api: HttpApi): void {
  const { floor } = api
  const listed = async ({ from, to }: { from?: string; to?: string }, reply: FastifyReply) => {
    if (from === undefined && to === undefined) return eventsRemembered(floor)
    const span = readSpan(from, to, calendarOf(floor))
    return isSpanProblem(span) ? reply.code(400).send(span) : eventsOnRecord(floor, span)
  }
  api.read('GET /api/events', 'read-events', ({ query }, reply) => listed(query, reply), { isPolled: true })
  api.read('GET /api/events/export', 'read-events', async ({ query: { from, to, language = 'en' } }, reply) => {
    const span = readSpan(from, to, calendarOf(floor))
    if (isSpanProblem(span)) return reply.code(400).send(span)
    if (!isLanguage(language)) return reply.code(400).send(whichLanguage)
    const words = { ...(await vocabularyIn(language)), tag: languages[language].tag }
    const report = significantReport(await recordedEvents(floor, span), span, words, makerOf(floor))
    const text = csvFile(report, tablesOf(report)[0]!)
    reply.header('content-disposition', 'attachment; filename="significant-events.csv"')
    return reply.type('text/csv; charset=utf-8').send(text)
  })
  api.act('POST /api/events/acknowledge', 'acknowledge-events', (_, body) => ({ fields: body }))
  api.openForKnown('POST /api/self-check', (caller, _, reply) => checkOnDemand(floor, caller, reply))
}

const calendarOf = ({ sign }: Floor) => ({ timeZone: sign.timeZone, dayStart: sign.gamingDayStart })

async function checkOnDemand(floor: Floor, caller: RemoteCaller, reply: FastifyReply) {
  const barred = mayNot(caller, 'check-program')
  if (barred) return send(reply, await refuseOnRecord(floor, 'check-program', caller, barred))
  return floor.selfCheck.run(actorOf(callerId(caller)))
}
