import type { RuleBook } from '../books/rule-book.ts'
import { gameOf } from '../engine/decisions/books.ts'
import { type Command, type CommandOf, leastFor } from '../engine/language.ts'
import type { By } from '../engine/positions.ts'
import { tableBy } from '../house/caller.ts'
import { type HouseRefusal, refuse } from '../house/house-refusals.ts'
import { notItsOwn, staffMayNot, systemMayNot, terminalMayNot } from '../house/permissions.ts'
import type { Terminal } from '../house/state.ts'
import { stopAt, stoppedRefusal } from '../house/stops.ts'
import { isSame } from './canonical.ts'
import { isSignedIn, type StaffThen, type Standing, type When } from './standing.ts'
import { type CommandEntry, isOfHouse } from './table-entry.ts'

/** Whether the caller that an entry names could have given its command, by the house's state at that time. */

/** `standing` null: the house is not at hand, and who they were is not known. */
export function actorProblem(
  standing: Standing | null,
  table: string,
  book: RuleBook,
  entry: CommandEntry,
): string | null {
  const stopped = standing && stopProblem(standing, table, book, entry)
  if (stopped) return stopped
  const [kind, name = ''] = splitActor(entry.actor)
  // Which commands a wheel may give, the rules decide again.
  if ((kind === 'wheel') !== (entry.command.by.role === 'wheel')) return 'the wheel and no other sender may say this'
  if (kind === 'wheel') return null
  if (!standing) return null
  const when: When = { house: entry.house, at: entry.at }
  switch (kind) {
    case 'staff':
      return anyThen(
        standing.staffAt(name, when),
        (then) => staffProblem(then, name, book, entry, standing.lossBefore({ badge: name }, when)),
        `nobody had the badge ${name}`,
      )
    case 'terminal':
      return anyThen(
        standing.terminalAt(name, when),
        (then) => terminalProblem(then, table, entry, standing.lossBefore({ terminal: name }, when)),
        `there was no terminal ${name}`,
      )
    case 'service':
    case 'demo':
      return systemProblem(standing, kind, table, entry)
    default:
      return `nobody is known as ${entry.actor}`
  }
}

/** Finds a round opened or a stake placed while the house had stopped gaming. */
function stopProblem(standing: Standing, table: string, { id }: RuleBook, entry: CommandEntry): string | null {
  if (!('events' in entry)) return null
  const stop = stopAt(standing.stopsAt({ house: entry.house, at: entry.at }), table, gameOf(id))
  const refusal = stoppedRefusal(stop, entry.command.do)
  return refusal && `gaming was stopped (${stop!.scope}), and ${entry.command.do} was done`
}

function splitActor(actor: string): [kind: string, name?: string] {
  const at = actor.indexOf(':')
  return at < 0 ? [actor] : [actor.slice(0, at), actor.slice(at + 1)]
}

/** Sound when one of what they may have been is; else what is wrong with the last. */
function anyThen<T>(candidates: readonly T[], problemOf: (one: T) => string | null, nobody: string): string | null {
  const problems = candidates.map(problemOf)
  return problems.includes(null) ? null : (problems.at(-1) ?? nobody)
}

function staffProblem(
  { member, sessions }: StaffThen,
  badge: string,
  book: RuleBook,
  entry: CommandEntry,
  loss: string,
): string | null {
  const { at, command } = entry
  if (!member) return `nobody had the badge ${badge}`
  if (!isSignedIn(sessions, at)) return `${badge} was not signed in${loss}`
  if (!isSame(command.by, tableBy(member)))
    return `${badge} was ${member.role}, and gives it as ${asWritten(command.by)}`
  return authorityProblem(entry, staffMayNot(member.role, leastFor(command.do, book)))
}

function terminalProblem(then: Terminal, table: string, entry: CommandEntry, loss: string): string | null {
  const { command } = entry
  if (then.status === 'removed' || then.credential === null) return `${then.terminal} was not enrolled${loss}`
  const by: By = { role: 'player', name: then.player }
  if (!isSame(command.by, by)) return `${then.terminal} is of ${then.player}, and gives it as ${asWritten(command.by)}`
  const isNoted = 'refused' in entry && isOfHouse(entry.refused)
  return authorityProblem(entry, isNoted ? neverFor(then, table, command) : terminalRefusal(then, table, command))
}

const playerIn = (command: Command) => ('player' in command ? { player: command.player } : {})

const neverFor = (then: Terminal, table: string, command: Command): HouseRefusal | null =>
  terminalMayNot(then, table, { do: command.do, ...playerIn(command) })

/** Credits come and go by ticket, which is checked with the tickets. At a closed terminal they may only leave. */
function terminalRefusal(then: Terminal, table: string, command: Command): HouseRefusal | null {
  const isTicket = command.do === 'cash-out' || command.do === 'buy-in'
  const refused = isTicket ? notItsOwn(then, table, playerIn(command)) : neverFor(then, table, command)
  const isClosed = then.status === 'closed' && command.do !== 'cash-out'
  return refused ?? (isClosed ? refuse('terminal-is-closed', { terminal: then.terminal }) : null)
}

/** A refusal of the house is on record as a refusal without a clause. A refusal of the book has its clause. */
function authorityProblem(entry: CommandEntry, refusal: HouseRefusal | null): string | null {
  const told = 'refused' in entry && isOfHouse(entry.refused) ? entry.refused : null
  if (!told && !refusal) return null
  if (!told) return `${entry.actor} might not give ${entry.command.do}: ${refusal!.refused}`
  return isSame(told, refusal) ? null : `by the house this yields ${refusal ? asWritten(refusal) : 'no refusal'}`
}

const asWritten = (value: unknown): string => JSON.stringify(value)

/** A command that a part of the service gives by itself must follow from the record of the house. */
function systemProblem(
  standing: Standing,
  part: 'service' | 'demo',
  table: string,
  entry: CommandEntry,
): string | null {
  const { command } = entry
  if (part === 'demo' && !standing.isDemo) return 'this house is not a demonstration'
  const refusal = systemMayNot(part, command)
  if (refusal || 'forbidden' in entry) return authorityProblem(entry, refusal)
  if (command.do === 'set-limits') return planProblem(standing, table, command)
  return command.do === 'buy-in' ? seatProblem(standing, table, command) : null
}

/** In the demonstration the service gives credits to those who sit down. */
function seatProblem(standing: Standing, table: string, { player }: CommandOf<'buy-in'>): string | null {
  const isDemoSeat = standing.everyTerminal().some((one) => one.demo && one.table === table && one.player === player)
  return isDemoSeat ? null : `the service gives no credits to ${player}`
}

/** Limits that a person planned for the end of a round, set in that person's name. */
function planProblem(
  standing: Standing,
  table: string,
  { limits, reason, by }: CommandOf<'set-limits'>,
): string | null {
  const isPlanned = standing.plans.some(
    (plan) => plan.table === table && isSame([plan.limits, plan.reason, plan.by], [limits, reason, by]),
  )
  return isPlanned ? null : 'these limits were not planned before'
}
