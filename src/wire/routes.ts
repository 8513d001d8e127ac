import type { Static, TSchema } from 'typebox'
import { alarm, tablePlace } from './alarm.ts'
import { bookFacts, bookQuery, clauseFacts, oddsFacts, ruleBook, spotFacts } from './book-shapes.ts'
import { acceptedAnswer, command } from './command.ts'
import { call, houseSign, limitsPlan, noticesRead, tableSeat, tableShifts } from './floor-service.ts'
import {
  figuresQuery,
  glance,
  houseFigures,
  reportQuery,
  roundRecall,
  roundReceipts,
  roundsQuery,
  tableAnswer,
  tableFigures,
} from './floor-shapes.ts'
import { foresight } from './foresight.ts'
import {
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
  signIn,
  staffMember,
  terminal,
  ticket,
  ticketIn,
  ticketOrder,
  tickets,
  ticketsQuery,
  who,
} from './house-shapes.ts'
import { checkpointLine, checkpointsQuery, houseLine, houseProof, journalQuery, tableLine } from './record-shapes.ts'
import { list, optional, shape, text } from './shapes.ts'
import { tableEvent } from './table-events.ts'

/** One door: what it is for, what it takes, and what it answers when it is done. `lines`: JSON Lines; `page`: HTML; `note`: text. */
export type Route = {
  tag: string
  summary: string
  body?: TSchema
  query?: TSchema
  answer: TSchema | null
  as?: 'lines' | 'page' | 'note'
}

const withTicket = shape({ events: optional(list(tableEvent)), ticket })

const books = {
  'GET /api/books': { tag: 'books', summary: 'The rule books', answer: list(bookFacts) },
  'GET /api/books/:house/:name': { tag: 'books', summary: 'A whole rule book', answer: ruleBook },
  'GET /api/books/:house/:name/spots': {
    tag: 'books',
    summary: 'Its spots',
    query: bookQuery,
    answer: list(spotFacts),
  },
  'GET /api/books/:house/:name/odds': { tag: 'books', summary: 'Its odds', query: bookQuery, answer: list(oddsFacts) },
  'GET /api/books/:house/:name/clauses': {
    tag: 'books',
    summary: 'Its clauses',
    query: bookQuery,
    answer: list(clauseFacts),
  },
} as const satisfies Record<string, Route>

const tables = {
  'GET /api/tables': { tag: 'tables', summary: 'The floor at a glance', answer: list(glance) },
  'GET /api/tables/:id': { tag: 'tables', summary: 'A table as the asker may see it', answer: tableAnswer },
  'POST /api/tables/:id/commands': {
    tag: 'tables',
    summary: 'One command',
    body: command,
    answer: shape({ ...acceptedAnswer.properties, ticket: optional(ticket) }),
  },
  'POST /api/tables/:id/foresee': {
    tag: 'tables',
    summary: 'What a command would come to, without giving it',
    body: command,
    answer: foresight,
  },
  'GET /api/tables/:id/rounds': {
    tag: 'tables',
    summary: 'Recall: the last rounds, the newest first, or in the order in which they were played',
    query: roundsQuery,
    answer: list(roundRecall),
  },
  'GET /api/tables/:id/rounds/:round': {
    tag: 'tables',
    summary:
      'Recall: one round, with wagers, payments and balances before and after; for staff of any age, long ago without balances',
    answer: roundRecall,
  },
  'GET /api/tables/:id/rounds/:round/receipts': {
    tag: 'tables',
    summary: "Receipts (C2SP tlog-proof) of the asker's own wagers in a round; for the terminal of that player alone",
    answer: roundReceipts,
  },
  'GET /api/tables/:id/figures': {
    tag: 'figures',
    summary: 'Handle, win and hold against theory, by the hour or by the round',
    query: figuresQuery,
    answer: tableFigures,
  },
  'GET /api/figures': { tag: 'figures', summary: 'The figures of every table and of every game', answer: houseFigures },
  'GET /api/report': {
    tag: 'figures',
    summary: 'The report of a span of time, to read or to print: figures, irregularities, decisions, meters, tickets',
    query: reportQuery,
    answer: text,
    as: 'page',
  },
} as const satisfies Record<string, Route>

