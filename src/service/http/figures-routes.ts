import type { FastifyReply } from 'fastify'
import { reportPolicy } from '../../report/report-page.ts'
import type { ReportMaker } from '../../report/report-text.ts'
import type { FiguresByHour, FiguresByRound, ReportQuery } from '../../wire/floor-shapes.ts'
import { isLanguage } from '../../words/languages.ts'
import { isSpanProblem, readSpan } from '../figures/read-span.ts'
import type { ReportFormat } from '../figures/reporting-worker.ts'
import { describeSum, type Grouping, sumOfSums } from '../figures/table-tally.ts'
import type { Durable } from '../figures/wheel-count.ts'
import { catchUpAll, type Floor, type Room } from '../floor/floor.ts'
import { programText } from '../program/manifest.ts'
import { bookOf, catchUpWith } from '../stream/table-stream.ts'
import { whichLanguage } from './books-routes.ts'
import type { HttpApi } from './http-api.ts'
import { sendPage } from './http-replies.ts'

/** Handle, win and hold compared with theory: of a table by hour or by round, and of every table and game. */
export function figureRoutes(api: HttpApi): void {
  const { floor, reporting } = api
  const of = async ({ table }: Room, by: Grouping) => {
    await catchUpWith(table)
    return reporting.ask('figures', table.id, table.durable, by)
  }

  api.read(
    'GET /api/tables/:id/figures',
    'read-figures',
    async ({ params: { id }, query: { by = 'hour' } }, reply) => {
      const room = floor.rooms.get(id)
      if (!room) return reply.code(404).send({ problem: 'there is no such table' })
      if (by !== 'hour' && by !== 'round')
        return reply.code(400).send({ problem: 'by must be hour or round', field: 'by' })
      return { ...tableNames(room), by, ...(await of(room, by)) } as FiguresByHour | FiguresByRound
    },
    { isPolled: true },
  )

  const total = async (room: Room) => ({ ...tableNames(room), total: (await of(room, 'total')).total })
  const all = async () => {
    const tables = await Promise.all([...floor.rooms.values()].map(total))
    const games = [...Map.groupBy(tables, ({ book }) => book)].map(([book, own]) => ({
      book,
      title: own[0]!.title,
      total: describeSum(sumOfSums(own.map((table) => table.total))),
    }))
    return { tables, games, total: describeSum(sumOfSums(tables.map((table) => table.total))) }
  }
  api.read('GET /api/figures', 'read-figures', all, { isPolled: true })
}

const tableNames = ({ plan, table }: Room) => ({
  table: plan.id,
  name: plan.name,
  short: plan.short ?? plan.name,
  book: bookOf(table.settled).id,
  title: bookOf(table.settled).texts.en.title,
  layout: plan.setup.layout,
})

/** The report of a span of time, as `croupier report journal` writes it: for the pit and above, and for audit. */
export function reportRoutes(api: HttpApi): void {
  const { floor, reporting } = api

  /** Writes the report in this format; undefined if the request was answered with a problem. */
  const write = async (format: ReportFormat, { from, to, language = 'en' }: ReportQuery, reply: FastifyReply) => {
    const maker = makerOf(floor)
    const span = readSpan(from, to, maker.calendar)
    if (isSpanProblem(span)) return void reply.code(400).send(span)
    if (!isLanguage(language)) return void reply.code(400).send(whichLanguage)
    await catchUpAll(floor)
    return reporting.ask('report', { span, language, format, maker }, durableOf(floor))
  }
  api.read('GET /api/report', 'read-figures', async ({ query }, reply) => {
    const html = await write('html', query, reply)
    return html === undefined ? reply : sendPage(reply, html, reportPolicy)
  })
  api.read('GET /api/report/figures', 'read-figures', async ({ query }, reply) => {
    const json = await write('json', query, reply)
    return json === undefined ? reply : reply.type('application/json; charset=utf-8').send(json)
  })
}

export const makerOf = ({ sign, now }: Floor): ReportMaker => ({
  operator: sign.operator,
  house: sign.name,
  address: sign.address,
  calendar: { timeZone: sign.timeZone, dayStart: sign.gamingDayStart },
  made: now(),
  program: programText(),
})

/** The durable entries at the time of the request. The whole report is computed up to these. */
export const durableOf = ({ rooms, house, tickets }: Floor): Durable => [
  ...[...rooms.values()].map(({ plan, table }) => ({ stream: plan.id, last: table.durable })),
  ...[house, tickets].map(({ id, durable }) => ({ stream: id, last: durable })),
]
