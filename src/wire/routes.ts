import type { Static, TSchema } from 'typebox'
import {
  acknowledgement,
  alarm,
  eventsExportQuery,
  eventsQuery,
  selfCheckResult,
  significantEvent,
  tablePlace,
} from './alarm.ts'
import { bookFacts, bookQuery, clauseFacts, oddsFacts, ruleBook, spotFacts } from './book-shapes.ts'
import { acceptedAnswer, command } from './command.ts'
import {
  call,
  gamingStop,
  houseSign,
  limitsPlan,
  newStop,
  noticesRead,
  stopEnd,
  tableSeat,
  tableShifts,
} from './floor-service.ts'
import {
  figuresQuery,
  glance,
  houseFigures,
  receiptsQuery,
  reportFigures,
  reportQuery,
  roundRecall,
  roundReceipts,
  roundsQuery,
  tableFigures,
  tableInFull,
  tableStakes,
} from './floor-shapes.ts'
import { foresight } from './foresight.ts'
import {
  closingBody,
  demoSeat,
  enrolledTerminal,
  enrolment,
  enrolmentCode,
  lastTicket,
  newPin,
  newRole,
  newStaff,
  newTerminal,
  okAnswer,
  ownPin,
  ownTerminal,
  printQuery,
  reasonBody,
  signedIn,
  signInBody,
  staffRow,
  terminalRow,
  ticketAnswer,
  ticketFacts,
  ticketIn,
  ticketOrder,
  ticketsQuery,
  who,
} from './house-shapes.ts'
import { checkpointLine, checkpointsQuery, houseLine, houseProof, journalQuery, tableLine } from './record-shapes.ts'
import { list, optional, shape, text } from './shapes.ts'
import { tableEvent } from './table-events.ts'
import { newWork, wheelRow } from './wheel-shapes.ts'

type RouteParts = {
  body?: TSchema
  query?: TSchema
  /** The form of an answer that is not JSON: JSON Lines, HTML, or plain text. */
  as?: 'lines' | 'page' | 'note'
  /** How many plain requests it counts for in the limit of its caller; 1 where it is left out. */
  cost?: number
}

/** One route of the HTTP API: its purpose, its input, and its answer when it is done. */
export type Route = RouteParts & { tag: string; summary: string; answer: TSchema | null }

const route = <Answer extends TSchema | null, const Parts extends RouteParts = object>(
  summary: string,
  answer: Answer,
  parts?: Parts,
) => ({ summary, answer, ...parts }) as { summary: string; answer: Answer } & Parts

/** The tags under which the documentation lists routes, each with its subject. */
export const tagMeanings = {
  books: 'Rule books, their spots, odds and clauses',
  tables: 'Tables and rounds: views, commands, receipts',
  figures: 'Handle, win and hold, reports, the results of wheels',
  people: 'Staff, sign-ins and sessions',
  terminals: 'Terminals, their enrolment, meters and calls',
  tickets: 'Tickets: issue, redemption, printing',
  house: 'The house: alarms, significant events, stops of gaming, shifts',
  proof: 'Keys, signed checkpoints and witnesses',
  journal: 'The record as JSON Lines, for auditors',
} as const
type Tag = keyof typeof tagMeanings

const tagged = <Group extends Record<string, Omit<Route, 'tag'>>>(tag: Tag, group: Group) =>
  Object.fromEntries(Object.entries(group).map(([name, one]) => [name, { tag, ...one }])) as {
    [Name in keyof Group]: Group[Name] & { tag: string }
  }

const commandAnswer = shape({ ...acceptedAnswer.properties, ticket: optional(ticketFacts) })
const withTicket = shape({ events: optional(list(tableEvent)), ticket: ticketFacts })

