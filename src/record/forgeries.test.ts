import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWhole } from '../../test/campaign.ts'
import { corpus } from '../../test/corpus.ts'
import { Forgery, type Plain } from '../../test/forgery.ts'
import { ForgedDatabase } from '../../test/postgres/forged-database.ts'
import { isShort } from '../../test/suites.ts'
import { croupier } from '../../test/support/cli.ts'
import { entriesIn, readStore } from '../../test/support/journal.ts'
import { cleanUp } from '../../test/support/service.ts'
import { playersOf } from '../engine/ledger.ts'
import { fundsOf } from '../engine/summary.ts'
import { HOUSE } from '../house/state.ts'
import { TICKETS } from '../house/ticket-state.ts'
import { after, DAY } from '../house/time.ts'
import { growBlocks, headFrom, inclusionFrom, noBlocks, portableTrees } from '../proof/block-tree.ts'
import { readKey, type VerifierKey } from '../proof/keys.ts'
import { readConfig } from '../service/config.ts'
import { leafBytes } from '../service/journal/journal.ts'
import { snapshotSeal } from '../service/secrets/snapshot-seal.ts'
import { startService } from '../service/service.ts'
import { type Anchor, readAnchor } from './anchors.ts'
import { allOf } from './journal-reader.ts'
import { sealedWith } from './snapshot-binding.ts'
import type { Snapshot } from './stored-entry.ts'
import { atOnce } from './stream-walk.ts'
import { readTableEntry } from './table-entry.ts'
import { remember, type TableMemory } from './table-memory.ts'
import { tableSnapshot, writeTableMemory } from './table-snapshot.ts'
import { VERSION } from './versions.ts'

/**
 * Forgeries of a real journal, with every hash computed again. Each is found, or it is one that no journal can exclude
 * by itself: then verify says so, and a hash kept outside the house finds it.
 */
const comesTo = JSON.parse(readFileSync(join(corpus('version-1'), 'comes-to.json'), 'utf8'))

let database: ForgedDatabase
beforeAll(async () => {
  database = await ForgedDatabase.open()
})
afterAll(async () => {
  await database.close()
  cleanUp()
})

/** A database is read row by row in every case, so only some of the forgeries are put into one. */
const IN_DATABASE = isWhole ? 1 : isShort ? 12 : 3
let asked = 0

/** In its folder, and put into a database as it stands: the same is found. */
async function verifiedOnBoth(forgery: Forgery, anchors: readonly Anchor[] = []) {
  const inFolder = await forgery.verified(anchors)
  if (asked++ % IN_DATABASE > 0) return inFolder
  await database.hold(forgery.folder)
  expect(await forgery.verified(anchors, database.store)).toEqual(inFolder)
  return inFolder
}

const does = (name: string) => (entry: Plain) =>
  entry.command?.do === name && entry.events !== undefined && !entry.refused
/** In an entry, besides the rules that it carries. */
const said = (text: string) => (entry: Plain) => JSON.stringify({ ...entry, ruleBook: null }).includes(text)

/** Another time, everywhere in an entry where the old one stands. */
const moved = (entry: Plain, change: (at: string) => string): Plain =>
  JSON.parse(JSON.stringify(entry).replace(/"(\d{4}-\d{2}-\d{2}T[^"]+Z)"/g, (_, at) => `"${change(at)}"`))
const later = (at: string) => after(at, 365 * DAY)
const earlier = (at: string) => after(at, -3_600_000)

const salt = '5a17'.repeat(8)
const admin = { badge: '9001', name: 'Admin', role: 'administrator' }

/** `settle`, refused for lack of permission to a caller who had it. */
function forbiddenTo(forgery: Forgery, actor: string): Plain {
  const { book, house, command } = forgery
    .at('single')
    .findLast((entry) => entry.actor === actor && does('settle')(entry))
  const { house: latest } = forgery.at('single').at(-1)
  return {
    v: VERSION,
    salt,
    at: 'NOW',
    actor,
    book,
    house: Math.max(house, latest),
    forbidden: { do: 'settle', by: command.by, at: 'NOW', hash: '0'.repeat(64) },
    refused: { refused: 'position-too-low', needs: 'dealer', by: 'shift-manager' },
  }
}

test('the journal that is forged is sound as it is', async () => {
  expect(await verifiedOnBoth(new Forgery().write('checkpoints'))).toMatchObject({ findings: [], remarks: [] })
})

type Row = readonly [what: string, forge: (forgery: Forgery) => void, stream: string, problem: RegExp]

