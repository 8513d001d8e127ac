import { zero } from '../engine/money.ts'
import { plainName } from '../engine/shape.ts'
import { systemReasons } from '../engine/system-reasons.ts'
import { type HouseCaller, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Left } from './house-commands.ts'
import type { Decided, EnrolmentCode, HouseDecision, Reasoned } from './house-events.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { type HouseState, seatOf, type Terminal } from './state.ts'
import { after, DAY, hasCome } from './time.ts'

export const CODE_VALID_FOR = DAY

type NewTerminal = { terminal: string; table: string; player: string; name?: string }

/** Whether the table exists is for the caller to know. `code`: the hash of its enrolment code. */
export function addTerminal(
  state: HouseState,
  request: NewTerminal & { code: string },
  by: HouseCaller,
  now: string,
): Decided {
  const refused = newTerminalRefusal(state, request)
  if (refused) return refused
  const code = codeFrom(request.code, now)
  return { events: [{ type: 'terminal-added', ...enrolmentOf(request), code, at: now, by: signatureOf(by) }] }
}

const codeFrom = (hash: string, now: string): EnrolmentCode => ({ hash, expires: after(now, CODE_VALID_FOR) })

const enrolmentOf = ({ terminal, table, player, name }: NewTerminal) => ({
  terminal,
  table,
  player: plainName(player),
  ...(name === undefined ? {} : { name }),
})

function newTerminalRefusal(state: HouseState, request: NewTerminal): HouseRefusal | null {
  const { terminal, table, player, name } = request
  const refused = fieldRefusal({ terminal, table, player, ...(name === undefined ? {} : { name }) })
  if (refused) return refused
  if (state.terminals.get(terminal)) return refuse('terminal-taken', { terminal })
  return state.seats.get(seatOf(table, plainName(player))) === undefined
    ? null
    : refuse('player-taken', { table, player })
}

type Alteration = { terminal: string; reason: string }

/** An action of staff on a terminal: only on an existing one, and never without a reason. */
function altering(
  state: HouseState,
  { terminal, reason }: Alteration,
  by: HouseCaller,
  now: string,
  decide: (found: Terminal, signed: Reasoned) => Decided,
): Decided {
  const refused = fieldRefusal({ terminal, reason })
  if (refused) return refused
  const found = state.terminals.get(terminal)
  if (!found || found.status === 'removed') return refuse('terminal-unknown', { terminal })
  return decide(found, { reason, at: now, by: signatureOf(by) })
}

/** A new code for a terminal: its machine was replaced, or the code came too late. The earlier enrolment is revoked. */
export const renewCode = (
  state: HouseState,
  request: Alteration & { code: string },
  by: HouseCaller,
  now: string,
): Decided =>
  altering(state, request, by, now, ({ terminal }, signed) => ({
    events: [{ type: 'enrolment-code-made', terminal, code: codeFrom(request.code, now), ...signed }],
  }))

/** `terminal`: the one that waits for the code that was typed. A code is good once. */
export function enrol(
  state: HouseState,
  { terminal: id, credential }: { terminal: string | null; credential: string },
  now: string,
): Decided {
  const terminal = id === null ? undefined : state.terminals.get(id)
  if (!terminal?.code) return refuse('code-unknown')
  if (hasCome(terminal.code.expires, now)) return refuse('code-expired', { expired: terminal.code.expires })
  return { events: [{ type: 'terminal-enrolled', terminal: terminal.terminal, credential, at: now }] }
}

/** For the demonstration: a terminal and its token in one step, its player named after it. */
export function addDemoTerminal(
  state: HouseState,
  { credential, ...request }: { table: string; name?: string; credential: string },
  now: string,
): Decided {
  const terminal = demoName(state)
  const wanted: NewTerminal = { ...request, terminal, player: terminal }
  const refused = newTerminalRefusal(state, wanted)
  if (refused) return refused
  const by = { system: 'demo' }
  return {
    events: [
      { type: 'terminal-added', ...enrolmentOf(wanted), demo: true, code: null, at: now, by },
      { type: 'terminal-enrolled', terminal, credential, at: now },
    ],
  }
}

function demoName({ terminals }: HouseState): string {
  let number = terminals.size + 1
  while (terminals.get(`demo-${number}`)) number++
  return `demo-${number}`
}

/** `finishing`: a round is under way in which it has a part, so it closes when that is concluded. */
export const closeTerminal = (
  state: HouseState,
  request: Alteration & { finishing: boolean },
  by: HouseCaller,
  now: string,
): Decided =>
  altering(state, request, by, now, ({ terminal, status: from }, signed) => {
    if (from !== 'open') return refuse('terminal-already-closed', { terminal, status: from })
    const to = request.finishing ? 'closing' : 'closed'
    return { events: [{ type: 'terminal-closed', terminal, from, to, ...signed }] }
  })

/** Terminals that are closing are closed when their table's round is concluded. */
export const closingAt = ({ terminals }: HouseState, table: string): string[] =>
  terminals
    .values()
    .filter((one) => one.table === table && one.status === 'closing')
    .map(({ terminal }) => terminal)
    .sort()

export function closeAfterRound(state: HouseState, terminals: readonly string[], now: string): HouseDecision {
  const closing = terminals.filter((terminal) => state.terminals.get(terminal)?.status === 'closing')
  const signed = { reason: systemReasons.terminalWasClosing, at: now, by: { system: 'table' } }
  return {
    events: closing.map((terminal) => ({
      type: 'terminal-closed',
      terminal,
      from: 'closing',
      to: 'closed',
      ...signed,
    })),
  }
}

export const openTerminal = (state: HouseState, request: Alteration, by: HouseCaller, now: string): Decided =>
  altering(state, request, by, now, ({ terminal, status: from }, signed) => {
    if (from === 'open') return refuse('terminal-already-open', { terminal })
    return { events: [{ type: 'terminal-opened', terminal, from, ...signed }] }
  })

export const nothing: Left = { balance: zero, staked: zero }

/** Its name, player and meters stay its own for ever. */
export const removeTerminal = (
  state: HouseState,
  request: Alteration & { left: Left },
  by: HouseCaller,
  now: string,
): Decided =>
  altering(state, request, by, now, ({ terminal, table, player, status }, signed) => {
    const { balance, staked } = request.left
    if (status !== 'closed') return refuse('terminal-not-closed', { terminal, status })
    if (balance > 0 || staked > 0) return refuse('terminal-not-empty', { terminal, balance, staked })
    return { events: [{ type: 'terminal-removed', terminal, table, player, ...signed }] }
  })

/** The terminals of a table, in order of name, without those removed. */
export const terminalsAt = ({ terminals }: HouseState, table: string): Terminal[] =>
  [...terminals.values()]
    .filter((one) => one.table === table && one.status !== 'removed')
    .sort((a, b) => (a.terminal < b.terminal ? -1 : 1))

/** The staff's view of a terminal, without any hash. */
export const terminalView = ({ terminal, table, player, name, demo, status, code, credential }: Terminal) => ({
  terminal,
  table,
  player,
  name,
  demo,
  status,
  enrolled: credential !== null,
  codeExpires: code?.expires ?? null,
})
