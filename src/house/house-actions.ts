import type { CommandName } from '../engine/language.ts'
import type { SystemPart } from './caller.ts'
import type { HouseCommandName } from './house-commands.ts'
import type { StaffRole } from './roles.ts'

/**
 * The permission that an action takes. `staff`: roles, of which the first is cited in a refusal. `relieving`: roles where the
 * action is about a colleague. `own`: any person or terminal, for it is about the caller alone.
 */
export type Permission = {
  staff?: readonly StaffRole[]
  relieving?: readonly StaffRole[]
  terminal?: true
  own?: true
  console?: true
  system?: SystemPart
}

/** Every command of the house and every read of its data, by the name that a recorded refusal has. */
// biome-ignore format: a table is read down its columns
export const houseActions = {
  'add-staff':         { staff: ['administrator'] },
  'set-pin':           { staff: ['administrator'] },
  'change-own-pin':    { own: true },
  'change-role':       { staff: ['administrator'] },
  'remove-staff':      { staff: ['administrator'] },
  'lock-staff':        { staff: ['administrator'] },
  'unlock-staff':      { staff: ['administrator'] },
  'sign-in':           { system: 'service' },
  'count-wrong-tries': { system: 'service' },
  'sign-out':          { own: true },
  'end-sessions':      { system: 'service' },
  'end-all-sessions':  { staff: ['administrator'] },
  'add-terminal':      { staff: ['administrator'] },
  'renew-code':        { staff: ['administrator'] },
  'enrol':             { system: 'service' },
  'add-demo-terminal': { system: 'demo' },
  'close-terminal':    { staff: ['pit-supervisor', 'administrator'] },
  'open-terminal':     { staff: ['pit-supervisor', 'administrator'] },
  'remove-terminal':   { staff: ['administrator'] },
  'close-after-round': { system: 'table' },
  'issue-ticket':      { terminal: true },
  'sell-ticket':       { staff: ['dealer'] },
  'redeem-ticket':     { staff: ['dealer'], terminal: true },
  'cancel-ticket':     { staff: ['pit-supervisor'] },
  'copy-ticket':       { staff: ['pit-supervisor'] },
  'give-notices':      { system: 'table' },
  'read-notices':      { own: true },
  'call-attendant':    { own: true },
  'withdraw-call':     { own: true },
  'answer-call':       { staff: ['dealer'] },
  'plan-limits':       { staff: ['pit-supervisor'] },
  'end-plan':          { system: 'table' },
  'take-table':        { staff: ['dealer'] },
  'leave-table':       { staff: ['dealer'], relieving: ['pit-supervisor'] },
  'note-events':       { system: 'service' },
  'acknowledge-events': { staff: ['pit-supervisor', 'auditor', 'administrator'] },
  'note-configuration': { system: 'service' },
  'stop-gaming':       { staff: ['pit-supervisor', 'administrator'], system: 'service' },
  'resume-gaming':     { staff: ['pit-supervisor', 'administrator'] },
  'note-wheel':        { staff: ['pit-supervisor', 'administrator'] },
  'note-refusal':      { own: true },
  'count-refusals':    { system: 'service' },
  'correct-clock':     { system: 'service' },
  'use-signing-key':   { console: true, system: 'service' },
  'read-staff':        { staff: ['auditor', 'administrator'] },
  'read-tickets':      { staff: ['pit-supervisor', 'auditor', 'administrator'] },
  'read-meters':       { staff: ['dealer', 'auditor', 'administrator'] },
  'read-alarms':       { staff: ['dealer', 'auditor', 'administrator'] },
  'read-events':       { staff: ['pit-supervisor', 'auditor', 'administrator'] },
  'read-wheels':       { staff: ['pit-supervisor', 'auditor', 'administrator'] },
  'check-program':     { staff: ['pit-supervisor', 'auditor', 'administrator'], console: true },
  'read-calls':        { staff: ['dealer'] },
  'read-shifts':       { staff: ['dealer', 'auditor', 'administrator'] },
  'read-figures':      { staff: ['pit-supervisor', 'auditor', 'administrator'] },
  'read-journal':      { staff: ['shift-manager', 'auditor', 'administrator'] },
  'read-house':        { staff: ['auditor', 'administrator'] },
} as const satisfies Record<HouseCommandName, Permission> & Record<string, Permission>

/** Table commands that a part of the service gives by itself. */
// biome-ignore format: a table is read down its columns
export const systemCommands = {
  service: ['bonus-numbers', 'set-limits', 'buy-in'],
  demo:    ['settle', 'decide', 'interruption', 'power-failure', 'no-spin', 'refer'],
  table:   [],
} as const satisfies Record<SystemPart, readonly CommandName[]>

export type HouseAction = keyof typeof houseActions
export const houseActionNames = Object.keys(houseActions) as HouseAction[]
export const isHouseAction = (name: string): name is HouseAction => Object.hasOwn(houseActions, name)