// biome-ignore format: a table is read down its columns
const found: readonly Row[] = [
  ['a payment', (f) => f.edit('single', said('"round-settled"'), (e) => { e.events[0].lines[0].paid += 100 }), 'single', /rule book settle yields/],
  ['a stake', (f) => f.edit('single', does('wager'), (e) => { e.events[0].stake += 100 }), 'single', /rule book wager yields/],
  ['a stake, command and all', (f) => f.edit('single', does('wager'), (e) => { e.command.stake += 100; e.events[0].stake += 100; e.events[0].total += 100 }), 'single', /rule book settle yields/],
  ['a void put right by another number', (f) => f.edit('single', said('"from":null'), (e) => { e.command.pocket = '8' }), 'single', /rule book correct-outcome yields/],
  ['a void put right for another reason', (f) => f.edit('single', said('"from":null'), (e) => { e.events[0].code = 'foreign-object' }), 'single', /rule book correct-outcome yields/],
  ['a void put right by a draw that was not', (f) => f.edit('fast', said('"from":null'), (e) => { e.events[0].lines[0].pays = 200; e.events[0].lines[0].paid = 200_000; e.events[0].adjustments[0].amount = 200_000 }), 'fast', /rule book correct-outcome yields/],
  ['a void put right that had no draw', withoutDraw, 'fast', /refusal draw-not-on-record/],
  ['no spin put right', (f) => f.append('single', putRightAfterNoSpin(f)), 'single', /refusal round-is-void/],
  ['what an old round came to, told of one that is remembered', (f) => f.edit('single', said('"from":null'), (e) => { e.events[0].before = { pocket: null, code: 'ball-out-of-wheel', handle: {}, won: 0, at: null } }), 'single', /rule book correct-outcome yields/],
  ['a ticket of more than was cashed out', (f) => f.edit(TICKETS, said('"beside"'), (e) => { e.command.amount += 100; e.events[0].amount += 100 }), TICKETS, /redeem-ticket yields/],
  ['credits without a ticket', (f) => f.edit('etg-a', said('"cashed-out"'), (e) => { e.command.amount -= 100; e.events[0].amount -= 100 }), 'etg-a', /there is no ticket for this/],
  ['another book', (f) => f.edit('single', does('settle'), (e) => { e.book = f.at('fast')[0].book }), 'single', /no rule book with the fingerprint/],
  ['a book that nobody knows', (f) => f.edit('single', does('settle'), (e) => { e.book = '0'.repeat(64) }), 'single', /no rule book with the fingerprint/],
  ['the setup', (f) => f.edit('single', said('"opened"'), (e) => { e.opened.wheelOrder = ['1'] }), 'single', /setup is not one/],

  ['a terminal that there was not', (f) => f.edit('etg-a', (e) => e.actor === 'terminal:etg-a-ann' && does('wager')(e), (e) => { e.actor = 'terminal:ghost' }), 'etg-a', /no terminal ghost/],
  ['a terminal of another table', (f) => f.edit('etg-b', (e) => e.actor === 'terminal:etg-b-ann' && does('wager')(e), (e) => { e.actor = 'terminal:etg-a-ann' }), 'etg-b', /might not give wager: not-at-this-table/],
  ['a terminal before it was enrolled', (f) => f.edit('etg-a', (e) => e.actor === 'terminal:etg-a-bo' && does('wager')(e), (e) => { e.actor = 'terminal:spare'; e.command.by.name = 'spare'; e.command.player = 'spare' }), 'etg-a', /.+/],
  ['a player of another', (f) => f.edit('etg-a', (e) => e.actor === 'terminal:etg-a-ann' && does('wager')(e), (e) => { e.command.by.name = 'bo' }), 'etg-a', /rule book wager yields|is of ann/],
  ['a badge that nobody had', (f) => f.edit('single', does('settle'), (e) => { e.actor = 'staff:7777' }), 'single', /nobody had the badge 7777/],
  ['a badge before its time', (f) => f.edit('single', does('settle'), (e) => { e.actor = 'staff:1002' }), 'single', /nobody had the badge 1002/],
  ['somebody who was not signed in', (f) => f.edit(HOUSE, (e) => does('sign-in')(e) && e.command.badge === '4001', (e) => { e.command.badge = '5001'; e.events[0].badge = '5001' }), 'single', /4001 was not signed in/],
  ['somebody whom nobody knows as such', (f) => f.edit('single', does('settle'), (e) => { e.actor = 'pit' }), 'single', /nobody is known as pit/],
  ['the console at a table', (f) => f.edit('single', does('settle'), (e) => { e.actor = 'console:root' }), 'single', /nobody is known as console/],
  ['the wheel that moves money', (f) => f.edit('single', does('buy-in'), (e) => { e.actor = 'wheel' }), 'single', /the wheel and no other sender may say this/],
  ['the wheel that moves money, in its own name', (f) => f.edit('single', does('buy-in'), (e) => { e.actor = 'wheel'; e.command.by = { role: 'wheel' } }), 'single', /buy-in yields the refusal position-too-low/],
  ['a dealer that is the wheel', (f) => f.edit('single', (e) => does('no-more-bets')(e) && e.actor.startsWith('staff:'), (e) => { e.command.by = { role: 'wheel' } }), 'single', /the wheel and no other sender may say this/],
  ['the service that moves money', (f) => f.edit('single', does('buy-in'), (e) => { e.actor = 'service' }), 'single', /the service gives no credits to/],
  ['the service that settles', (f) => f.edit('single', does('settle'), (e) => { e.actor = 'service' }), 'single', /service might not give settle: position-too-low/],
  ['a demonstration that moves money', (f) => f.edit('single', does('buy-in'), (e) => { e.actor = 'demo' }), 'single', /demo might not give buy-in/],

  ['a position too low', (f) => f.edit('single', does('correct-outcome'), (e) => { e.actor = 'staff:1001'; e.command.by = { role: 'dealer', name: 'Dana (1001)' } }), 'single', /refusal position-too-low/],
  ['a position that was not held', (f) => f.edit('single', does('correct-outcome'), (e) => { e.actor = 'staff:1001' }), 'single', /1001 was dealer, and gives it as/],
  ['a role', (f) => f.edit(HOUSE, (e) => does('add-staff')(e) && e.command.badge === '1001', (e) => { e.command.role = 'shift-manager'; e.events[0].role = 'shift-manager' }), HOUSE, /cancel-ticket was not to be refused/],
  ['a role that was changed by nobody', (f) => f.edit(HOUSE, does('change-role'), (e) => { e.events[0].to = 'shift-manager' }), HOUSE, /change-role yields/],

  ['a time that runs backwards', (f) => f.edit('single', does('settle'), (e) => { Object.assign(e, moved(e, earlier)) }), 'single', /before the entry before it/],
  ['a time that is not its command\'s', (f) => f.edit('single', does('wager'), (e) => { e.at = later(e.at) }), 'single', /not that of its command/],
  ['one time moved by a year', (f) => f.edit('single', does('wager'), (e) => { Object.assign(e, moved(e, later)) }), 'single', /after the next entry of the house|not signed in/],
  ['a whole table moved by a year', (f) => { f.streams.set('single', f.at('single').map((e) => moved(e, later))) }, 'single', /after the next entry of the house|not signed in/],
  ['the whole house moved by a year', (f) => { f.streams.set(HOUSE, f.at(HOUSE).map((e) => moved(e, later))) }, 'single', /before the entry of the house/],
  ['a time of the house that runs backwards', (f) => f.edit(HOUSE, does('change-role'), (e) => { Object.assign(e, moved(e, earlier)) }), HOUSE, /before the entry before it/],
  ['a correction of the clock that fits nothing', (f) => f.append(HOUSE, { v: VERSION, salt, at: 'NOW', command: { do: 'correct-clock', from: '2020-01-01T00:00:00.000Z', to: '2019-01-01T00:00:00.000Z', by: { system: 'service' }, at: 'NOW' }, events: [{ type: 'clock-corrected', from: '2020-01-01T00:00:00.000Z', to: '2019-01-01T00:00:00.000Z', at: 'NOW', by: { system: 'service' } }] }), HOUSE, /does not fit the times/],
  ['an entry of the house that is not there yet', (f) => f.edit('single', (e) => e === f.at('single').at(-1), (e) => { e.house = 9_999 }), 'single', /entry 9999 of the house, which is not there/],
  ['an older entry of the house', (f) => f.edit('single', (e) => e === f.at('single').at(-1), (e) => { e.house = 1 }), 'single', /older entry of the house/],
  ['no entry of the house', (f) => f.edit('single', does('settle'), (e) => { e.house = null }), 'single', /does not say which entry/],
  ['an entry without its format', (f) => f.edit('single', does('settle'), (e) => { delete e.v }), 'single', /does not say its version first/],

  ['a forbidden command of one who might', (f) => f.append('single', forbiddenTo(f, 'staff:4001')), 'single', /by the house this yields no refusal/],
  ['a forbidden command that nobody forbade', (f) => f.append('single', { ...forbiddenTo(f, 'staff:4001'), refused: { refused: 'betting-is-closed' } }), 'single', /forbidden by nobody/],
  ['an end that a ticket did not come to', (f) => f.edit(TICKETS, (e) => e.command?.do === 'redeem-ticket' && e.refused?.refused === 'ticket-redeemed', (e) => { e.command.closed = { cancelled: e.at } }), TICKETS, /its facts of the ticket contradict the record/],
  ['the number of a ticket that was paid', (f) => f.edit(TICKETS, (e) => e === f.at(TICKETS).findLast(does('issue-ticket')), (e) => { e.command.number = e.events[0].number = f.at(TICKETS).find(does('redeem-ticket')).events[0].number }), TICKETS, /a ticket with this number before/],
  ['refusals counted by somebody', (f) => f.append(HOUSE, { v: VERSION, salt, at: 'NOW', command: { do: 'count-refusals', counts: [], by: { badge: '9001' }, at: 'NOW' }, events: [{ type: 'refusals-counted' }] }), HOUSE, /count-refusals yields the refusal position-too-low/],

  ['the house left out', (f) => { f.streams.delete(HOUSE) }, HOUSE, /stream is missing/],
  ['the house left out, and everything the wheel\'s', (f) => { f.streams.delete(HOUSE); for (const all of f.streams.values()) for (const e of all) { e.house = 0; if (!e.opened) e.actor = 'wheel' } }, 'single', /the wheel and no other sender may say this/],
  ['a table left out', (f) => { f.streams.delete('etg-a') }, HOUSE, /stream of table etg-a is missing/],
  ['the tickets left out', (f) => { f.streams.delete(TICKETS) }, 'etg-a', /there is no ticket for this/],
  ['the end of the tickets cut off', (f) => { f.streams.set(TICKETS, f.at(TICKETS).slice(0, f.at(TICKETS).findIndex(said('"beside"')))) }, 'etg-a', /there is no ticket for this/],
  ['a ticket that rests on no entry of the house', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { delete e.house }), TICKETS, /which entry of the house it rests on/],
  ['a ticket that rests on a house before anybody was in it', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.house = 0 }), TICKETS, /nobody had the badge/],
  ['a ticket that rests on a house to come', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.house = f.at(HOUSE).length + 1 }), TICKETS, /which is not there/],
  ['a ticket at a terminal that was not enrolled', (f) => f.edit(TICKETS, does('issue-ticket'), (e) => { e.command.by.terminal = 'nowhere' }), TICKETS, /nowhere was not enrolled/],
  ['the end of the house cut off', (f) => { f.at(HOUSE).splice(-20) }, 'single', /which is not there|not signed in|nobody had/],

  ['an invented refusal of the book', (f) => f.edit('single', (e) => e.refused?.refused === 'betting-is-closed', (e) => { e.refused = { refused: 'table-is-closed' } }), 'single', /rule book this yields/],
  ['an invented refusal for lack of authority', (f) => f.edit('single', does('set-limits'), (e) => { delete e.events; e.refused = { refused: 'position-too-low', needs: 'shift-manager', by: 'shift-manager' } }), 'single', /by the house this yields no refusal/],
  ['another position refused', (f) => f.edit('single', (e) => e.refused?.refused === 'position-too-low', (e) => { e.refused.needs = 'dealer' }), 'single', /by the house this yields/],
  ['an invented refusal of the house', (f) => f.append(HOUSE, { v: VERSION, salt, at: 'NOW', command: { do: 'note-refusal', asked: 'add-staff', refusal: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' }, by: { badge: '9001' }, at: 'NOW' }, events: [{ type: 'refusal-recorded', asked: 'add-staff', refusal: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' }, at: 'NOW', by: admin }], refused: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' } }), HOUSE, /add-staff was not to be refused/],
  ['a refusal of an action that nobody declared', (f) => f.append(HOUSE, { v: VERSION, salt, at: 'NOW', command: { do: 'note-refusal', asked: 'open-the-safe', refusal: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' }, by: { badge: '9001' }, at: 'NOW' }, events: [{ type: 'refusal-recorded', asked: 'open-the-safe', refusal: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' }, at: 'NOW', by: admin }], refused: { refused: 'position-too-low', needs: 'administrator', by: 'administrator' } }), HOUSE, /open-the-safe was not to be refused/],
  ['a refusal of a ticket that is good', (f) => f.edit(TICKETS, (e) => e.refused?.refused === 'ticket-redeemed', (e) => { e.command.number = '9'.repeat(18) }), TICKETS, /yields the refusal ticket-unknown/],

  ['a field that occurs twice', (f) => f.editText('single', does('wager'), (body) => body.replace('"stake":', '"stake":1,"stake":')), 'single', /not written as entries are/],
  ['a field that occurs twice, in the tickets', (f) => f.editText(TICKETS, does('sell-ticket'), (body) => body.replace('"amount":', '"amount":1,"amount":')), TICKETS, /not written as entries are/],
  ['a blank', (f) => f.editText('single', does('wager'), (body) => body.replace(',"at":', ', "at":')), 'single', /not written as entries are/],
  ['a foreign field of an entry', (f) => f.edit('single', does('wager'), (e) => { e.note = 'hidden' }), 'single', /has a field note/],
  ['events beside a refusal', (f) => f.edit('single', (e) => e.refused?.refused === 'betting-is-closed', (e) => { e.events = [] }), 'single', /has a field events/],
  ['a foreign field of a command', (f) => f.edit('single', does('wager'), (e) => { e.command.note = 'hidden' }), 'single', /wager has no field note/],
  ['a foreign field of who gave it', (f) => f.edit('single', does('wager'), (e) => { e.command.by.note = 'hidden' }), 'single', /its command is not valid: by must be a role/],
  ['a foreign field of a forbidden command', (f) => f.edit('single', (e) => e.forbidden, (e) => { e.forbidden.note = 'hidden' }), 'single', /forbidden command has a field note/],
  ['texts in a recorded rule book', (f) => f.edit('single', said('"opened"'), (e) => { e.ruleBook.texts = {} }), 'single', /rule book that it carries/],
  ['a foreign field of a ticket', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.note = 'hidden' }), TICKETS, /has a field note/],
  ['a foreign field of a command about a ticket', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.command.note = 'hidden' }), TICKETS, /has a field note, which sell-ticket has not/],
  ['a foreign field within a command of the house', (f) => f.edit(HOUSE, does('add-staff'), (e) => { e.command.pin.note = 'hidden'; e.events[1].pin.note = 'hidden' }), HOUSE, /has a field pin.note, which add-staff has not/],
  ['two callers of one command', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.command.by.system = 'service' }), TICKETS, /has a field by, which sell-ticket has not/],
  ['an entry beside a ticket of the counter', (f) => f.edit(TICKETS, does('sell-ticket'), (e) => { e.beside = { stream: 'single', seq: 1 } }), TICKETS, /names an entry of a table, and has none/],
  ['a table beside an entry of the house', (f) => f.edit(HOUSE, does('add-staff'), (e) => { e.beside = { stream: 'single', seq: 1 } }), HOUSE, /has a field beside/],

  ['a ticket sold by nobody', (f) => f.append(TICKETS, ticketBy('7777', f)), TICKETS, /nobody had the badge 7777/],
  ['a ticket sold by one who may not', (f) => f.append(TICKETS, ticketBy('5001', f)), TICKETS, /refusal position-too-low/],
  ['a ticket sold by another than is named', (f) => f.edit(TICKETS, (e) => does('sell-ticket')(e) && e.command.by.badge === '1001', (e) => { e.events[0].place.attendant = '4001' }), TICKETS, /sell-ticket yields/],
  ['a ticket in the name of another', (f) => f.edit(TICKETS, (e) => does('sell-ticket')(e) && e.command.by.badge === '1001', (e) => { e.command.by.badge = '4001' }), TICKETS, /sell-ticket yields/],
  ['an administrator added by a dealer', (f) => f.append(HOUSE, administratorBy({ badge: '1001' }, { badge: '1001', name: 'Dana', role: 'dealer' }, f)), HOUSE, /refusal position-too-low/],
  ['an administrator added by a part of the service', (f) => f.append(HOUSE, administratorBy({ system: 'service' }, { system: 'service' }, f)), HOUSE, /add-staff yields the refusal position-too-low/],
]

