import { parseArgs } from 'node:util'
import { CENTS_MAX, type Cents, isCents } from '../engine/money.ts'
import { wrap } from '../story/text.ts'

/** Input that cannot be processed: a line on standard error for each problem, exit 2. */
export class BadInput extends Error {
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Does something with a file or device. An error of the system is bad input: `problem` with its code, such as ENOENT. */
export async function orBadInput<T>(problem: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new BadInput(`${problem}: ${code}`)
  }
}

export type OptionDeclaration = {
  does: string
  /** The name of the option's value in usage and help. An option without one is a switch. */
  value?: string
  default?: string | number
  required?: true
  /** The option may be given several times. */
  multiple?: true
  choices?: readonly string[]
  /** The value is a whole number, from the first to the second. */
  range?: readonly [least: number, most: number]
  /** The value is an amount in cents. */
  cents?: true
  /** The other option that this one needs. */
  with?: string
}

/** A command of the command line: parsing, usage, error messages and help come from this. */
export type CommandDeclaration = {
  does: string
  /** Positional arguments in order. Arguments in brackets may be left out. */
  words: readonly string[]
  /** The values of the first argument. */
  actions?: readonly string[]
  options: Readonly<Record<string, OptionDeclaration>>
  /** The options in the usage line. By default all options are. */
  inUsage?: readonly string[]
  details?: string
  /** Lines that can be typed as they are. */
  examples: readonly string[]
}

type SingleValue<O> = O extends { cents: true }
  ? Cents
  : O extends { range: readonly unknown[] }
    ? number
    : O extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string

type OptionValue<O> = O extends { value: string }
  ? O extends { multiple: true }
    ? readonly SingleValue<O>[]
    : SingleValue<O> | (O extends { required: true } | { default: unknown } ? never : undefined)
  : boolean | undefined

type WordsOf<W extends readonly string[]> = {
  [Index in keyof W]: string | (W[Index] extends `[${string}]` ? undefined : never)
}

type WordValues<D extends CommandDeclaration> = D extends { actions: readonly (infer Action)[] } & {
  words: readonly [infer First, ...infer Rest extends string[]]
}
  ? readonly [Action | (First extends `[${string}]` ? undefined : never), ...WordsOf<Rest>]
  : WordsOf<D['words']>

/** The arguments of a command, checked against its declaration. */
export type ArgumentsOf<D extends CommandDeclaration> = {
  values: { readonly [Name in keyof D['options']]: OptionValue<D['options'][Name]> }
  words: WordValues<D>
}

const isRequired = (word: string): boolean => !word.startsWith('[')

/** An option with its value: `--layout L`. */
const optionText = (name: string, { value, multiple }: OptionDeclaration): string =>
  `--${name}${value === undefined ? '' : ` ${value}`}${multiple ? ' ...' : ''}`

export function usageOf(name: string, { words, options, inUsage }: CommandDeclaration): string {
  const all = Object.keys(options)
  const named = (inUsage ?? all).map((option) => {
    const text = optionText(option, options[option]!)
    return options[option]!.required ? text : `[${text}]`
  })
  return ['croupier', name, ...words, ...named, ...(inUsage ? ['[--...]'] : [])].join(' ')
}

const HELP_WIDTH = 100

/** The text of `croupier COMMAND --help`. */
export function helpOf(name: string, declaration: CommandDeclaration): string {
  const { does, words, actions, options, details, examples } = declaration
  const rows = Object.entries(options).map(([option, row]) => [optionText(option, row), meaningOf(row)] as const)
  const widest = Math.max(0, ...rows.map(([text]) => text.length))
  const margin = ' '.repeat(widest + 4)
  return [
    usageOf(name, declaration),
    wrap(does, HELP_WIDTH),
    rows
      .map(([text, means]) => `  ${text.padEnd(widest)}  ${wrap(means, HELP_WIDTH - margin.length, margin)}`)
      .join('\n'),
    ...(actions ? [`${words[0]!.replace(/\W/g, '')}: ${actions.join(', ')}`] : []),
    ...(details === undefined ? [] : [wrap(details, HELP_WIDTH)]),
    ['For example', ...examples.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n')
}

const meaningOf = ({ does, multiple, default: value }: OptionDeclaration): string =>
  [does, ...(multiple ? ['can be repeated'] : []), ...(value === undefined ? [] : [`default: ${value}`])].join('; ')

export function readArguments<D extends CommandDeclaration>(
  name: string,
  declaration: D,
  args: readonly string[],
): ArgumentsOf<D> {
  const wrong = (problem: string): never => {
    throw new BadInput(`${problem}: ${usageOf(name, declaration)}`)
  }
  const { values, positionals } = parse(declaration, args, wrong)
  const { words, actions, options } = declaration
  const missing = words[positionals.length]
  if (missing !== undefined && isRequired(missing)) wrong(`${missing} is missing`)
  if (positionals.length > words.length) wrong('too many words')
  const [action] = positionals
  if (actions && action !== undefined && !actions.includes(action))
    throw new BadInput(`${name} cannot ${action}: ${actions.join(', ')}`)
  const read = Object.entries(options).map(([option, row]) => {
    const given = values[option]
    if (given === undefined && row.required) wrong(`--${option} is missing`)
    if (given !== undefined && row.with !== undefined && values[row.with] === undefined)
      throw new BadInput(`--${option} needs --${row.with}`)
    if (Array.isArray(given) || row.multiple) return [option, (given as string[] | undefined) ?? []]
    return [option, typeof given === 'string' ? readOption(option, row, given) : (given ?? row.default)]
  })
  return { values: Object.fromEntries(read), words: positionals } as unknown as ArgumentsOf<D>
}

function parse({ options }: CommandDeclaration, args: readonly string[], wrong: (problem: string) => never) {
  const rows = Object.entries(options).map(([option, { value, multiple = false }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const)
    return [option, { type, multiple }] as const
  })
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(rows), allowPositionals: true, strict: true })
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.\s/)
    // parseArgs calls a value that starts with a dash ambiguous. The value itself says more.
    const option = /^Option '(--[a-z-]+).*ambiguous/.exec(problem!)?.[1]
    const value = option && args.find((word, at) => word.startsWith('-') && args[at - 1] === option)
    return wrong(value ? `${option} cannot be ${value}` : problem!)
  }
}

function readOption(option: string, { choices, range, cents }: OptionDeclaration, text: string): string | number {
  if (cents) return readCents(text, `--${option}`)
  if (range) return readCount(text, `--${option}`, ...range)
  if (!choices || choices.includes(text)) return text
  throw new BadInput(`--${option} must be one of ${choices.join(', ')}, not ${text}`)
}

export function readCents(text: string, what: string): Cents {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (isCents(value) && value > 0) return value
  throw new BadInput(`${what} must be a whole number of cents, from 1 to ${CENTS_MAX}, not ${text}`)
}

export function readCount(text: string, what: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new BadInput(`${what} must be a whole number from ${least} to ${most}, not ${text}`)
}
