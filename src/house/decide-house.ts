import { type HouseCaller, signatureOf } from './caller.ts'
import { callerNamed } from './find-caller.ts'
import {
  answerCall,
  callAttendant,
  endPlan,
  leaveTable,
  planLimits,
  takeTable,
  withdrawCall,
} from './floor-decisions.ts'
import type {
  HouseCommand,
  HouseCommandName,
  HouseCommandOf,
  PeopleCommand,
  TicketCommandName,
} from './house-commands.ts'
import type { Decided, HouseDecision, RecordedRefusal } from './house-events.ts'
import { type HouseRefusal, houseRefusals, isLackOfAuthority, refuse } from './house-refusals.ts'
import { giveNotices, readNotices } from './notices.ts'
import {
  addStaff,
  changeOwnPin,
  changeRole,
  countWrongTries,
  endAllSessions,
  endSessions,
  lockStaff,
  removeStaff,
  resetPin,
  signIn,
  signOut,
  unlockStaff,
} from './people.ts'
import { mayNot, refusalsDue } from './permissions.ts'
import { acknowledgeEvents, noteConfiguration, noteEvents } from './significant.ts'
import type { HouseState, KnownCallers } from './state.ts'
import { resumeGaming, stopGaming } from './stops.ts'
import {
  addDemoTerminal,
  addTerminal,
  closeAfterRound,
  closeTerminal,
  enrol,
  openTerminal,
  removeTerminal,
  renewCode,
} from './terminals.ts'
import { noteWheel } from './wheels.ts'

type PeopleCommandName = Exclude<HouseCommandName, TicketCommandName>
type Decide<Name extends PeopleCommandName> = (
  state: HouseState,
  command: HouseCommandOf<Name>,
  who: HouseCaller,
) => Decided | HouseDecision

const decisions: { readonly [Name in PeopleCommandName]: Decide<Name> } = {
  'add-staff': (state, command, who) => addStaff(state, command, who, command.at),
  'set-pin': (state, command, who) => resetPin(state, command, who, command.at),
  'change-own-pin': (state, command, who) => changeOwnPin(state, command, who, command.at),
  'change-role': (state, command, who) => changeRole(state, command, who, command.at),
  'remove-staff': (state, { badge, reason, at }, who) => removeStaff(state, { badge, reason }, who, at),
  'lock-staff': (state, { badge, reason, at }, who) => lockStaff(state, { badge, reason }, who, at),
  'unlock-staff': (state, { badge, reason, at }, who) => unlockStaff(state, { badge, reason }, who, at),
  'sign-in': (state, command) => signIn(state, command, command.at),
  'count-wrong-tries': (state, { badges, marks, at }) => countWrongTries(state, { badges, marks }, at),
  'sign-out': (state, { session, at }) => signOut(state, session, at),
  'end-sessions': (state, { sessions, at }) => endSessions(state, sessions, at),
  'end-all-sessions': (state, { at }) => endAllSessions(state, at),
  'add-terminal': (state, command, who) => addTerminal(state, command, who, command.at),
  'renew-code': (state, command, who) => renewCode(state, command, who, command.at),
  enrol: (state, command) => enrol(state, command, command.at),
  'add-demo-terminal': (state, { table, name, credential, at }) =>
    addDemoTerminal(state, { table, credential, ...(name === undefined ? {} : { name }) }, at),
  'close-terminal': (state, command, who) => closeTerminal(state, command, who, command.at),
  'open-terminal': (state, command, who) => openTerminal(state, command, who, command.at),
  'remove-terminal': (state, command, who) => removeTerminal(state, command, who, command.at),
  'close-after-round': (state, { terminals, at }) => closeAfterRound(state, terminals, at),
  'give-notices': (state, command, who) => giveNotices(state, command, who, command.at),
  'read-notices': (state, command, who) => readNotices(state, command, who, command.at),
  'call-attendant': (state, command, who) => callAttendant(state, who, command.at),
  'withdraw-call': (state, command, who) => withdrawCall(state, who, command.at),
  'answer-call': (state, command, who) => answerCall(state, command, who, command.at),
  'plan-limits': (_, command, who) => planLimits(command, who, command.at),
  'end-plan': (state, command, who) => endPlan(state, command, who, command.at),
  'take-table': (state, command, who) => takeTable(state, command, who, command.at),
  'leave-table': (state, command, who) => leaveTable(state, command, who, command.at),
  'note-events': (state, { events, at }, who) => noteEvents(state, events, who, at),
  'acknowledge-events': (state, command, who) => acknowledgeEvents(state, command, who, command.at),
  'note-configuration': (state, command, who) => noteConfiguration(state, command, who, command.at),
  'stop-gaming': (state, command, who) => stopGaming(state, command, who, command.at),
  'resume-gaming': (state, command, who) => resumeGaming(state, command, who, command.at),
  'note-wheel': (state, command, who) => noteWheel(state, command, who, command.at),
  'note-refusal': (_, command, who) => noteRefusal(command, who),
  'count-refusals': (_, { counts, at }, who) => ({
    events: counts.map((one) => ({ type: 'refusals-counted', ...one, at, by: signatureOf(who) })),
  }),
  'correct-clock': (_, { from, to, at }, who) => ({
    events: [{ type: 'clock-corrected', from, to, at, by: signatureOf(who) }],
  }),
  'use-signing-key': ({ signingKeys }, { key, at }, who) => {
    const from = signingKeys.at(-1)?.key ?? null
    // The service itself may only set the first key.
    if (who.kind === 'system' && from !== null) return refuse('position-too-low', { needs: 'console', by: who.name })
    return { events: [{ type: 'signing-key-changed', from, to: key, at, by: signatureOf(who) }] }
  },
}

