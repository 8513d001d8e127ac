import type { Clause, Position, RuleBook } from '../books/rule-book.ts'
import { impossible } from './impossible.ts'
import { type Cents, isCents } from './money.ts'
import { type By, type Role, roles } from './positions.ts'
import { hiddenIn, isList, isName, isRecord, isShallow, isText, plainName } from './shape.ts'

/**
 * The table's language: every command, who may give it, and its fields. Scripts, HTTP, WebSocket and the journal speak
 * it; types, checks and documents are made from this one table. `by`: the least position. `wheel`: a wheel gives it, too.
 * `terminal`: a player's terminal gives it. A `?` marks a field that may be left out, a list the words that a field may be.
 */
type Declaration = { by: Role; wheel?: true; terminal?: true; means: string; fields: Record<string, FieldRule> }

const directions = ['clockwise', 'anticlockwise'] as const
/** Every command: who may give it, what it means, its fields. */
// biome-ignore format: a table is read down its columns
export const commands = {
  'buy-in':          { by: 'player', means: 'buys chips or credits', fields: { player: 'name', amount: 'cents', colour: 'name?', chipValue: 'cents?' } },
  'cash-out':        { by: 'player', means: 'turns chips or credits into money', fields: { player: 'name', amount: 'cents', colour: 'name?', chipValue: 'cents?' } },
  'repay':           { by: 'player', terminal: true, means: 'pays what is owed after a correction', fields: { player: 'name', amount: 'cents' } },
  'place-your-bets': { by: 'dealer', wheel: true, means: 'opens a round; `closesAt` announces when no more bets will be called; `commitment` is the SHA-256 of the secret from which the bonus numbers will be derived, and the service sets its own', fields: { closesAt: 'time?', commitment: 'hash?' } },
  'wager':           { by: 'player', terminal: true, means: 'stakes on a spot, or on every spot of a several-piece bet, whose `unit` or `chips` are those of one piece; with `own`, staff record a wager that the player placed', fields: { player: 'name', spot: 'word?', stake: 'cents?', chips: 'count?', bet: 'word?', unit: 'cents?', own: 'flag?' } },
  'withdraw':        { by: 'player', terminal: true, means: 'takes a wager back, all of it or a part', fields: { player: 'name', spot: 'word', stake: 'cents?', chips: 'count?' } },
  'spin':            { by: 'dealer', wheel: true, means: 'spins the ball; a wheel adds the speed of its rotor, in tenths of rpm', fields: { ball: directions, wheel: [...directions, 'still'], rotorSpeed: 'count?' } },
  'no-more-bets':    { by: 'dealer', wheel: true, means: 'closes betting', fields: {} },
  'allow-early-close': { by: 'pit-manager', means: 'allows the dealer to close betting in this round before the spin', fields: {} },
  'bonus-numbers':   { by: 'system', means: 'lights the bonus numbers; a round with a commitment needs its `secret`', fields: { numbers: 'words', secret: 'hash?' } },
  'ball-at-rest':    { by: 'dealer', wheel: true, means: 'announces the pocket where the ball rests', fields: { pocket: 'word', revolutions: 'count?' } },
  'rule-on-wager':   { by: 'pit-supervisor', means: 'rules on an unclear or moved wager; `round` names a concluded round that is referred', fields: { player: 'name', spot: 'word', treatment: ['stands', 'returned', 'moved'], to: 'word?', stake: 'cents?', chips: 'count?', round: 'round?', reason: 'text' } },
  'settle':          { by: 'dealer', means: 'collects and pays', fields: {} },
  'irregularity':    { by: 'dealer', wheel: true, means: 'reports an irregularity that voids the round', fields: { code: 'word', reason: 'text?' } },
  'no-spin':         { by: 'dealer', wheel: true, means: 'announces no spin', fields: { reason: 'text?' } },
  'power-failure':   { by: 'dealer', wheel: true, means: 'reports that the power failed', fields: {} },
  'resume':          { by: 'dealer', means: 'resumes play after a power failure', fields: {} },
  'interruption':    { by: 'dealer', wheel: true, means: 'reports a technical interruption', fields: { terminals: 'words?' } },
  'refer':           { by: 'dealer', means: 'refers a round to the shift manager; `round` names a concluded one', fields: { reason: 'text', round: 'round?' } },
  'decide':          { by: 'shift-manager', means: 'decides a referred round; with `round` a concluded one, which `stands`, is `void`, or is settled again by its rulings; `awards` are the amounts for players and replace earlier awards for the round; `{}` takes those back', fields: { decision: ['void', 'settle', 'continue', 'stands'], round: 'round?', reason: 'text?', awards: 'awards?' } },
  'correct-outcome': { by: 'pit-supervisor', means: 'corrects a wrong result, or a round that was voided by mistake', fields: { round: 'round', pocket: 'word', reason: 'text' } },
  'void-rounds':     { by: 'pit-supervisor', means: 'voids rounds after the fact', fields: { rounds: 'rounds', code: 'word', reason: 'text' } },
  'close-table':     { by: 'pit-supervisor', means: 'closes the table after the round in progress', fields: { reason: 'text' } },
  'open-table':      { by: 'pit-supervisor', means: 'opens a closed table again', fields: { reason: 'text' } },
  'set-book':        { by: 'shift-manager', means: 'changes to another version of the game, between rounds', fields: { book: 'word', reason: 'text' } },
  'set-limits':      { by: 'pit-supervisor', means: 'sets the limits', fields: { limits: 'object', reason: 'text?' } },
} as const satisfies Record<string, Declaration>

