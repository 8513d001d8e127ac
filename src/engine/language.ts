import { type Cents, isCents } from './money.ts'
import { type By, type Role, roles } from './positions.ts'
import { isList, isRecord, isShallow, isText } from './shape.ts'

/**
 * The table's language: every command, who may give it, and its fields. Scripts, HTTP, WebSocket and the journal speak
 * it; types, checks and documents are made from this one table. A `?` marks a field that may be left out, a list the
 * words that a field may be.
 */
const directions = ['clockwise', 'anticlockwise'] as const
// biome-ignore format: a table is read down its columns
export const commands = {
  'buy-in':          { by: 'player', means: 'buys chips or credits', fields: { player: 'name', amount: 'cents', colour: 'name?', chipValue: 'cents?' } },
  'cash-out':        { by: 'player', means: 'turns chips or credits into money', fields: { player: 'name', amount: 'cents', colour: 'name?', chipValue: 'cents?' } },
  'repay':           { by: 'player', means: 'pays what is owed after a correction', fields: { player: 'name', amount: 'cents' } },
  'place-your-bets': { by: 'dealer', means: 'opens a round', fields: {} },
  'wager':           { by: 'player', means: 'stakes on a spot, or on every spot of a several-piece bet', fields: { player: 'name', spot: 'word?', stake: 'cents?', chips: 'count?', bet: 'word?', unit: 'cents?' } },
  'withdraw':        { by: 'player', means: 'takes a wager back, all of it or a part', fields: { player: 'name', spot: 'word', stake: 'cents?', chips: 'count?' } },
  'spin':            { by: 'dealer', means: 'spins the ball', fields: { ball: directions, wheel: [...directions, 'still'] } },
  'no-more-bets':    { by: 'dealer', means: 'closes betting', fields: {} },
  'bonus-numbers':   { by: 'system', means: 'lights the bonus numbers', fields: { numbers: 'words' } },
  'ball-at-rest':    { by: 'dealer', means: 'says where the ball rests', fields: { pocket: 'word', revolutions: 'count?', source: 'word?' } },
  'rule-on-wager':   { by: 'pit-supervisor', means: 'rules on an unclear or moved wager', fields: { player: 'name', spot: 'word', treatment: ['stands', 'returned', 'moved'], to: 'word?', reason: 'text' } },
  'settle':          { by: 'dealer', means: 'collects and pays', fields: {} },
  'irregularity':    { by: 'dealer', means: 'reports what voids the round', fields: { code: 'word' } },
  'no-spin':         { by: 'dealer', means: 'announces no spin', fields: {} },
  'power-failure':   { by: 'dealer', means: 'reports that the power failed', fields: {} },
  'resume':          { by: 'dealer', means: 'goes on after a power failure', fields: {} },
  'interruption':    { by: 'dealer', means: 'reports a technical interruption', fields: { terminals: 'words?' } },
  'refer':           { by: 'dealer', means: 'asks the shift manager', fields: { reason: 'text' } },
  'decide':          { by: 'shift-manager', means: 'decides a referred round', fields: { decision: ['void', 'settle'], reason: 'text?' } },
  'correct-outcome': { by: 'pit-supervisor', means: 'puts a wrong result right', fields: { round: 'round', pocket: 'word', reason: 'text' } },
  'void-rounds':     { by: 'pit-supervisor', means: 'voids rounds after the fact', fields: { rounds: 'rounds', code: 'word', reason: 'text' } },
  'close-table':     { by: 'pit-supervisor', means: 'closes the table after the round in progress', fields: { reason: 'text' } },
  'open-table':      { by: 'pit-supervisor', means: 'opens a closed table again', fields: { reason: 'text' } },
  'set-limits':      { by: 'pit-supervisor', means: 'sets the limits', fields: { limits: 'object', reason: 'text?' } },
} as const satisfies Record<string, { by: Role; means: string; fields: Record<string, FieldRule> }>