/**
 * Decides a command of the house; pure, like the engine. The state gives the caller's permissions; the service has
 * authenticated the caller. A refusal that must be on record comes with its event.
 */
export const decideHouse = (state: HouseState, command: PeopleCommand): HouseDecision =>
  decideAllowed(state, command, (who) =>
    (decisions[command.do] as Decide<PeopleCommandName>)(state, command as never, who),
  )

/** Decides a command if its caller may give it. `callers`: what the house knows of those who may ask. */
export function decideAllowed<Event>(
  callers: KnownCallers,
  command: HouseCommand,
  decide: (who: HouseCaller) => Decided<Event> | HouseDecision<Event>,
): HouseDecision<Event | RecordedRefusal> {
  const who = callerNamed(callers, command.by)
  if (!who) return { events: [], refused: refuse('position-too-low', { by: 'player' }) }
  const decided = mayNot(who, command.do) ?? decide(who)
  return 'events' in decided ? (decided as HouseDecision<Event>) : withRecord(command, who, decided)
}

/**
 * Records a refusal that is still due. A caller whose role has changed since then gets the same answer, without a
 * record.
 */
export function noteRefusal(
  command: HouseCommandOf<'note-refusal'>,
  who: HouseCaller,
): Decided<never> | HouseDecision<never> {
  const { refusal } = command
  const isDue = !isLackOfAuthority(refusal) || refusalsDue(who, command).some((due) => isAlike(due, refusal))
  return isDue ? refusal : { events: [], refused: refusal }
}

/** The facts of a refusal are plain texts. */
const isAlike = (one: HouseRefusal, other: HouseRefusal): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

function withRecord(command: HouseCommand, who: HouseCaller, refusal: HouseRefusal): HouseDecision<RecordedRefusal> {
  if (!houseRefusals[refusal.refused].recorded) return { events: [], refused: refusal }
  const { at } = command
  const by = signatureOf(who)
  return { events: [{ type: 'refusal-recorded', asked: refusedAction(command), refusal, at, by }], refused: refusal }
}

/** The action that was refused, as the journal names it. */
const refusedAction = (command: HouseCommand): string => (command.do === 'note-refusal' ? command.asked : command.do)

/**
 * The command as the journal keeps it. A refusal belongs to its moment, and has no id by which it would be given again.
 * For a caller without permission the record keeps the command's name and not its fields, which could be anything.
 */
export function commandOnRecord<Command extends HouseCommand>(
  command: Command,
  refused: HouseRefusal | undefined,
): Command | HouseCommandOf<'note-refusal'> {
  if (!refused) return command
  const { id: _, ...rest } = command
  if (!isLackOfAuthority(refused)) return rest as Command
  const { by, at } = command
  return { do: 'note-refusal', by, asked: refusedAction(command), refusal: refused, at }
}