/** The names of all commands. */
export type CommandName = keyof typeof commands

const declared: Readonly<Record<CommandName, Declaration>> = commands
/** A wheel reports what it does and where the ball rests, and moves no money. */
export const isForWheel = (name: CommandName): boolean => declared[name].wheel === true
/** Money reaches and leaves a terminal by ticket or through an attendant, never by the terminal's own command. */
export const isForTerminal = (name: CommandName): boolean => declared[name].terminal === true

/**
 * The least position that may give a command: the one that the rule book states, if it states one.
 *
 * @example
 * const role: Role = leastFor('settle', roulette3)
 */
export const leastFor = (name: CommandName, book: Pick<RuleBook, 'rules'>): Role =>
  statedIn(book, name) ?? commands[name].by

/** The position whose leave is needed to close before the spin (reading 8); null if there is none. */
export function earlyCloseLeave({ rules }: Pick<RuleBook, 'rules'>): { by: Position; clause: Clause } | null {
  const { beforeSpin } = rules.closing
  return beforeSpin?.by === 'dealer' ? null : beforeSpin
}

function statedIn({ rules }: Pick<RuleBook, 'rules'>, name: CommandName): Position | undefined {
  switch (name) {
    case 'allow-early-close':
      return earlyCloseLeave({ rules })?.by
    case 'rule-on-wager':
      return rules.unclearWagers?.by ?? rules.referral.by
    case 'no-spin':
      return rules.noSpin?.by
    case 'decide':
      return rules.referral.by
    case 'correct-outcome':
      return rules.correction.by
    case 'void-rounds':
      return rules.voidedRounds.by
    case 'buy-in':
    case 'cash-out':
    case 'repay':
    case 'place-your-bets':
    case 'wager':
    case 'withdraw':
    case 'spin':
    case 'no-more-bets':
    case 'bonus-numbers':
    case 'ball-at-rest':
    case 'settle':
    case 'irregularity':
    case 'power-failure':
    case 'resume':
    case 'interruption':
    case 'refer':
    case 'close-table':
    case 'open-table':
    case 'set-book':
    case 'set-limits':
      return undefined
    default:
      return impossible(name)
  }
}

/** The names of all commands, in the order of the reference. */
export const commandNames = Object.keys(commands) as CommandName[]

/** The amount awarded to each player. */
export type Awards = Readonly<Record<string, Cents>>

type Simple = {
  name: string
  word: string
  text: string
  cents: Cents
  count: number
  round: number
  flag: boolean
  time: string
  hash: string
  words: readonly string[]
  rounds: readonly number[]
  object: unknown
  awards: Awards
}
type FieldRule = keyof Simple | `${keyof Simple}?` | readonly string[]
type ValueOf<R> = R extends readonly string[] ? R[number] : R extends keyof Simple ? Simple[R] : never
type Fields<F> = {
  [K in keyof F as F[K] extends `${string}?` ? never : K]: ValueOf<F[K]>
} & { [K in keyof F as F[K] extends `${string}?` ? K : never]?: F[K] extends `${infer R}?` ? ValueOf<R> : never }