export type CommandName = keyof typeof commands
export const commandNames = Object.keys(commands) as CommandName[]

type Simple = {
  name: string
  word: string
  text: string
  cents: Cents
  count: number
  round: number
  words: readonly string[]
  rounds: readonly number[]
  object: unknown
}
type FieldRule = keyof Simple | `${keyof Simple}?` | readonly string[]
type ValueOf<R> = R extends readonly string[] ? R[number] : R extends keyof Simple ? Simple[R] : never
type Fields<F> = {
  [K in keyof F as F[K] extends `${string}?` ? never : K]: ValueOf<F[K]>
} & { [K in keyof F as F[K] extends `${string}?` ? K : never]?: F[K] extends `${infer R}?` ? ValueOf<R> : never }

export type CommandOf<Name extends CommandName> = { do: Name; by: By; at?: string; id?: string } & Fields<
  (typeof commands)[Name]['fields']
>
export type Command = { [Name in CommandName]: CommandOf<Name> }[CommandName]

/** What is wrong with something that was to be a command: the field, and what it must be. */
export type Problem = { problem: string; field: string }

// biome-ignore format: a table is read down its columns
const checks: Record<keyof Simple, { must: string; holds: (value: unknown) => boolean }> = {
  name:   { must: 'be a name of 1 to 64 characters', holds: (value) => isText(value, 64) },
  word:   { must: 'be a word of 1 to 64 characters', holds: (value) => isText(value, 64) },
  text:   { must: 'be a text of 1 to 500 characters', holds: (value) => isText(value, 500) },
  cents:  { must: 'be a whole number of cents, a hundred thousand million at most', holds: isCents },
  count:  { must: 'be a whole number, 0 or more', holds: (value) => isCents(value) && value >= 0 },
  round:  { must: 'be the number of a round', holds: isRound },
  words:  { must: 'be a list of words, at least one', holds: (value) => isList(value, (item) => isText(item, 64)) && value.length > 0 },
  rounds: { must: 'be a list of round numbers, at least one', holds: (value) => isList(value, isRound) && value.length > 0 },
  object: { must: 'be an object', holds: (value) => isRecord(value) && isShallow(value, 3) },
}

/** Reads one command, `do` first. A script may also say `command` or `type` for `do`, or put the fields inside the name. */
export function readCommand(value: unknown): Command | Problem {
  if (!isRecord(value)) return { field: 'do', problem: 'a command must be an object' }
  const { name, body } = named(value)
  if (name === undefined) return { field: 'do', problem: 'do must name a command' }
  if (!isCommandName(name))
    return {
      field: 'do',
      problem: `there is no command ${typeof name === 'string' ? JSON.stringify(name.slice(0, 64)) : 'of that name'}`,
    }
  const command: Record<string, unknown> = { ...body, do: name }
  const problem = fieldsProblem(name, command) ?? commonProblem(command) ?? togetherProblem(command)
  if (problem) return problem
  return { ...command, by: byOf(command.by, name) } as Command
}

export const isProblem = (value: object): value is Problem => 'problem' in value

const isCommandName = (name: unknown): name is CommandName => typeof name === 'string' && Object.hasOwn(commands, name)

function named(value: Record<string, unknown>): { name: unknown; body: Record<string, unknown> } {
  for (const key of ['do', 'command', 'type'])
    if (Object.hasOwn(value, key)) {
      const { [key]: name, ...body } = value
      return { name, body }
    }
  const inside = Object.keys(value).find((key) => isCommandName(key) && isRecord(value[key]))
  if (inside === undefined) return { name: undefined, body: value }
  const { [inside]: fields, ...rest } = value
  return { name: inside, body: { ...(fields as object), ...rest } }
}

const common = ['do', 'by', 'at', 'id']