/** A round whose draw was refused, and whose void knows of none. */
function withoutDraw(f: Forgery): void {
  const { round } = f.at('fast').find(said('"from":null')).events[0]
  const isOfRound = (entry: Plain): boolean => entry.events?.[0].round === round
  f.edit(
    'fast',
    (entry) => entry.command?.do === 'bonus-numbers' && isOfRound(entry),
    (entry) => {
      delete entry.events
      entry.command.numbers = ['1']
      entry.refused = { refused: 'bonus-numbers-not-valid', numbers: ['1'], needs: 10, clause: '1.1.1' }
    },
  )
  f.edit(
    'fast',
    (entry) => said('"afterDraw"')(entry) && isOfRound(entry),
    (entry) => {
      delete entry.events[0].afterDraw
      delete entry.events[0].by
    },
  )
}

/** Reading 28: an announced no spin stands against every correction. */
function putRightAfterNoSpin(f: Forgery): Plain {
  const { round } = f.at('single').find(said('"code":"no-spin"')).events[0]
  const { command, events, ...head } = structuredClone(f.at('single').findLast(said('"from":null')))
  const again = { ...head, at: 'NOW', house: f.at(HOUSE).length }
  return { ...again, command: { ...command, round, at: 'NOW' }, events: [{ ...events[0], round, code: 'no-spin' }] }
}