/** The command of one name. */
export type CommandOf<Name extends CommandName> = { do: Name; by: By; at?: string; id?: string } & Fields<
  (typeof commands)[Name]['fields']
>
/** A checked command of a table. */
export type Command = { [Name in CommandName]: CommandOf<Name> }[CommandName]

/** A problem with a value that is not a command: the field, and what it must be. */
export type Problem = { problem: string; field: string }

// biome-ignore format: a table is read down its columns
const checks: Record<keyof Simple, { must: string; holds: (value: unknown) => boolean }> = {
  name:   { must: 'be a name of 1 to 64 characters, not blank', holds: (value) => isName(value, 64) },
  word:   { must: 'be a word of 1 to 64 characters', holds: (value) => isText(value, 64) },
  text:   { must: 'be a text of 1 to 500 characters', holds: (value) => isText(value, 500) },
  cents:  { must: 'be a whole number of cents, a hundred thousand million at most', holds: isCents },
  count:  { must: 'be a whole number, 0 or more', holds: (value) => isCents(value) && value >= 0 },
  flag:   { must: 'be true or false', holds: (value) => typeof value === 'boolean' },
  round:  { must: 'be the number of a round', holds: isRound },
  time:   { must: 'be an ISO time with its zone, such as 2026-01-31T20:15:00Z', holds: isInstant },
  hash:   { must: 'be 64 hexadecimal digits', holds: isHash },
  words:  { must: 'be a list of words, at least one', holds: (value) => isList(value, (item) => isText(item, 64)) && value.length > 0 },
  rounds: { must: 'be a list of round numbers, at least one', holds: (value) => isList(value, isRound) && value.length > 0 },
  object: { must: 'be an object', holds: (value) => isRecord(value) && isShallow(value, 3) },
  awards: { must: 'name up to 100 players, each with whole cents above nothing', holds: isAwards },
}

/**
 * Reads one command, `do` first. A script may also say `command` or `type` for `do`, or put the fields inside the name.
 * Names are as they are compared. `book`: its positions apply where the command names no caller.
 *
 * @example
 * const command = readCommand({ do: 'wager', player: 'ann', spot: '17', stake: 500 }, roulette3)
 * if (isProblem(command)) throw new Error(command.problem)
 */
export function readCommand(value: unknown, book?: RuleBook): Command | Problem {
  if (!isRecord(value)) return { field: 'do', problem: 'a command must be an object' }
  const { name, body: said, doubled } = nameIn(value)
  if (doubled !== undefined) return { field: doubled, problem: `${doubled} occurs twice` }
  if (name === undefined) return { field: 'do', problem: 'do must name a command' }
  if (!isCommandName(name))
    return {
      field: 'do',
      problem: `there is no command ${typeof name === 'string' ? JSON.stringify(name.slice(0, 64)) : 'of that name'}`,
    }
  const body = bySource(name, said)
  const problem = fieldsProblem(name, body) ?? commonProblem(body) ?? togetherProblem(name, body)
  if (problem) return problem
  const least = book ? leastFor(name, book) : commands[name].by
  return withNames(name, { ...body, do: name, by: byOf(body.by, least) }) as Command
}

/** Whether a command, as written, names its caller. */
export function namesGiver(value: Record<string, unknown>): boolean {
  const { name, body } = nameIn(value)
  return (isCommandName(name) ? bySource(name, body) : body).by !== undefined
}

/** Reads a script's `source` of a spin or a result (`wheel` or `dealer`) as the caller of the command. */
function bySource(name: CommandName, body: Record<string, unknown>): Record<string, unknown> {
  if (name !== 'spin' && name !== 'ball-at-rest') return body
  const { source, ...rest } = body
  if (source !== 'wheel' && source !== 'dealer') return body
  return source === 'wheel' ? { ...rest, by: 'wheel' } : rest
}

