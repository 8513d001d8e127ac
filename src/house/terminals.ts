import { type Cents, zero } from '../engine/money.ts'
import { plainName } from '../engine/shape.ts'
import type { Decided } from './decision.ts'
import type { HouseBy, HouseEvent, Reasoned } from './events.ts'
import { fieldRefusal } from './fields.ts'
import { drawn, freshToken, keyedHash, type Means, tokenHash } from './means.ts'
import {
  type HouseAction,
  mayNot,
  type Principal,
  principalOfTerminal,
  signatureOf,
  type TerminalPrincipal,
} from './principals.ts'
import { type HouseRefusal, refuse } from './refusals.ts'
import { type HouseState, seatOf, type Terminal } from './state.ts'
import { after, DAY, hasCome } from './time.ts'

export const CODE_VALID_FOR = DAY
/** Nothing that is taken for another when read out or written by hand: no 0 O, 1 I, 2 Z, 5 S, 8 B. */
export const CODE_SYMBOLS = 'ACDEFGHJKLMNPQRTUVWXY34679'
const CODE_LENGTH = 10

type NewTerminal = { terminal: string; table: string; player: string; name?: string }

/** Whether the table exists is for the caller to know. */
export function addTerminal(
  state: HouseState,
  request: NewTerminal,
  by: Principal,
  now: string,
  means: Means,
): Decided<{ code: string; expires: string }> {
  const refused = mayNot(by, 'manage-terminals') ?? newTerminalRefusal(state, request)
  if (refused) return refused
  const { code, kept } = freshCode(now, means)
  return {
    events: [{ type: 'terminal-added', ...placed(request), code: kept, at: now, by: signatureOf(by) }],
    code,
    expires: kept.expires,
  }
}

const placed = ({ terminal, table, player, name }: NewTerminal) => ({
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

/** Shown once, to whoever sets the terminal up; the house keeps its hash. */
function freshCode(now: string, means: Means) {
  const code = drawn(means.chance, CODE_SYMBOLS, CODE_LENGTH)
  return { code: printedCode(code), kept: { hash: codeHash(means, code), expires: after(now, CODE_VALID_FOR) } }
}

const printedCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
const codeHash = (means: Means, code: string): string => keyedHash(means, `enrolment ${code}`).toString('hex')

type Alteration = { terminal: string; reason: string }

/** What staff do about a terminal: only to one that there is, and never without a reason. */
function altering<Result>(
  state: HouseState,
  action: HouseAction,
  { terminal, reason }: Alteration,
  by: Principal,
  now: string,
  decide: (found: Terminal, signed: Reasoned) => Decided<Result>,
): Decided<Result> {
  const refused = mayNot(by, action) ?? fieldRefusal({ terminal, reason })
  if (refused) return refused
  const found = state.terminals.get(terminal)
  if (!found || found.status === 'removed') return refuse('terminal-unknown', { terminal })
  return decide(found, { reason, at: now, by: signatureOf(by) })
}

/** A new code for a terminal: its machine was replaced, or the code came too late. What was enrolled is cut off. */
export const renewCode = (
  state: HouseState,
  request: Alteration,
  by: Principal,
  now: string,
  means: Means,
): Decided<{ code: string; expires: string }> =>
  altering(state, 'manage-terminals', request, by, now, ({ terminal }, signed) => {
    const { code, kept } = freshCode(now, means)
    return {
      events: [{ type: 'enrolment-code-made', terminal, code: kept, ...signed }],
      code,
      expires: kept.expires,
    }
  })

export type Enrolled = { token: string; principal: TerminalPrincipal }

/** As it was typed: spaces, dashes and small letters do not matter. A code is good once. */
export function enrol(state: HouseState, typed: string, now: string, means: Means): Decided<Enrolled> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  const id = state.codes.get(codeHash(means, code))
  const terminal = id === undefined ? undefined : state.terminals.get(id)
  if (!terminal?.code) return refuse('code-unknown')
  if (hasCome(terminal.code.expires, now)) return refuse('code-expired', { expired: terminal.code.expires })
  return enrolledNow(terminal, now, means)
}

function enrolledNow(terminal: Terminal, now: string, means: Means) {
  const token = freshToken(means.chance)
  const credential = tokenHash(token)
  const events: HouseEvent[] = [{ type: 'terminal-enrolled', terminal: terminal.terminal, credential, at: now }]
  return { events, token, principal: principalOfTerminal(terminal, credential) }
}

/** For the demonstration: a terminal and its token in one step, its player named after it. */
export function addDemoTerminal(
  state: HouseState,
  request: { table: string; name?: string },
  now: string,
  means: Means,
): Decided<Enrolled> {
  const terminal = demoName(state)
  const wanted: NewTerminal = { ...request, terminal, player: terminal }
  const refused = newTerminalRefusal(state, wanted)
  if (refused) return refused
  const by = { system: 'demo' }
  const added: HouseEvent = { type: 'terminal-added', ...placed(wanted), demo: true, code: null, at: now, by }
  const seated: Terminal = { ...blank, terminal, table: wanted.table, player: wanted.player }
  const { events, token, principal } = enrolledNow(seated, now, means)
  return { events: [added, ...events], token, principal }
}

const blank = { name: null, demo: true, status: 'open', code: null, credential: null } as const

function demoName({ terminals }: HouseState): string {
  let number = terminals.size + 1
  while (terminals.get(`demo-${number}`)) number++
  return `demo-${number}`
}

/** `finishing`: a round is under way in which it has a part, so it closes when that is concluded. */
export const closeTerminal = (
  state: HouseState,
  request: Alteration & { finishing: boolean },
  by: Principal,
  now: string,
): Decided =>
  altering(state, 'close-terminals', request, by, now, ({ terminal, status: from }, signed) => {
    if (from !== 'open') return refuse('terminal-already-closed', { terminal, status: from })
    const to = request.finishing ? 'closing' : 'closed'
    return { events: [{ type: 'terminal-closed', terminal, from, to, ...signed }] }
  })

/** A round was concluded: what was closing at its table is closed now. */
export function closeAfterRound(state: HouseState, table: string, now: string): { events: readonly HouseEvent[] } {
  const by: HouseBy = { system: 'table' }
  const closing = [...state.terminals.values()].filter((one) => one.table === table && one.status === 'closing')
  return {
    events: closing.map(({ terminal }) => ({
      type: 'terminal-closed',
      terminal,
      from: 'closing',
      to: 'closed',
      reason: 'the round is concluded',
      at: now,
      by,
    })),
  }
}

export const openTerminal = (state: HouseState, request: Alteration, by: Principal, now: string): Decided =>
  altering(state, 'close-terminals', request, by, now, ({ terminal, status: from }, signed) => {
    if (from === 'open') return refuse('terminal-already-open', { terminal })
    return { events: [{ type: 'terminal-opened', terminal, from, ...signed }] }
  })

/** What its table says that a terminal's player has. */
export type Left = { balance: Cents; staked: Cents }
export const nothing: Left = { balance: zero, staked: zero }

/** Its name, player and meters stay its own for ever. */
export const removeTerminal = (
  state: HouseState,
  request: Alteration & { left: Left },
  by: Principal,
  now: string,
): Decided =>
  altering(state, 'manage-terminals', request, by, now, ({ terminal, table, player, status }, signed) => {
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

/** What staff see of a terminal: no hash of anything. */
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