const issuedIn = (forgery: Forgery): number =>
  forgery.at(TICKETS).filter(({ events }) => events.some(({ type }: Plain) => type === 'ticket-issued')).length

/** `nth`: it rests on the house as this entry of the tickets does. */
const ticketBy = (badge: string, forgery: Forgery, nth = -1): Plain => ({
  v: VERSION,
  salt,
  at: 'NOW',
  house: forgery.at(TICKETS).at(nth)!.house,
  command: { do: 'sell-ticket', number: '1'.repeat(18), amount: 5_000, table: 'etg-a', by: { badge }, at: 'NOW' },
  events: [
    {
      type: 'ticket-issued',
      number: '1'.repeat(18),
      sequence: issuedIn(forgery) + 1,
      amount: 5_000,
      place: { table: 'etg-a', attendant: badge },
      at: 'NOW',
      expires: 'IN90',
    },
  ],
})

/** As an attendant who was signed in would have sold it. */
function ticketOf(amount: number, forgery: Forgery): Plain {
  const sold = ticketBy('1001', forgery, -3)
  sold.command.amount = amount
  sold.events[0].amount = amount
  return sold
}

function administratorBy(by: Plain, signature: Plain, forgery: Forgery): Plain {
  const { pin } = forgery.at(HOUSE).find((entry) => entry.command.do === 'add-staff').command
  const signed = { at: 'NOW', by: signature }
  return {
    v: VERSION,
    salt,
    at: 'NOW',
    command: { do: 'add-staff', badge: '6666', name: 'M', role: 'administrator', pin, by, at: 'NOW' },
    events: [
      { type: 'staff-added', badge: '6666', name: 'M', role: 'administrator', ...signed },
      { type: 'staff-pin-set', badge: '6666', pin, ...signed },
    ],
  }
}

