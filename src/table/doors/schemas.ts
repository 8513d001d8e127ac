import { commandNames, commands } from '../../engine/language.ts'
import { roles } from '../../engine/positions.ts'
import { languageCodes } from '../../words/languages.ts'

/** JSON schemas for the documentation, made from the table of the language: it is what checks commands, too. */

type Schema = Record<string, unknown>

const simple: Record<string, Schema> = {
  name: { type: 'string', minLength: 1, maxLength: 64 },
  word: { type: 'string', minLength: 1, maxLength: 64 },
  text: { type: 'string', minLength: 1, maxLength: 500 },
  cents: { type: 'integer', description: 'whole cents' },
  count: { type: 'integer', minimum: 0 },
  round: { type: 'integer', minimum: 1 },
  time: { type: 'string', format: 'date-time' },
  words: { type: 'array', items: { type: 'string' }, minItems: 1 },
  rounds: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 },
  object: { type: 'object', additionalProperties: true },
}

const fieldSchema = (rule: string | readonly string[]): Schema =>
  typeof rule === 'string' ? simple[rule.replace('?', '')]! : { type: 'string', enum: rule }

function commandSchema(name: (typeof commandNames)[number]): Schema {
  const { fields, means, by } = commands[name]
  const entries = Object.entries(fields as Record<string, string | readonly string[]>)
  const needed = entries.filter(([, rule]) => typeof rule !== 'string' || !rule.endsWith('?')).map(([field]) => field)
  return {
    title: name,
    description: `${means}; by at least: ${by}`,
    type: 'object',
    additionalProperties: false,
    required: ['do', ...needed],
    properties: {
      do: { const: name },
      ...Object.fromEntries(entries.map(([field, rule]) => [field, fieldSchema(rule)])),
      id: { type: 'string', description: 'the same id twice is the same answer' },
      at: { type: 'string' },
      by: { description: `ignored by the service, which knows who asks; in scripts: ${roles.join(', ')}` },
    },
  }
}

export const anyCommand: Schema = { anyOf: commandNames.map(commandSchema) }

const body = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const text = (most: number): Schema => ({ type: 'string', minLength: 1, maxLength: most })
const reason = text(500)
const requestId: Schema = { ...text(100), description: 'the same id twice is the same answer' }

const query = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties })

/** What may stand behind the question mark. */
export const queries = {
  journal: query({ from: { type: 'string', description: 'a sequence number; from the first where it is left out' } }),
  book: query({
    layout: { type: 'string', description: 'where a book has several' },
    language: { type: 'string', description: 'of the clauses' },
  }),
  print: query({ language: { type: 'string', description: `of the ticket: ${languageCodes.join(' or ')}` } }),
}

/** Bodies of the doors that are not commands; Fastify checks them. */
export const bodies = {
  session: body({ badge: text(32), pin: text(32) }),
  ownPin: body({ current: text(32), pin: text(32) }),
  enrol: body({ code: text(32) }),
  demo: body({ table: text(64) }),
  sell: body({ amount: { type: 'integer', minimum: 1 }, table: text(64), id: requestId }, ['amount']),
  redeem: body({ number: text(40), table: text(64), id: requestId }, ['number']),
  cancel: body({ reason }),
  staff: body({ badge: text(32), name: text(64), role: text(32), pin: text(32) }),
  pin: body({ pin: text(32), reason }),
  role: body({ role: text(32), reason }),
  reason: body({ reason }),
  terminal: body({ terminal: text(64), table: text(64), player: text(64), name: text(64) }, [
    'terminal',
    'table',
    'player',
  ]),
}
