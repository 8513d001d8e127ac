import Type, { type Static, type TSchema } from 'typebox'
import { type Awards, type Command, type CommandName, commandNames, commands } from '../engine/language.ts'
import type { Cents } from '../engine/money.ts'
import { roles } from '../engine/positions.ts'
import { either, list, loosely, only, optional, shape, text, textUpTo, time } from './shapes.ts'
import { tableEvent } from './table-events.ts'

/** Commands as they are sent. The table of the language makes both the type and the schema, and is what checks them. */
type Simple =
  | 'name'
  | 'word'
  | 'text'
  | 'cents'
  | 'count'
  | 'flag'
  | 'round'
  | 'time'
  | 'hash'
  | 'words'
  | 'rounds'
  | 'object'
  | 'awards'

const round = Type.Integer({ minimum: 1 })
const simple: Readonly<Record<Simple, TSchema>> = {
  name: textUpTo(64),
  word: textUpTo(64),
  text: textUpTo(500),
  cents: Type.Integer({ description: 'whole cents' }),
  count: Type.Integer({ minimum: 0 }),
  flag: Type.Boolean(),
  round,
  time: { ...time, format: 'date-time' },
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  words: Type.Array(text, { minItems: 1 }),
  rounds: Type.Array(round, { minItems: 1 }),
  object: Type.Object({}, { additionalProperties: true }),
  awards: Type.Object(
    {},
    { additionalProperties: Type.Integer({ minimum: 1 }), description: 'by player, whole cents' },
  ),
}

function fieldSchema(rule: string | readonly string[]): TSchema {
  if (typeof rule !== 'string') return Type.Enum([...rule])
  const schema = simple[rule.replace('?', '') as Simple]
  return rule.endsWith('?') ? optional(schema) : schema
}

export const requestId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'the same id twice is the same answer',
})

/** In scripts: the wheel gives it. */
const source = optional(Type.Enum(['wheel', 'dealer'], { description: 'in scripts: whose word it is' }))

function commandSchema(name: CommandName): TSchema {
  const { fields, means, by } = commands[name]
  const entries = Object.entries(fields as Record<string, string | readonly string[]>)
  const ofCommand = shape({
    do: only(name),
    ...Object.fromEntries(entries.map(([field, rule]) => [field, fieldSchema(rule)])),
    ...(name === 'spin' || name === 'ball-at-rest' ? { source } : {}),
    id: optional(requestId),
    at: optional(text),
    by: optional(loosely({ description: `not believed: the service knows who asks; in scripts: ${roles.join(', ')}` })),
  })
  return { ...ofCommand, title: name, description: `${means}; by at least: ${by}` }
}

/** Money is any whole number until it is checked. */
type Loose<Value> = Value extends Cents ? number : Value extends Awards ? Readonly<Record<string, number>> : Value
type DraftOf<One> = One extends { do: CommandName }
  ? { readonly [Field in keyof Omit<One, 'by' | 'at' | 'id'>]: Loose<One[Field]> }
  : never
/** A command as its sender writes it, without `by`: the service knows the caller. */
export type Draft = DraftOf<Command>
/** A command that is put together as things come: what it lacks, the service says. */
export type CommandFields = { readonly do: string; readonly [field: string]: unknown }
export type CommandWithId = CommandFields & { readonly id: string }

export const command = loosely<Draft & { id?: string }>(either(commandNames.map(commandSchema)))

/** The result of an accepted command. */
export const acceptedAnswer = shape({ events: list(tableEvent) })
export type Accepted = Static<typeof acceptedAnswer>