test.each(found)('%s is found', async (_, forge, stream, problem) => {
  const forgery = new Forgery()
  forge(forgery)
  const { findings } = await verifiedOnBoth(forgery.write())
  expect(findings.map((finding) => finding.stream)).toContain(stream)
  expect(findings.find((finding) => finding.stream === stream)!.problem).toMatch(problem)
})

/** These forgeries lead to a history that could be true: only a hash kept outside the house exposes them. */
const anchored: readonly (readonly [what: string, forge: (forgery: Forgery) => void])[] = [
  [
    'a moved ball, with everything after it decided again',
    (f) => {
      f.edit('sands-1', does('ball-at-rest'), (e) => {
        e.command.pocket = '18'
      })
      f.decideAgain('sands-1')
    },
  ],
  [
    'money that was bought in at a table, with everything after it decided again',
    (f) => {
      f.edit('sands-1', does('buy-in'), (e) => {
        e.command.amount += 5_000
      })
      f.decideAgain('sands-1')
    },
  ],
  [
    '100,000.00 added to a player, with everything after it decided again',
    (f) => {
      f.edit('single', does('buy-in'), (e) => {
        e.command.amount += 10_000_000
      })
      f.decideAgain('single')
    },
  ],
  [
    'a ball moved from 5 to 17, with everything after it decided again',
    (f) => {
      f.edit(
        'single',
        (e) => does('ball-at-rest')(e) && e.command.pocket === '5',
        (e) => {
          e.command.pocket = '17'
        },
      )
      f.decideAgain('single')
    },
  ],
  ['a ticket of a million, sold by nobody', (f) => f.insert(TICKETS, ticketOf(100_000_000, f))],
  [
    'an administrator added at the console',
    (f) => f.insert(HOUSE, administratorBy({ console: 'root' }, { console: 'root' }, f)),
  ],
  ['a table that no terminal and no ticket mentions, left out', (f) => void f.streams.delete('fast')],
  ['the last entries of a table cut off', (f) => void f.at('sands-1').splice(-3)],
  [
    'the whole history moved by a year',
    (f) => {
      for (const [stream, all] of f.streams)
        f.streams.set(
          stream,
          all.map((entry) => moved(entry, later)),
        )
    },
  ],
]

