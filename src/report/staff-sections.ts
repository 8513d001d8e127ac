import { reasonIn, roleIn } from '../words/naming.ts'
import { capitalise } from '../words/plain-text.ts'
import type {
  Alteration,
  DealerFigures,
  Happening,
  HouseSpanFigures,
  IncidentCounts,
  JournalFigures,
} from './journal-figures.ts'
import {
  type Block,
  type ColumnOf,
  noFigure,
  type ReportCell,
  type ReportSection,
  type ReportTable,
  tableBlock,
} from './report-blocks.ts'
import type { JournalWords } from './report-text.ts'
import { countCell, limitsText, momentCell, moneyCell, numberCell } from './report-text.ts'

const HOUR = 3_600_000

/** Rounds, incidents and pace by dealer and by shift. */
export function dealerSection({ dealers, shifts }: JournalFigures, words: JournalWords): ReportSection {
  const { report } = words
  const [note, emptyDealers, emptyShifts] = [report.dealersMeans, report.noDealers, report.noShifts]
  return {
    title: report.dealersAndShifts,
    blocks: [
      tableBlock({ name: 'dealers', title: report.byDealer, note, empty: emptyDealers }, dealers, [
        { key: 'dealer', title: report.dealer, isTight: true, cell: (row) => dealerCell(row, words) },
        { key: 'shifts', title: report.shifts, isNumber: true, cell: (row) => countCell(row.shifts) },
        ...incidentColumns(words),
      ]),
      tableBlock({ name: 'shifts', title: report.byShift, empty: emptyShifts }, shifts, [
        { key: 'table', title: report.table, isTight: true, cell: ({ table }) => table },
        { key: 'dealer', title: report.dealer, isTight: true, cell: (row) => personCell(row) },
        { key: 'since', title: report.from, isTight: true, cell: ({ since }) => momentCell(since, words) },
        { key: 'until', title: report.until, isTight: true, cell: ({ until }) => timeCell(until, words) },
        ...incidentColumns(words),
      ]),
    ],
  }
}

const timeCell = (time: string | null, words: JournalWords): ReportCell =>
  time === null ? noFigure : momentCell(time, words)

const personCell = ({ badge, name }: { badge: string; name: string }): ReportCell => ({
  text: name === '' ? badge : `${name} (${badge})`,
  value: badge,
})

function dealerCell({ dealer, name }: DealerFigures, { report }: JournalWords): ReportCell {
  if (dealer === 'nobody') return { text: report.nobody, value: dealer }
  return { text: name ?? dealer, value: dealer }
}

type Timed = IncidentCounts & { readonly ms: number | null }

const incidentColumns = ({ report }: JournalWords): ColumnOf<Timed>[] => {
  const count = (key: string, title: string, of: (row: Timed) => number): ColumnOf<Timed> => ({
    key,
    title,
    isNumber: true,
    cell: (row) => countCell(of(row)),
  })
  const figure = (key: string, title: string, of: (row: Timed) => number | null): ColumnOf<Timed> => ({
    key,
    title,
    isNumber: true,
    cell: (row) => numberCell(of(row), 1),
  })
  return [
    figure('hours', report.hoursAtTable, ({ ms }) => (ms === null ? null : ms / HOUR)),
    count('rounds', report.roundsDealt, ({ rounds }) => rounds),
    figure('rounds_an_hour', report.roundsAnHour, ({ rounds, ms }) => (ms ? rounds / (ms / HOUR) : null)),
    figure('round_seconds', report.roundSeconds, ({ timedMs, timedRounds }) =>
      timedRounds === 0 ? null : timedMs / timedRounds / 1_000,
    ),
    count('void', report.void, ({ voided }) => voided),
    count('void_after_draw', report.voidAfter, ({ voidedAfterDraw }) => voidedAfterDraw),
    count('void_afterwards', report.voidLater, ({ voidedLater }) => voidedLater),
    count('corrections', report.corrections, ({ corrected }) => corrected),
    count('rulings', report.rulings, ({ ruled }) => ruled),
    count('irregularities', report.irregular, ({ irregular }) => irregular),
    count('referrals', report.referred, ({ referred }) => referred),
    { key: 'awarded', title: report.awards, isNumber: true, cell: ({ awarded }) => moneyCell(awarded) },
  ]
}

/** Everybody who could use the house, and who did. Without the record of the house there is nothing to say. */
export function accessSections({ house, happenings }: JournalFigures, words: JournalWords): ReportSection[] {
  const { report } = words
  const altered = alterationTable([...(house?.alterations ?? []), ...happenings], words)
  const alterations: ReportSection = { title: report.alterations, blocks: [altered] }
  if (!house) return [alterations]
  const leftOut: Block[] =
    house.accessLeftOut === 0 ? [] : [{ kind: 'verdict', tone: 'plain', text: report.leftOut(house.accessLeftOut) }]
  return [
    { title: report.userAccess, blocks: [userTable(house, words), ...leftOut, accessTable(house, words)] },
    alterations,
  ]
}