function withNames(name: CommandName, command: Record<string, unknown>): Record<string, unknown> {
  for (const field of fieldsOf.get(name)!.names)
    if (command[field] !== undefined) command[field] = plainName(command[field] as string)
  if (command.awards !== undefined) command.awards = awardsByName(command.awards as Awards)
  return command
}

/**
 * Tells a problem of the form from a value that was read.
 *
 * @example
 * const command = readCommand({ do: 'settle' }, roulette3)
 * if (isProblem(command)) console.log(command.problem)
 */
export const isProblem = (value: object): value is Problem => 'problem' in value

const isCommandName = (name: unknown): name is CommandName => typeof name === 'string' && Object.hasOwn(commands, name)

/** `doubled`: a field that stands inside the command's name and again beside it, or a command that is named twice. */
type Named = { name: unknown; body: Record<string, unknown>; doubled?: string | undefined }

function nameIn(value: Record<string, unknown>): Named {
  if (Object.hasOwn(value, 'do')) return { name: value.do, body: value }
  for (const key of ['command', 'type'])
    if (Object.hasOwn(value, key)) {
      const { [key]: name, ...body } = value
      return { name, body }
    }
  const inside = Object.keys(value).find((key) => isCommandName(key) && isRecord(value[key]))
  if (inside === undefined) return { name: undefined, body: value }
  const { [inside]: fields, ...rest } = value
  const doubled = Object.keys(fields as object).find((key) => key === 'do' || Object.hasOwn(rest, key))
  return { name: inside, body: { ...(fields as object), ...rest }, doubled }
}

type Check = { field: string; isOptional: boolean; must: string; holds: (value: unknown) => boolean }

function checkOf(field: string, rule: FieldRule): Check {
  if (typeof rule !== 'string')
    return {
      field,
      isOptional: false,
      must: `be one of ${rule.join(', ')}`,
      holds: (value) => rule.includes(value as string),
    }
  const isOptional = rule.endsWith('?')
  return { field, isOptional, ...checks[(isOptional ? rule.slice(0, -1) : rule) as keyof Simple] }
}

const common = ['do', 'by', 'at', 'id']

/** The checks of each command's fields, prepared once: many thousands of commands are read. */
type Checked = { known: ReadonlySet<string>; list: readonly Check[]; names: readonly string[] }
const fieldsOf: ReadonlyMap<CommandName, Checked> = new Map(
  commandNames.map((name) => {
    const fields: Record<string, FieldRule> = commands[name].fields
    const known = new Set([...Object.keys(fields), ...common])
    const names = Object.keys(fields).filter((field) => fields[field] === 'name' || fields[field] === 'name?')
    return [name, { known, list: Object.entries(fields).map(([field, rule]) => checkOf(field, rule)), names }]
  }),
)

function fieldsProblem(name: CommandName, command: Record<string, unknown>): Problem | undefined {
  const { known, list } = fieldsOf.get(name)!
  for (const check of list) {
    const problem = fieldProblem(name, check, command[check.field])
    if (problem) return { field: check.field, problem }
  }
  for (const key in command) if (!known.has(key)) return { field: key, problem: `${name} has no field ${key}` }
  return undefined
}

function fieldProblem(
  name: CommandName,
  { field, isOptional, must, holds }: Check,
  value: unknown,
): string | undefined {
  if (value === undefined) return isOptional ? undefined : `${name} needs ${field}`
  return holds(value) ? undefined : problemWith(field, value, must)
}

/** Names the problem with a value. An invisible character in it says more than what the field must be. */
function problemWith(field: string, value: unknown, must: string): string {
  const hidden = hiddenWithin(value)
  return hidden === null ? `${field} must ${must}` : `${field} must hold no invisible character, and has ${hidden}`
}

/** The first invisible character in a text, in a list of texts, or in the names and texts of an object. */
function hiddenWithin(value: unknown): string | null {
  const texts = isRecord(value) ? Object.entries(value).flat() : [value].flat()
  return texts.map((text) => (typeof text === 'string' ? hiddenIn(text) : null)).find((hidden) => hidden) ?? null
}