test.each(anchored)('%s needs an anchor outside the house, which verify says', async (_, forge) => {
  const forgery = new Forgery()
  forge(forgery)
  const { findings, roots, unknown } = await verifiedOnBoth(forgery.write())
  expect(findings).toEqual([])
  expect(unknown.join(' ')).toMatch(/not rewritten from scratch.*kept elsewhere/)
  expect(roots).not.toEqual(comesTo.roots)
})

/** The checkpoints kept by an outsider: the newest of each stream, or all of them. */
const keptOutside = await readStore(corpus('version-1'), async (reader) => {
  const keys = (await allOf(reader.pages(HOUSE)))
    .flatMap(({ body }) => JSON.parse(body).events ?? [])
    .filter(({ type }) => type === 'signing-key-changed')
    .map(({ to }) => readKey(to) as VerifierKey)
  const notes = (await reader.streams()).map((stream) => allOf(reader.checkpoints(stream)))
  const all = (await Promise.all(notes)).map((own) =>
    own.map(({ note }) => {
      const anchor = readAnchor(note, { keys, witnesses: [], quorum: 0 })
      if ('problem' in anchor) throw new Error(anchor.problem)
      return anchor
    }),
  )
  return { newest: all.map((own) => own.at(-1)!), every: all.flat() }
})

test('with checkpoints from before, the journal as it is has nothing against it, and says what they exclude', async () => {
  const { findings, unknown } = await verifiedOnBoth(new Forgery().write(), keptOutside.newest)
  expect(findings).toEqual([])
  expect(unknown.join(' ')).toMatch(/Every entry of single is as the house signed it/)
  expect(unknown.join(' ')).not.toMatch(/forged/)
})

const isForged =
  /not the history that the house signed|were signed, by a checkpoint from outside|was signed by a checkpoint/

test.each(anchored)('%s is found with a checkpoint from before, and between which entries', async (_, forge) => {
  const forgery = new Forgery()
  forge(forgery)
  forgery.write()
  const { findings } = await verifiedOnBoth(forgery, keptOutside.newest)
  expect(findings.map(({ problem }) => problem)).toContainEqual(expect.stringMatching(isForged))
  const { findings: closer } = await forgery.verified(keptOutside.every)
  expect(closer.map(({ problem }) => problem)).toContainEqual(expect.stringMatching(isForged))
})

test('a falsified result is narrowed to its round by every checkpoint, and to its entry by a receipt', async () => {
  const forgery = new Forgery()
  const [, forge] = anchored.find(([what]) => what.startsWith('a ball moved from 5'))!
  const wasAt = forgery.at('single').findIndex((e) => does('ball-at-rest')(e) && e.command.pocket === '5') + 1
  forge(forgery)
  forgery.write()
  const own = keptOutside.every.filter(({ stream }) => stream === 'single')
  const [finding] = (await forgery.verified(own)).findings
  const [first, last] = /entries (\d+) to (\d+)/.exec(finding!.problem)!.slice(1).map(Number) as [number, number]
  expect(first).toBeLessThanOrEqual(wasAt)
  expect(last).toBeGreaterThanOrEqual(wasAt)
  expect(own.map(({ size }) => size)).toEqual(expect.arrayContaining([first - 1, last]))
  // Checked with the proof of that very entry, as its player has it.
  const leaves = (await entriesIn(corpus('version-1'))).get('single')!.map(leafBytes)
  const { blocks } = growBlocks(noBlocks, leaves, portableTrees)
  const source = {
    leaves: (from: number, to: number) => leaves.slice(from, to),
    block: (index: number) => blocks[index]!.nodes,
  }
  const receipt = (at: number) => ({ index: at - 1, hashes: inclusionFrom(source, at - 1, last) })
  const anchor = own.find(({ size }) => size === last)!
  const named = (await forgery.verified([{ ...anchor, receipt: receipt(wasAt) }])).findings[0]!.problem
  expect(named).toContain(`entry ${wasAt} is not that of its receipt`)
  const other = (await forgery.verified([{ ...anchor, receipt: receipt(1) }])).findings[0]!.problem
  expect(other).not.toContain('receipt')
  // Two checkpoints that are one entry apart name it.
  const at = (size: number) => ({ stream: 'single', ...headFrom(source, size) })
  expect((await forgery.verified([at(wasAt - 1), at(wasAt), at(leaves.length)])).findings).toMatchObject([
    { stream: 'single', seq: wasAt, problem: expect.stringMatching(isForged) },
  ])
})