/** Every route of the HTTP API. The service opens them by these names, and clients call them by the same. */
export const routes = {
  ...tagged('books', {
    'GET /api/books': route('The rule books', list(bookFacts)),
    'GET /api/books/:house/:name': route('A whole rule book', ruleBook),
    'GET /api/books/:house/:name/spots': route('Its spots', list(spotFacts), { query: bookQuery }),
    'GET /api/books/:house/:name/odds': route('Its odds', list(oddsFacts), { query: bookQuery }),
    'GET /api/books/:house/:name/clauses': route('Its clauses', list(clauseFacts), { query: bookQuery }),
  }),
  ...tagged('tables', {
    'GET /api/tables': route('The floor at a glance', list(glance)),
    'GET /api/tables/:id': route('A table as the asker may see it', tableInFull),
    'POST /api/tables/:id/commands': route('One command', commandAnswer, { body: command }),
    'POST /api/tables/:id/foresee': route('The result that a command would have, without giving it', foresight, {
      body: command,
      cost: 3,
    }),
    'GET /api/tables/:id/stakes': route('Stakes of all players by spot, from no more bets on', tableStakes),
    'GET /api/tables/:id/rounds': route(
      'Recall: the last rounds, the newest first, or in the order in which they were played',
      list(roundRecall),
      { query: roundsQuery, cost: 5 },
    ),
    'GET /api/tables/:id/rounds/:round': route(
      'Recall: one round, with wagers, payments and balances before and after; for staff of any age, long ago without balances',
      roundRecall,
      { cost: 5 },
    ),
    'GET /api/tables/:id/rounds/:round/receipts': route(
      "Receipts (C2SP tlog-proof) of the asker's own wagers in a round, ten on a page; for the terminal of that player alone",
      roundReceipts,
      { query: receiptsQuery, cost: 10 },
    ),
    'GET /api/tables/:id/seats': route('The terminals of a table, for its dealer', list(tableSeat)),
    'POST /api/tables/:id/limits': route('New limits when the round is over', okAnswer, { body: limitsPlan }),
    'POST /api/tables/:id/take': route('Take a table over from its dealer', tableShifts),
    'POST /api/tables/:id/leave': route('Leave a table: the shift ends, with its figures', tableShifts),
  }),
  ...tagged('figures', {
    'GET /api/tables/:id/figures': route(
      'Handle, win and hold against theory, by the hour or by the round',
      tableFigures,
      { query: figuresQuery, cost: 3 },
    ),
    'GET /api/figures': route('The figures of every table and of every game', houseFigures, { cost: 5 }),
    'GET /api/wheels': route(
      'Every wheel: where it stands, the work on it, and its spins over all tables',
      list(wheelRow),
      { cost: 5 },
    ),
    'GET /api/report': route(
      'The report of a span of time, to read or to print: figures, irregularities, decisions, meters, tickets',
      text,
      { query: reportQuery, as: 'page', cost: 100 },
    ),
    'GET /api/report/figures': route('The same report as figures: every table with its rows', reportFigures, {
      query: reportQuery,
      cost: 100,
    }),
  }),
  ...tagged('people', {
    'POST /api/sessions': route('Sign in', signedIn, { body: signInBody }),
    'GET /api/sessions': route('Who am I', who),
    'POST /api/sessions/pin': route('Change my own PIN, and sign in again', okAnswer, { body: ownPin }),
    'DELETE /api/sessions': route('Sign out', null),
    'GET /api/staff': route('Everybody with a badge', list(staffRow)),
    'POST /api/staff': route('Add somebody', okAnswer, { body: newStaff, cost: 20 }),
    'POST /api/staff/:id/pin': route('Set a new PIN', okAnswer, { body: newPin, cost: 20 }),
    'POST /api/staff/:id/role': route('Change a role', okAnswer, { body: newRole }),
    'POST /api/staff/:id/lock': route('Lock a badge until it is unlocked', okAnswer, { body: reasonBody }),
    'POST /api/staff/:id/unlock': route('Unlock a badge', okAnswer, { body: reasonBody }),
    'DELETE /api/staff/:id': route('Remove somebody', okAnswer, { body: reasonBody }),
  }),
  ...tagged('terminals', {
    'POST /api/terminals/enrol': route('Enrol a terminal by its code', enrolledTerminal, { body: enrolment }),
    'POST /api/terminals/demo': route('A free terminal with credits, in the demonstration', enrolledTerminal, {
      body: demoSeat,
    }),
    'POST /api/terminals/demo/credits': route('More credits, in the demonstration', okAnswer),
    'GET /api/terminals': route('Every terminal with its meters', list(terminalRow), { cost: 5 }),
    'GET /api/terminals/me': route('This terminal and its meters', ownTerminal),
    'POST /api/terminals': route('Add a terminal; the answer holds its enrolment code', enrolmentCode, {
      body: newTerminal,
    }),
    'POST /api/terminals/:id/code': route('A new enrolment code', enrolmentCode, { body: reasonBody }),
    'POST /api/terminals/:id/close': route(
      'Close a terminal; a round in progress is finished, unless `when` is now',
      okAnswer,
      { body: closingBody },
    ),
    'POST /api/terminals/:id/open': route('Open a terminal again', okAnswer, { body: reasonBody }),
    'DELETE /api/terminals/:id': route('Remove a closed terminal that nothing is left on', okAnswer, {
      body: reasonBody,
    }),
    'POST /api/notices/read': route('The player at this terminal has read the notices', okAnswer, {
      body: noticesRead,
    }),
    'POST /api/calls': route('Call an attendant to this terminal', okAnswer),
    'DELETE /api/calls': route('Nobody needs to come any more', okAnswer),
  }),
  ...tagged('tickets', {
    'POST /api/tickets': route('Cash out to a ticket (terminal), or sell one (attendant)', withTicket, {
      body: ticketOrder,
    }),
    'POST /api/tickets/redeem': route('Redeem a ticket, once', withTicket, { body: ticketIn }),
    'POST /api/tickets/:id/cancel': route('Cancel a ticket', okAnswer, { body: reasonBody }),
    'POST /api/tickets/:id/copy': route('Print a lost ticket again: marked as a copy, and recorded', text, {
      body: reasonBody,
      query: printQuery,
      as: 'page',
    }),
    'GET /api/tickets': route(
      'The newest tickets, or those that somebody remembers something of, and the totals of all',
      ticketAnswer,
      { query: ticketsQuery, cost: 5 },
    ),
    'GET /api/tickets/last': route('The last ticket of this terminal, while it is open', lastTicket),
    'GET /api/tickets/:id/print': route('A ticket to print', text, { query: printQuery, as: 'page' }),
  }),
  ...tagged('house', {
    'GET /api/alarms': route('Alarms, the newest first', list(alarm)),
    'GET /api/events': route(
      'Significant events, the newest first: all that are open and the last of the others; with a span of time those of the record',
      list(significantEvent),
      { query: eventsQuery, cost: 3 },
    ),
    'GET /api/events/export': route('The significant events of a span of time as CSV, by the record', text, {
      query: eventsExportQuery,
      as: 'note',
      cost: 20,
    }),
    'POST /api/events/acknowledge': route('Acknowledge open events by name, with a note', okAnswer, {
      body: acknowledgement,
    }),
    'GET /api/stops': route('Where gaming is stopped', list(gamingStop)),
    'POST /api/stops': route('Stop all gaming, one game or one table, now or after the round', okAnswer, {
      body: newStop,
    }),
    'POST /api/stops/resume': route('Resume gaming where it is stopped', okAnswer, { body: stopEnd }),
    'POST /api/wheels/work': route(
      'Note that a wheel was installed, removed, levelled, serviced or inspected',
      okAnswer,
      { body: newWork },
    ),
    'POST /api/self-check': route('Compare the program with its manifest; the result is on record', selfCheckResult, {
      cost: 100,
    }),
    'GET /api/nodes': route('Which node decides about each table', list(tablePlace)),
    'GET /api/house': route('What the house is called, its time zone and colours', houseSign),
    'GET /api/calls': route('Calls of terminals: those that wait, then who came', list(call)),
    'POST /api/calls/:id/answer': route('Somebody has come to the terminal', okAnswer),
    'GET /api/shifts': route('Who deals where, since when, with which figures', list(tableShifts)),
  }),
  ...tagged('proof', {
    'GET /api/proof': route('What the house signs its record by, and which witnesses sign it too', houseProof),
    'GET /api/proof/:id/checkpoint': route('The newest signed checkpoint of a table, or of the house', text, {
      as: 'note',
    }),
    'GET /api/proof/:id/checkpoints': route(
      'Its signed checkpoints by their sizes as JSON Lines, for auditors',
      checkpointLine,
      { query: checkpointsQuery, as: 'lines', cost: 20 },
    ),
  }),
  ...tagged('journal', {
    'GET /api/journal/house': route(
      'The record of the house as JSON Lines, without its secrets, for auditors',
      houseLine,
      { query: journalQuery, as: 'lines', cost: 40 },
    ),
    'GET /api/journal/tickets': route(
      'The record of the tickets as JSON Lines, of each number the end alone, for auditors',
      houseLine,
      { query: journalQuery, as: 'lines', cost: 40 },
    ),
    'GET /api/journal/:id': route('The journal of a table as JSON Lines, for auditors', tableLine, {
      query: journalQuery,
      as: 'lines',
      cost: 40,
    }),
  }),
}

type Routes = typeof routes
/** The names of all routes, such as `GET /api/tables/:id`. */
export type RouteName = keyof Routes
export const routeNames = Object.keys(routes) as RouteName[]

/** The name of a route in documents and generated clients: `POST /api/tables/:id/commands` is `postTablesIdCommands`. */
export function operationOf(name: RouteName): string {
  const [method, path] = name.split(' ') as [string, string]
  const words = path.replace(/^\/api/, '').match(/[a-z]+/gi) ?? []
  return [method.toLowerCase(), ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
}

type Stated<Statement, Field extends string> = Statement extends { [F in Field]: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The body of a request to a route. */
export type BodyOf<Name extends RouteName> = Stated<Routes[Name], 'body'>
/** The query of a request to a route. */
export type QueryOf<Name extends RouteName> = Stated<Routes[Name], 'query'>
/** The answer of a route when it is done; lines and pages are text. */
export type AnswerOf<Name extends RouteName> = Routes[Name] extends { as: string }
  ? string
  : Stated<Routes[Name], 'answer'>

type Parameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
/** The parameters in the path of a route. */
export type ParamsOf<Name extends RouteName> = { readonly [Key in Parameter<Name>]: string }
