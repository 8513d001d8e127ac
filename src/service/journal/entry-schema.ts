import Type, { type TProperties, type TSchema } from 'typebox'
import { rulesSchema } from '../../book-files/book-schema.ts'
import { commandNames } from '../../engine/language.ts'
import { houseCommandShapes, type Shape } from '../../house/command-shapes.ts'
import { houseEventShapes } from '../../house/event-shapes.ts'
import { VERSION } from '../../record/versions.ts'
import { command } from '../../wire/command.ts'
import { refusedAnswer } from '../../wire/failures.ts'
import { limits } from '../../wire/play-shapes.ts'
import { either, list, oneOf, only, optional, shape, text, textUpTo, time, whole } from '../../wire/shapes.ts'
import { tableEvent } from '../../wire/table-events.ts'

/** The schema of journal entries, made from the tables and schemas with which the service records. */

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const salt = Type.String({
  pattern: '^[0-9a-f]+$',
  description: 'random bytes, so that the hash of an entry tells nothing',
})
const head = { v: Type.Literal(VERSION, { description: 'the version of the format' }), salt, at: time }
const tableHead = {
  ...head,
  actor: Type.String({ description: 'the caller: staff:1001, terminal:t7, wheel, service' }),
  book: { ...hash, description: 'the fingerprint of the rules that decided' },
  house: Type.Integer({ minimum: 0, description: 'the last entry of the house when it was decided' }),
}
const by = Type.Unknown({ description: 'who gave it, in which position' })

const setup = shape({ book: text, layout: text, terminal: either([text, Type.Null()]), limits, wheelOrder: list(text) })
const sealed = shape({
  key: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  text: Type.String({ pattern: '^[A-Za-z0-9+/]{80}$', description: 'the secret of the draw, encrypted' }),
})

const rules = Type.Ref('#/$defs/rules')
const tableCommand = Type.Ref('#/$defs/table-command')
const event = Type.Ref('#/$defs/table-event')

const tableEntrySchema = either(
  [
    shape({ ...tableHead, opened: setup, ruleBook: rules }),
    shape({
      ...tableHead,
      command: tableCommand,
      events: list(event),
      ruleBook: optional(rules),
      sealed: optional(sealed),
    }),
    shape({ ...tableHead, command: tableCommand, refused: refusedAnswer }),
    shape({
      ...tableHead,
      forbidden: shape({ do: oneOf(commandNames), by, at: time, id: optional(textUpTo(100)), hash }),
      refused: refusedAnswer,
    }),
  ],
  {
    description:
      'an entry of a table: its opening, a command with its events, a refusal, or a command that its caller may not give',
  },
)

const plain = Type.Unsafe({ type: ['string', 'number', 'boolean', 'null'] })

/** The schema for a field of a house command. Null is allowed in place of any value. */
function fieldSchema(form: Shape): TSchema {
  if (form === 'plain') return plain
  if (Array.isArray(form)) return either([list(fieldSchema(form[0])), Type.Null()])
  const { '*': any, ...fields } = form as Readonly<Record<string, Shape>>
  const inner = any === undefined ? optionalFields(fields) : withOthers(optionalFields(fields), fieldSchema(any))
  return either([inner, Type.Null()])
}

/** An object that may have other fields, each of them of one form. */
const withOthers = (named: TSchema, others: TSchema): TSchema => ({ ...named, additionalProperties: others })

const optionalFields = (fields: Readonly<Record<string, Shape>>, more: TProperties = {}): TSchema =>
  shape({
    ...more,
    ...Object.fromEntries(Object.entries(fields).map(([field, form]) => [field, optional(fieldSchema(form))])),
  })

const houseCommand = either(
  Object.entries(houseCommandShapes).map(([name, fields]) =>
    optionalFields(fields as Readonly<Record<string, Shape>>, {
      do: only(name),
      by,
      at: time,
      id: optional(textUpTo(100)),
    }),
  ),
)
const houseEvent = either(
  Object.entries(houseEventShapes).map(([type, fields]) => {
    const { at: _, ...others } = fields as Readonly<Record<string, Shape>>
    return optionalFields(others, { type: only(type), at: time })
  }),
  { description: 'what happened, in the past tense, with its facts' },
)

const houseFields = {
  ...head,
  command: Type.Ref('#/$defs/house-command'),
  events: list(Type.Ref('#/$defs/house-event')),
  refused: optional(refusedAnswer),
}

const houseEntrySchema = shape(houseFields)
const ticketEntrySchema = shape({ ...houseFields, house: whole, beside: optional(shape({ stream: text, seq: whole })) })

/** The schema of an entry of any stream, as it is published. */
export const publishedEntrySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:croupier:journal-entry:${VERSION}`,
  title: 'Croupier journal entry',
  description: 'an entry of a table, of the house or of its tickets',
  anyOf: [{ $ref: '#/$defs/table' }, { $ref: '#/$defs/house' }, { $ref: '#/$defs/tickets' }],
  $defs: {
    table: tableEntrySchema,
    house: houseEntrySchema,
    tickets: ticketEntrySchema,
    rules: rulesSchema,
    'table-command': command,
    'table-event': tableEvent,
    'house-command': houseCommand,
    'house-event': houseEvent,
  },
}