function userTable({ users }: HouseSpanFigures, words: JournalWords): ReportTable {
  const { report, nouns } = words
  const note = report.usersMean
  return tableBlock({ name: 'users', title: report.users, note, empty: report.noUsers }, users, [
    { key: 'badge', title: report.badge, isTight: true, cell: ({ badge }) => badge },
    { key: 'name', title: report.name, cell: ({ name }) => name },
    {
      key: 'position',
      title: report.position,
      cell: ({ role }) => ({ text: capitalise(roleIn(nouns, role)), value: role }),
    },
    { key: 'added', title: report.added, isTight: true, cell: ({ added }) => momentCell(added, words) },
    { key: 'pin_set', title: report.pinSet, isTight: true, cell: ({ lastPin }) => timeCell(lastPin, words) },
    { key: 'last_access', title: report.lastAccess, isTight: true, cell: (user) => timeCell(user.lastAccess, words) },
    { key: 'sign_ins', title: report.signIns, isNumber: true, cell: ({ signIns }) => countCell(signIns) },
    { key: 'wrong_pins', title: report.wrongPins, isNumber: true, cell: ({ failures }) => countCell(failures) },
    { key: 'state', title: report.state, cell: ({ removed, isLocked }) => stateCell(removed, isLocked, words) },
  ])
}

function stateCell(removed: string | null, isLocked: boolean, { report }: JournalWords): ReportCell {
  const state = removed !== null ? 'removed' : isLocked ? 'locked' : 'open'
  return { text: report.userStates[state], value: state }
}

function accessTable({ access }: HouseSpanFigures, words: JournalWords): ReportTable {
  const { report, houseEvents } = words
  return tableBlock({ name: 'access', title: report.accessList, empty: report.noAccess }, access, [
    { key: 'at', title: report.time, isTight: true, cell: ({ at }) => momentCell(at, words) },
    { key: 'what', title: report.what, cell: ({ what }) => ({ text: houseEvents[what], value: what }) },
    {
      key: 'badge',
      title: report.badge,
      isTight: true,
      cell: ({ badge, name }) =>
        badge === null ? { text: report.unknownBadge, value: null } : personCell({ badge, name }),
    },
    { key: 'count', title: report.times, isNumber: true, cell: ({ count }) => countCell(count) },
    { key: 'why', title: report.why, cell: ({ why }) => ({ text: why ? words.sessionEndNames[why] : '', value: why }) },
  ])
}

type AlteredAtTable = Happening & {
  event: { type: 'limits-set' | 'book-set' | 'outcome-corrected' | 'table-closed' | 'table-opened' }
}
type Altered = Alteration | AlteredAtTable

const isAltered = (row: Alteration | Happening): row is Altered =>
  !('event' in row) ||
  ['limits-set', 'book-set', 'outcome-corrected', 'table-closed', 'table-opened'].includes(row.event.type)

const alteredText = ({ what }: Alteration, { report, houseEvents }: JournalWords): string =>
  what === 'configuration-changed' ? report.configurationChanged : houseEvents[what]

/** Every alteration in the house and at its tables, in order of time. */
function alterationTable(rows: readonly (Alteration | Happening)[], words: JournalWords): ReportTable {
  const { report, nouns } = words
  const altered = rows
    .filter(isAltered)
    .map((row) => ('event' in row ? atTable(row, words) : { ...row, what: alteredText(row, words), code: row.what }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const value = (text: string | null): ReportCell => (text === null ? noFigure : text)
  return tableBlock({ name: 'alterations', title: report.alterations, empty: report.noAlterations }, altered, [
    { key: 'at', title: report.time, isTight: true, cell: ({ at }) => momentCell(at, words) },
    { key: 'what', title: report.what, cell: ({ what, code }) => ({ text: what, value: code }) },
    { key: 'subject', title: report.subject, cell: ({ subject }) => subject },
    { key: 'before', title: report.before, isLong: true, cell: ({ before }) => value(before) },
    { key: 'after', title: report.after, isLong: true, cell: ({ after }) => value(after) },
    { key: 'by', title: report.by, cell: ({ by }) => by },
    {
      key: 'reason',
      title: report.reason,
      isLong: true,
      cell: ({ reason }) => ({ text: reasonIn(nouns, reason), value: reason }),
    },
  ])
}

function atTable({ at, table, actor, book, event }: AlteredAtTable, words: JournalWords) {
  const by = 'by' in event && event.by?.name ? event.by.name : actor
  const reason = ('reason' in event ? event.reason : undefined) ?? ''
  const row = { at, what: words.roundEvents[event.type], code: event.type as string, by, reason }
  switch (event.type) {
    case 'limits-set': {
      const shown = (limits: typeof event.from) => {
        const own = words.bookById(book)
        return limitsText(limits, own && words.books.edition(own), words)
      }
      return { ...row, subject: table, before: shown(event.from), after: shown(event.to) }
    }
    case 'book-set':
      return { ...row, subject: table, before: event.from, after: event.to }
    case 'outcome-corrected':
      return { ...row, subject: words.report.roundAt(table, event.round), before: event.from, after: event.to }
    case 'table-closed':
      return { ...row, subject: table, before: 'open', after: 'closed' }
    case 'table-opened':
      return { ...row, subject: table, before: 'closed', after: 'open' }
  }
}