function fieldsProblem(name: CommandName, command: Record<string, unknown>): Problem | undefined {
  const fields: Record<string, FieldRule> = commands[name].fields
  for (const [field, rule] of Object.entries(fields)) {
    const problem = fieldProblem(name, field, rule, command[field])
    if (problem) return { field, problem }
  }
  const unknown = Object.keys(command).find((key) => !Object.hasOwn(fields, key) && !common.includes(key))
  return unknown === undefined ? undefined : { field: unknown, problem: `${name} has no field ${unknown}` }
}

function fieldProblem(name: CommandName, field: string, rule: FieldRule, value: unknown): string | undefined {
  if (typeof rule !== 'string') {
    if (value === undefined) return `${name} needs ${field}`
    return rule.includes(value as string) ? undefined : `${field} must be one of ${rule.join(', ')}`
  }
  const optional = rule.endsWith('?')
  if (value === undefined) return optional ? undefined : `${name} needs ${field}`
  const check = checks[(optional ? rule.slice(0, -1) : rule) as keyof Simple]
  return check.holds(value) ? undefined : `${field} must ${check.must}`
}

function commonProblem({ by, at, id }: Record<string, unknown>): Problem | undefined {
  if (by !== undefined && byOf(by) === undefined)
    return { field: 'by', problem: `by must be a role (${roles.join(', ')}) or {"role","name"}` }
  if (at !== undefined && !(isText(at, 40) && isTime(at))) return { field: 'at', problem: 'at must be an ISO time' }
  if (id !== undefined && !isText(id, 100)) return { field: 'id', problem: 'id must be a text of 1 to 100 characters' }
  return undefined
}

/** Fields that only make sense together. */
function togetherProblem(command: Record<string, unknown>): Problem | undefined {
  const has = (field: string) => command[field] !== undefined
  switch (command.do as CommandName) {
    case 'wager':
      if (has('bet')) {
        if (!has('unit')) return { field: 'unit', problem: 'a several-piece bet needs unit' }
        const extra = ['spot', 'stake', 'chips'].find(has)
        return extra ? { field: extra, problem: `a several-piece bet has bet and unit, not ${extra}` } : undefined
      }
      if (!has('spot')) return { field: 'spot', problem: 'wager needs spot, or bet and unit' }
      if (has('unit')) return { field: 'unit', problem: 'unit goes with bet' }
      if (has('stake') === has('chips')) return { field: 'stake', problem: 'wager needs either stake or chips' }
      return undefined
    case 'withdraw':
      return has('stake') && has('chips')
        ? { field: 'chips', problem: 'withdraw has stake or chips, not both' }
        : undefined
    case 'ball-at-rest':
      if (!has('source') || command.source === 'dealer' || command.source === 'wheel') return undefined
      return { field: 'source', problem: 'source must be dealer or wheel' }
    case 'rule-on-wager':
      if ((command.treatment === 'moved') === has('to')) return undefined
      return { field: 'to', problem: 'to goes with treatment moved, and only with it' }
    case 'buy-in':
      if (has('colour') === has('chipValue')) return undefined
      return { field: has('colour') ? 'chipValue' : 'colour', problem: 'colour and chipValue go together' }
    case 'cash-out':
      return has('chipValue') && !has('colour') ? { field: 'colour', problem: 'chipValue goes with colour' } : undefined
    default:
      return undefined
  }
}

/** `by` may be just the role; without it, the least role that may give the command. */
function byOf(by: unknown, name?: CommandName): By | undefined {
  if (by === undefined) return name && { role: commands[name].by }
  if (typeof by === 'string') return isRole(by) ? { role: by } : undefined
  if (!isRecord(by) || !isRole(by.role)) return undefined
  if (Object.keys(by).some((key) => key !== 'role' && key !== 'name')) return undefined
  if (by.name === undefined) return { role: by.role }
  return isText(by.name, 64) ? { role: by.role, name: by.name } : undefined
}

const isRole = (value: unknown): value is Role => roles.includes(value as Role)
function isRound(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1
}

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text))
