import type { FieldsOf, HouseCommandName } from './house-commands.ts'

/**
 * The form of a value: `plain` is a text, a number, a switch or null. `[form]` is a list, `{ '*': form }` a map with any names, and
 * any other object has these fields and no others.
 */
export type Shape = 'plain' | readonly [Shape] | { readonly [field: string]: Shape }

const plain = 'plain'
const reasoned = { reason: plain } as const
const aboutStaff = { badge: plain, ...reasoned } as const
const aboutTerminal = { terminal: plain, ...reasoned } as const
const pin = { scheme: plain, N: plain, r: plain, p: plain, salt: plain, hash: plain } as const
const limits = { '*': { min: plain, max: plain } } as const
const facts = { '*': plain } as const
const figures = { rounds: plain, handle: plain, win: plain, drop: plain } as const
const closed = { redeemed: plain, cancelled: plain } as const
const ticket = { number: plain, amount: plain, days: plain, limit: plain } as const
const aboutTicket = { number: plain, reason: plain, closed } as const
const notice = {
  about: plain,
  at: plain,
  reason: plain,
  clause: plain,
  book: plain,
  round: plain,
  before: plain,
  after: plain,
  amount: plain,
  owed: plain,
  from: plain,
  to: plain,
  code: plain,
  decision: plain,
  spot: plain,
  treatment: plain,
  toSpot: plain,
  limits: { from: limits, to: limits },
} as const

/** The fields of every command of the house, so that a recorded one can hold no others. */
// biome-ignore format: a table is read down its columns
export const houseCommandShapes: { readonly [Name in HouseCommandName]: { readonly [Field in keyof Required<FieldsOf<Name>>]: Shape } } = {
  'add-staff':         { badge: plain, name: plain, role: plain, pin },
  'set-pin':           { ...aboutStaff, pin },
  'change-own-pin':    { pin },
  'change-role':       { ...aboutStaff, role: plain },
  'remove-staff':      aboutStaff,
  'lock-staff':        aboutStaff,
  'unlock-staff':      aboutStaff,
  'sign-in':           { badge: plain, session: plain, station: plain, mark: plain, lasts: plain, pinAge: plain, pin },
  'count-wrong-tries': { badges: [{ badge: plain, count: plain }], marks: [{ mark: plain, count: plain }] },
  'sign-out':          { session: plain },
  'end-sessions':      { sessions: [{ session: plain, why: plain, idle: plain }] },
  'end-all-sessions':  {},
  'add-terminal':      { terminal: plain, table: plain, player: plain, name: plain, code: plain },
  'renew-code':        { ...aboutTerminal, code: plain },
  'enrol':             { terminal: plain, credential: plain },
  'add-demo-terminal': { table: plain, name: plain, credential: plain },
  'close-terminal':    { ...aboutTerminal, finishing: plain },
  'open-terminal':     aboutTerminal,
  'remove-terminal':   { ...aboutTerminal, left: { balance: plain, staked: plain } },
  'close-after-round': { terminals: [plain] },
  'issue-ticket':      ticket,
  'sell-ticket':       { ...ticket, table: plain },
  'redeem-ticket':     { number: plain, table: plain, closed },
  'cancel-ticket':     aboutTicket,
  'copy-ticket':       aboutTicket,
  'give-notices':      { table: plain, entry: plain, notices: [{ player: plain, notice }] },
  'read-notices':      { upTo: plain },
  'call-attendant':    {},
  'withdraw-call':     {},
  'answer-call':       { terminal: plain },
  'plan-limits':       { table: plain, limits, reason: plain },
  'end-plan':          { table: plain },
  'take-table':        { table: plain, figures },
  'leave-table':       { table: plain, figures },
  'note-events':       { events: [{ facts: { by: facts, fault: facts, before: facts, after: facts, differences: facts, '*': plain }, at: plain, count: plain }] },
  'acknowledge-events': { numbers: [plain], note: plain },
  'note-configuration': { node: plain, digest: plain, settings: facts },
  'stop-gaming':       { scope: plain, of: plain, when: plain, reason: plain },
  'resume-gaming':     { scope: plain, of: plain, reason: plain },
  'note-wheel':        { wheel: plain, work: plain, table: plain, technician: plain, reason: plain },
  'note-refusal':      { asked: plain, refusal: { '*': plain } },
  'count-refusals':    { counts: [{ actor: plain, count: plain, since: plain }] },
  'correct-clock':     { from: plain, to: plain },
  'use-signing-key':   { key: plain },
}

const common: { readonly [field: string]: Shape } = {
  do: plain,
  by: { badge: plain, terminal: plain, console: plain, system: plain },
  id: plain,
  at: plain,
}

/** Finds a field that a command of the house does not have, by its path; null if there is none. */
export function foreignField(command: object & { do: HouseCommandName; by: object }): string | null {
  if (!Object.hasOwn(houseCommandShapes, command.do)) return 'do'
  if (Object.keys(command.by).length !== 1) return 'by'
  return misfitAt(command, { ...common, ...houseCommandShapes[command.do] }, '')
}

/** The path of the first field that does not have its form; null: all have. */
export function misfitAt(value: unknown, shape: Shape, path: string): string | null {
  const isObject = typeof value === 'object' && value !== null
  if (shape === 'plain') return isObject ? path : null
  if (value === null) return null
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return path
    return firstMisfit(value.map((item, nth) => misfitAt(item, shape[0], `${path}[${nth}]`)))
  }
  if (!isObject || Array.isArray(value)) return path
  const fields = shape as { readonly [field: string]: Shape }
  return firstMisfit(
    Object.entries(value).map(([name, item]) => {
      const at = path === '' ? name : `${path}.${name}`
      const own = Object.hasOwn(fields, name) ? fields[name] : fields['*']
      return own === undefined ? at : misfitAt(item, own, at)
    }),
  )
}

const firstMisfit = (misfits: readonly (string | null)[]): string | null => misfits.find((one) => one !== null) ?? null