const people = {
  'POST /api/sessions': { tag: 'people', summary: 'Sign in', body: signIn, answer: signedIn },
  'GET /api/sessions': { tag: 'people', summary: 'Who am I', answer: who },
  'POST /api/sessions/pin': {
    tag: 'people',
    summary: 'Change my own PIN, and sign in anew',
    body: ownPin,
    answer: okAnswer,
  },
  'DELETE /api/sessions': { tag: 'people', summary: 'Sign out', answer: null },
  'GET /api/staff': { tag: 'people', summary: 'Everybody with a badge', answer: list(staffMember) },
  'POST /api/staff': { tag: 'people', summary: 'Add somebody', body: newStaff, answer: okAnswer },
  'POST /api/staff/:id/pin': { tag: 'people', summary: 'Set a new PIN', body: newPin, answer: okAnswer },
  'POST /api/staff/:id/role': { tag: 'people', summary: 'Change a role', body: newRole, answer: okAnswer },
  'POST /api/staff/:id/lock': {
    tag: 'people',
    summary: 'Lock a badge until it is unlocked',
    body: reasonBody,
    answer: okAnswer,
  },
  'POST /api/staff/:id/unlock': { tag: 'people', summary: 'Unlock a badge', body: reasonBody, answer: okAnswer },
  'DELETE /api/staff/:id': { tag: 'people', summary: 'Remove somebody', body: reasonBody, answer: okAnswer },
} as const satisfies Record<string, Route>

const terminals = {
  'POST /api/terminals/enrol': {
    tag: 'terminals',
    summary: 'Enrol a terminal by its code',
    body: enrolment,
    answer: enrolledTerminal,
  },
  'POST /api/terminals/demo': {
    tag: 'terminals',
    summary: 'A free terminal with credits, in the demonstration',
    body: demoSeat,
    answer: enrolledTerminal,
  },
  'POST /api/terminals/demo/credits': {
    tag: 'terminals',
    summary: 'More credits, in the demonstration',
    answer: okAnswer,
  },
  'GET /api/terminals': { tag: 'terminals', summary: 'Every terminal with its meters', answer: list(terminal) },
  'GET /api/terminals/me': { tag: 'terminals', summary: 'This terminal and its meters', answer: ownTerminal },
  'POST /api/terminals': {
    tag: 'terminals',
    summary: 'Add a terminal; the answer holds its enrolment code',
    body: newTerminal,
    answer: enrolmentCode,
  },
  'POST /api/terminals/:id/code': {
    tag: 'terminals',
    summary: 'A new enrolment code',
    body: reasonBody,
    answer: enrolmentCode,
  },
  'POST /api/terminals/:id/close': {
    tag: 'terminals',
    summary: 'Close a terminal; a round in progress is finished',
    body: reasonBody,
    answer: okAnswer,
  },
  'POST /api/terminals/:id/open': {
    tag: 'terminals',
    summary: 'Open a terminal again',
    body: reasonBody,
    answer: okAnswer,
  },
  'DELETE /api/terminals/:id': {
    tag: 'terminals',
    summary: 'Remove a closed terminal that nothing is left on',
    body: reasonBody,
    answer: okAnswer,
  },
} as const satisfies Record<string, Route>

