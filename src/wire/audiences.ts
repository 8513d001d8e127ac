import Type, { type Static, type TProperties } from 'typebox'
import { call, notice } from './floor-service.ts'
import {
  by,
  concludedRound,
  draw,
  facts,
  figures,
  funds,
  imprisoned,
  limits,
  line,
  phase,
  phaseUnderWay,
  pitRound,
  playerRound,
  pocket,
  result,
  ruling,
  source,
  wager,
  wagers,
} from './play-shapes.ts'
import { byName, cents, flag, list, oneOf, optional, orNull, shape, text, time, whole } from './shapes.ts'
import { wheelStatus } from './wheel-facts.ts'

/** The view of each audience of a table, and its changes. */
export const terminalStatus = oneOf(['open', 'closing', 'closed', 'removed'])

const displayFields = {
  book: text,
  title: text,
  layout: text,
  limits,
  limitsEnforced: flag,
  isOutOfForce: flag,
  phase,
  round: orNull(whole),
  pocket: orNull(pocket),
  draw: orNull(draw),
  commitment: orNull(text),
  void: orNull(shape({ code: text, clause: text })),
  powerOut: flag,
  isClosing: flag,
  openedAt: orNull(time),
  closesAt: orNull(time),
  results: list(result),
}

const seatFields = { funds, wagers, setAside: wagers, imprisoned, warned: flag, colour: orNull(text) }
export const seat = shape(seatFields)

const ofTable = { terminal: orNull(text), wheelOrder: list(pocket) }
const ownAwardFields = { round: whole, amount: cents, reason: text }
const playerFields = {
  ...displayFields,
  ...ofTable,
  player: text,
  funds,
  wagers,
  setAside: wagers,
  imprisoned,
  last: orNull(playerRound),
  awards: list(shape(ownAwardFields)),
}
const rulings = shape({ list: list(ruling), lay: byName(wagers) })
const dealerFields = {
  ...displayFields,
  ...ofTable,
  seats: byName(seat),
  referred: orNull(text),
  phaseIfContinued: orNull(phaseUnderWay),
  spun: flag,
  leave: orNull(by),
  saidBy: orNull(source),
  differs: orNull(pocket),
  facts,
  rulings: orNull(rulings),
  lines: list(line),
}
const debt = shape({ player: text, owed: cents })
const pitFields = {
  ...dealerFields,
  figures,
  owed: list(debt),
  recent: list(pitRound),
  referrals: list(shape({ round: whole, reason: text })),
  awarded: cents,
  awards: list(shape({ ...ownAwardFields, player: text })),
}
const auditorFields = { ...pitFields, concluded: list(concludedRound), ledger: byName(cents), balanced: flag }

/** As the engine builds them. */
export const engineViews = {
  display: shape(displayFields),
  player: shape(playerFields),
  dealer: shape(dealerFields),
  pit: shape(pitFields),
  auditor: shape(auditorFields),
}

/** Fields beside the table's state: whether the terminal is open, and the wheel. */
/** `terminalName`: as the house calls it. `attendant`: the last call from here, until it is answered and read. */
const ofHouse = {
  terminalStatus: optional(terminalStatus),
  terminalName: optional(text),
  notices: optional(list(notice)),
  attendant: optional(orNull(call)),
}
/** `gamingStop`: the house has stopped gaming here. */
export const shownStop = shape({ when: oneOf(['now', 'after-round']), reason: text })
const ofStop = { gamingStop: optional(orNull(shownStop)) }
const ofWheel = { wheel: orNull(wheelStatus) }
/** `resultsByHand`: the wheel of the table is not heard, and the dealer keys its results in. */
const ofRoom = { resultsByHand: optional(flag) }

export const displayView = shape({ ...displayFields, ...ofRoom, ...ofStop })
export const playerView = shape({ ...playerFields, ...ofHouse, ...ofRoom, ...ofStop })
export const dealerView = shape({ ...dealerFields, ...ofWheel, ...ofStop })
export const pitView = shape({ ...pitFields, ...ofWheel, ...ofStop })
export const auditorView = shape({ ...auditorFields, ...ofWheel, ...ofStop })

export type WallView = Static<typeof displayView>
/** The view of a terminal. */
export type TerminalView = Static<typeof playerView>
/** The view of a dealer's console. */
export type ConsoleView = Static<typeof dealerView>
/** The view of the pit. */
export type PitDeskView = Static<typeof pitView>
/** The view of an auditor's desk. */
export type AuditDeskView = Static<typeof auditorView>

/** Only changed entries of these fields are sent: null removes an entry, and null for the whole field empties it. */
const changedWagers = orNull(byName(orNull(wager)))
const changedSeats = orNull(byName(orNull(seat)))
const partialShape = <Fields extends TProperties>(fields: Fields) => Type.Partial(shape(fields))

export const displayChange = partialShape({ ...displayFields, ...ofRoom, ...ofStop })
export const playerChange = partialShape({ ...playerFields, ...ofHouse, ...ofRoom, ...ofStop, wagers: changedWagers })
export const dealerChange = partialShape({ ...dealerFields, ...ofWheel, ...ofStop, seats: changedSeats })
export const pitChange = partialShape({ ...pitFields, ...ofWheel, ...ofStop, seats: changedSeats })