describe('a snapshot', () => {
  const bodyOf = (forgery: Forgery, stream: string): string => {
    const db = new DatabaseSync(join(forgery.folder, 'croupier.db'))
    const row = db.prepare('SELECT seq, body FROM snapshots WHERE stream = ?').get(stream) as Snapshot
    db.close()
    return row.body
  }
  const richer = (body: string): string => body.replace(/"cash":\d+/, '"cash":99999999')
  const put = (forgery: Forgery, seq: string, body: string): void =>
    forgery.sql(`UPDATE snapshots SET seq = ${seq}, body = '${body.replaceAll("'", "''")}' WHERE stream = 'sands-1'`)

  test.each([
    ['of the entry 1913.5', '1913.5', (body: string) => richer(body), /the number of its entry is 1913.5/],
    ['of the entry 0', '0', (body: string) => richer(body), /the number of its entry is 0/],
    ['of an entry that is a text', "'last'", (body: string) => richer(body), /the number of its entry is "last"/],
    [
      'with the hash of another',
      'seq',
      (body: string) => richer(body).replace(/"hash":"\w+"/, `"hash":"${'0'.repeat(64)}"`),
      /the hash is another/,
    ],
    ['of another format', 'seq', (body: string) => richer(body).replace('"v":1', '"v":2'), /another format/],
    ['of no format', 'seq', (body: string) => richer(body).replace('"v":1,', ''), /another format/],
    ['that cannot be read', 'seq', () => '{', /cannot be read/],
  ])('%s is left aside: verify remarks it, and the service starts from the journal', async (_, seq, change, remark) => {
    const forgery = new Forgery('version-1', true)
    put(forgery, seq, change(bodyOf(forgery, 'sands-1')))
    // A database holds no number of an entry that is none.
    const { findings, remarks } = seq === 'seq' ? await verifiedOnBoth(forgery) : await forgery.verified()
    expect(findings).toEqual([])
    expect(remarks).toEqual([expect.stringMatching(remark)])
    expect(await fundsServed(forgery.folder)).toEqual(comesTo.balances['sands-1'])
    if (seq !== 'seq') return
    await database.hold(forgery.folder)
    expect(await fundsServed(forgery.folder, database.store)).toEqual(comesTo.balances['sands-1'])
  })

  const served = (folder: string, store?: string) => {
    const flags = { port: '0', 'log-level': 'silent', config: join(folder, 'config.json'), data: folder }
    return startService(readConfig(store ? { ...flags, store } : flags, {}))
  }

  async function fundsServed(folder: string, store?: string): Promise<object> {
    const service = await served(folder, store)
    const { state } = service.floor.rooms.get('sands-1')!.table.settled
    const funds = Object.fromEntries(playersOf(state.ledger).map((player) => [player, fundsOf(state, player)]))
    await service.stop()
    return funds
  }

  test('that fits its entry and holds another balance is wrong', async () => {
    const forgery = new Forgery('version-1', true)
    put(forgery, 'seq', richer(bodyOf(forgery, 'sands-1')))
    expect((await verifiedOnBoth(forgery)).findings).toMatchObject([
      { stream: 'sands-1', problem: expect.stringContaining('snapshot') },
    ])
  })

  const promoted = (body: string): string => {
    const changed = body.replace(
      '"badge":"1001","name":"Dana","role":"dealer"',
      '"badge":"1001","name":"Dana","role":"administrator"',
    )
    expect(changed).not.toBe(body)
    return changed
  }

  test.each([
    ['with the seal of another', (body: string) => promoted(body)],
    [
      'with a seal of its own',
      (body: string) => atOnce(snapshotSeal(Buffer.alloc(32)).seal(HOUSE, 0, promoted(sealedWith(body)!.text))),
    ],
    ['without a seal', (body: string) => promoted(sealedWith(body)!.text)],
  ])('of the house that makes a dealer an administrator is not believed, %s', async (_, change) => {
    const forgery = new Forgery('version-1', true)
    const body = change(bodyOf(forgery, HOUSE))
    forgery.sql(`UPDATE snapshots SET body = '${body.replaceAll("'", "''")}' WHERE stream = 'house'`)
    const { stdout } = await croupier(['verify', forgery.folder])
    expect(stdout).toContain('house: its snapshot is left aside: it is not sealed with the house key')
    const { floor, stop } = await served(forgery.folder)
    expect(floor.house.settled.state.staff.get('1001')).toMatchObject({ role: 'dealer' })
    await stop()
  })

  test('of an entry that is gone tells that entries are missing', async () => {
    const forgery = new Forgery('version-1', true)
    forgery.at('sands-1').splice(-3)
    expect((await verifiedOnBoth(forgery.write())).findings).toMatchObject([
      { problem: expect.stringMatching(/entries are missing/) },
    ])
  })

  test('is written as it is read', () => {
    const forgery = new Forgery('version-1', true)
    let memory: TableMemory | null = null
    forgery.at('sands-1').forEach((plain, at) => {
      memory = remember(memory, 'sands-1', at + 1, readTableEntry(JSON.stringify(plain)))
    })
    const steps = writeTableMemory(memory!)
    let step = steps.next()
    while (!step.done) step = steps.next()
    expect(tableSnapshot(step.value, comesTo.heads['sands-1'].head)).toBe(sealedWith(bodyOf(forgery, 'sands-1'))!.text)
  })
})