function commonProblem({ by, at, id }: Record<string, unknown>): Problem | undefined {
  if (by !== undefined && byOf(by) === undefined)
    return { field: 'by', problem: problemWith('by', by, `be a role (${roles.join(', ')}) or {"role","name"}`) }
  if (at !== undefined && !(isText(at, 40) && isTime(at))) return { field: 'at', problem: 'at must be an ISO time' }
  if (id !== undefined && !isText(id, 100))
    return { field: 'id', problem: problemWith('id', id, 'be a text of 1 to 100 characters') }
  return undefined
}

/** Fields that only make sense together. */
function togetherProblem(name: CommandName, command: Record<string, unknown>): Problem | undefined {
  const has = (field: string) => command[field] !== undefined
  switch (name) {
    case 'wager':
      if (has('bet')) {
        const extra = ['spot', 'stake'].find(has)
        if (extra) return { field: extra, problem: `a several-piece bet has bet and unit, not ${extra}` }
        if (has('unit'))
          return has('chips') ? { field: 'chips', problem: 'a piece is unit or chips, not both' } : undefined
        return has('chips') ? undefined : { field: 'unit', problem: 'a several-piece bet needs unit, or chips' }
      }
      if (!has('spot')) return { field: 'spot', problem: 'wager needs spot, or bet and unit' }
      if (has('unit')) return { field: 'unit', problem: 'unit is allowed only with bet' }
      if (has('stake') === has('chips')) return { field: 'stake', problem: 'wager needs either stake or chips' }
      return undefined
    case 'withdraw':
      return has('stake') && has('chips')
        ? { field: 'chips', problem: 'withdraw has stake or chips, not both' }
        : undefined
    case 'rule-on-wager':
      if ((command.treatment === 'moved') !== has('to'))
        return { field: 'to', problem: 'treatment moved needs to, and no other treatment allows it' }
      return has('stake') && has('chips')
        ? { field: 'chips', problem: 'rule-on-wager has stake or chips, not both' }
        : undefined
    case 'decide':
      if (command.decision === 'stands' && !has('round'))
        return { field: 'round', problem: 'decision stands needs round' }
      if (command.decision === 'continue' && has('round'))
        return { field: 'round', problem: 'decision continue is for the round under way and has no round' }
      return has('awards') && isTwiceIn(command.awards as Awards)
        ? { field: 'awards', problem: 'awards names a player twice' }
        : undefined
    case 'buy-in':
      if (has('colour') === has('chipValue')) return undefined
      return { field: has('colour') ? 'chipValue' : 'colour', problem: 'colour and chipValue go together' }
    case 'cash-out':
      return has('chipValue') && !has('colour')
        ? { field: 'colour', problem: 'chipValue is allowed only with colour' }
        : undefined
    default:
      return undefined
  }
}

/** `by` may be just the role; without it, the least role that may give the command. */
function byOf(by: unknown, least?: Role): By | undefined {
  if (by === undefined) return least && { role: least }
  if (typeof by === 'string') return isRole(by) ? { role: by } : undefined
  if (!isRecord(by) || !isRole(by.role)) return undefined
  if (Object.keys(by).some((key) => key !== 'role' && key !== 'name')) return undefined
  if (by.name === undefined) return { role: by.role }
  return isName(by.name, 64) ? { role: by.role, name: plainName(by.name) } : undefined
}

const isRole = (value: unknown): value is Role => roles.includes(value as Role)
function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isRound(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1
}

/** The most awards in one decision: the table shows as many, and a person can still read the decision. */
export const AWARDS_MAX = 100

function isAwards(value: unknown): boolean {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  if (entries.length > AWARDS_MAX) return false
  return entries.every(([player, amount]) => isName(player, 64) && isCents(amount) && amount > 0)
}

const awardsByName = (awards: Awards): Awards =>
  Object.fromEntries(Object.entries(awards).map(([player, amount]) => [plainName(player), amount]))

const isTwiceIn = (awards: Awards): boolean => Object.keys(awardsByName(awards)).length < Object.keys(awards).length

/** A time with its zone: without one it would differ from machine to machine. */
function isInstant(value: unknown): boolean {
  return isText(value, 40) && /T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) && isTime(value)
}

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text))