const papers = {
  'POST /api/tickets': {
    tag: 'tickets',
    summary: 'Cash out to a ticket (terminal), or sell one (attendant)',
    body: ticketOrder,
    answer: withTicket,
  },
  'POST /api/tickets/redeem': { tag: 'tickets', summary: 'Redeem a ticket, once', body: ticketIn, answer: withTicket },
  'POST /api/tickets/:id/cancel': { tag: 'tickets', summary: 'Cancel a ticket', body: reasonBody, answer: okAnswer },
  'POST /api/tickets/:id/copy': {
    tag: 'tickets',
    summary: 'Print a ticket again for whoever lost it: marked as a copy, and on record',
    body: reasonBody,
    query: printQuery,
    answer: text,
    as: 'page',
  },
  'GET /api/tickets': {
    tag: 'tickets',
    summary: 'The newest tickets, or those that somebody remembers something of, and the totals of all',
    query: ticketsQuery,
    answer: tickets,
  },
  'GET /api/tickets/last': {
    tag: 'tickets',
    summary: 'The last ticket of this terminal, while it is open',
    answer: lastTicket,
  },
  'GET /api/tickets/:id/print': {
    tag: 'tickets',
    summary: 'A ticket to print',
    query: printQuery,
    answer: text,
    as: 'page',
  },
  'GET /api/alarms': { tag: 'house', summary: 'Alarms, the newest first', answer: list(alarm) },
  'GET /api/nodes': { tag: 'house', summary: 'Which node decides about each table', answer: list(tablePlace) },
  'GET /api/proof': {
    tag: 'proof',
    summary: 'What the house signs its record by, and which witnesses sign it too',
    answer: houseProof,
  },
  'GET /api/proof/:id/checkpoint': {
    tag: 'proof',
    summary: 'The newest signed checkpoint of a table, or of the house',
    answer: text,
    as: 'note',
  },
  'GET /api/proof/:id/checkpoints': {
    tag: 'proof',
    summary: 'Its signed checkpoints by their sizes as JSON Lines, for auditors',
    query: checkpointsQuery,
    answer: checkpointLine,
    as: 'lines',
  },
  'GET /api/journal/house': {
    tag: 'journal',
    summary: 'The record of the house as JSON Lines, without its secrets, for auditors',
    query: journalQuery,
    answer: houseLine,
    as: 'lines',
  },
  'GET /api/journal/:id': {
    tag: 'journal',
    summary: 'The journal of a table as JSON Lines, for auditors',
    query: journalQuery,
    answer: tableLine,
    as: 'lines',
  },
} as const satisfies Record<string, Route>

const service = {
  'GET /api/house': { tag: 'house', summary: 'What the house is called, its time zone and colours', answer: houseSign },
  'POST /api/notices/read': {
    tag: 'terminals',
    summary: 'The player at this terminal has read the notices',
    body: noticesRead,
    answer: okAnswer,
  },
  'POST /api/calls': { tag: 'terminals', summary: 'Call an attendant to this terminal', answer: okAnswer },
  'DELETE /api/calls': { tag: 'terminals', summary: 'Nobody needs to come any more', answer: okAnswer },
  'GET /api/calls': { tag: 'house', summary: 'Calls of terminals: those that wait, then who came', answer: list(call) },
  'POST /api/calls/:id/answer': { tag: 'house', summary: 'Somebody has come to the terminal', answer: okAnswer },
  'GET /api/tables/:id/seats': {
    tag: 'tables',
    summary: 'The terminals of a table, for its dealer',
    answer: list(tableSeat),
  },
  'GET /api/shifts': {
    tag: 'house',
    summary: 'Who deals where, since when, with which figures',
    answer: list(tableShifts),
  },
  'POST /api/tables/:id/limits': {
    tag: 'tables',
    summary: 'New limits when the round is over',
    body: limitsPlan,
    answer: okAnswer,
  },
  'POST /api/tables/:id/take': {
    tag: 'tables',
    summary: 'Take a table to deal at it, from whoever deals there',
    answer: tableShifts,
  },
  'POST /api/tables/:id/leave': {
    tag: 'tables',
    summary: 'Leave a table: the shift ends, with its figures',
    answer: tableShifts,
  },
} as const satisfies Record<string, Route>

/** Every door of the house. The service opens them by these names, clients go through them by the same. */
export const routes = { ...books, ...tables, ...people, ...terminals, ...papers, ...service }

export type Routes = typeof routes
export type RouteName = keyof Routes
export const routeNames = Object.keys(routes) as RouteName[]

type Stated<Statement, Field extends string> = Statement extends { [F in Field]: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

export type BodyOf<Name extends RouteName> = Stated<Routes[Name], 'body'>
export type QueryOf<Name extends RouteName> = Stated<Routes[Name], 'query'>
/** What a door answers when it is done; lines and pages are text. */
export type AnswerOf<Name extends RouteName> = Routes[Name] extends { as: string }
  ? string
  : Stated<Routes[Name], 'answer'>

type Parameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
/** What the address of a door names. */
export type ParamsOf<Name extends RouteName> = { readonly [Key in Parameter<Name>]: string }