describe('streams and checkpoints', () => {
  const rename = (from: string, to: string): string =>
    `UPDATE checkpoints SET stream = '${to}' WHERE stream = '${from}'`
  const swap = (f: Forgery, one: string, other: string): void => {
    const [first, second] = [f.at(one), f.at(other)]
    f.streams.set(one, second).set(other, first)
  }
  /** A player buys in, as the rules allow it. */
  const boughtIn = (f: Forgery, at: string): Plain => {
    const entry = structuredClone(f.at('single').findLast(does('buy-in')))
    delete entry.command.id
    // The player has had a colour since then.
    for (const event of entry.events) delete event.seatColours
    return moved({ ...entry, house: f.at(HOUSE).length }, () => at)
  }
  const latest = (f: Forgery): string =>
    [...f.streams.values()]
      .map((all) => all.at(-1).at as string)
      .sort()
      .at(-1)!

  /** The house continues after all existing entries. */
  const anHourLater = (f: Forgery): void => {
    const entry = JSON.stringify(administratorBy({ console: 'root' }, { console: 'root' }, f))
    f.at(HOUSE).push(JSON.parse(entry.replaceAll('NOW', after(latest(f), 3_600_000))))
  }

  test.each<[string, (f: Forgery) => void, string, RegExp]>([
    [
      'two tables of which each has the entries and the checkpoints of the other',
      (f) => {
        swap(f, 'sands-1', 'fast')
        f.write('checkpoints')
        for (const [from, to] of [
          ['sands-1', 'x'],
          ['fast', 'sands-1'],
          ['x', 'fast'],
        ] as const)
          f.sql(rename(from, to))
      },
      'sands-1',
      /is of .+\/fast, and no key on record signs for that/,
    ],
    [
      'two tables of which each has the entries of the other',
      (f) => {
        swap(f, 'sands-1', 'fast')
        f.write('checkpoints')
      },
      'fast',
      /^the house signed another history up to here/,
    ],
    [
      'a table that was added with the checkpoints of another',
      (f) => {
        f.streams.set('extra', structuredClone(f.at('fast')))
        f.write('checkpoints')
        f.sql("INSERT INTO checkpoints SELECT 'extra', size, note FROM checkpoints WHERE stream = 'fast'")
      },
      'extra',
      /is of .+\/fast, and no key on record signs for that/,
    ],
  ])('%s: found', async (_, forge, stream, problem) => {
    const forgery = new Forgery()
    forge(forgery)
    const { findings } = await verifiedOnBoth(forgery)
    expect(findings).toContainEqual(expect.objectContaining({ stream, problem: expect.stringMatching(problem) }))
  })

  test.each<[string, (f: Forgery) => void, RegExp]>([
    [
      'a table that was added',
      (f) => {
        f.streams.set('extra', structuredClone(f.at('fast')))
        f.write('checkpoints')
      },
      /^nothing refers to it: no terminal, no ticket and no checkpoint of the house$/,
    ],
    [
      'all checkpoints of a table, deleted',
      (f) => {
        f.write('checkpoints')
        f.sql("DELETE FROM checkpoints WHERE stream = 'etg-a'")
      },
      /^no checkpoint of it is there, and the house signs its record/,
    ],
    [
      'the newest checkpoints of a table, deleted long ago',
      (f) => {
        anHourLater(f)
        f.write('checkpoints')
        f.sql("DELETE FROM checkpoints WHERE stream = 'single' AND size > 20")
      },
      /^entries \d+ to \d+ are not under a checkpoint, though the house wrote after them/,
    ],
    [
      'an entry long ago after the last checkpoint',
      (f) => {
        f.at('single').push(boughtIn(f, latest(f)))
        anHourLater(f)
        f.write('checkpoints')
      },
      /^entries (\d+) to \1 are not under a checkpoint/,
    ],
  ])('%s: remarked', async (_, forge, remark) => {
    const forgery = new Forgery()
    forge(forgery)
    const { findings, remarks } = await verifiedOnBoth(forgery)
    expect(findings).toEqual([])
    expect(remarks).toEqual([expect.stringMatching(remark)])
  })

  test('entries that were added a moment ago are those that verify says it cannot tell of', async () => {
    const forgery = new Forgery()
    forgery.at('single').push(boughtIn(forgery, latest(forgery)))
    const { findings, remarks, unknown } = await verifiedOnBoth(forgery.write('checkpoints'))
    expect([findings, remarks]).toEqual([[], []])
    const last = forgery.at('single').length
    expect(unknown).toContainEqual(expect.stringContaining(`Entry ${last} of single is not under a checkpoint yet`))
  })
})

describe('the store', () => {
  test.each([
    ['a trigger', 'CREATE TRIGGER rich AFTER INSERT ON journal BEGIN DELETE FROM snapshots; END', 'trigger rich'],
    ['a view', 'CREATE VIEW mine AS SELECT * FROM journal', 'view mine'],
    ['another table', 'CREATE TABLE notes (text TEXT)', 'table notes'],
    ['another column', 'ALTER TABLE journal ADD COLUMN note TEXT', 'table journal'],
    ['an index', 'CREATE INDEX quick ON journal (hash)', 'index quick'],
    ['another note about it', "INSERT INTO about (name, value) VALUES ('owner', 'me')", 'a note about owner'],
    [
      'a table that is not there',
      'DROP TABLE snapshots; CREATE TABLE snapshots (stream TEXT PRIMARY KEY, seq, body)',
      'table snapshots',
    ],
  ])('with %s is wrong', async (_, sql, stranger) => {
    const forgery = new Forgery()
    forgery.write().sql(sql)
    expect((await forgery.verified()).findings[0]).toMatchObject({
      stream: '',
      problem: expect.stringContaining(stranger),
    })
  })
})

test('a copy leaves the corpus as it is', async () => {
  rmSync(new Forgery().folder, { recursive: true })
  expect(await entriesIn(corpus('version-1'))).toHaveProperty('size', 8)
})
