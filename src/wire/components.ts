import type { TSchema } from 'typebox'
import { alarm } from './alarm.ts'
import { dealerChange, dealerView, displayView, pitChange, pitView, playerChange, playerView } from './audiences.ts'
import { command } from './command.ts'
import { problem, refusedAnswer } from './failures.ts'
import { foresight } from './foresight.ts'
import { ticketFacts } from './house-shapes.ts'
import { funds, line, wagers } from './play-shapes.ts'
import { tableEvent } from './table-events.ts'
import { wheelStatus } from './wheel-facts.ts'

/** Schemas that have a name in published documents, so that a generated client has a type for each. */
const named: Readonly<Record<string, TSchema>> = {
  Alarm: alarm,
  Command: command,
  DealerChange: dealerChange,
  DealerView: dealerView,
  DisplayView: displayView,
  Foresight: foresight,
  Funds: funds,
  Line: line,
  PitChange: pitChange,
  PitView: pitView,
  PlayerChange: playerChange,
  PlayerView: playerView,
  Problem: problem,
  Refused: refusedAnswer,
  TableEvent: tableEvent,
  Ticket: ticketFacts,
  Wagers: wagers,
  WheelStatus: wheelStatus,
}

/** The licence of the program, as both documents name it. */
export const license = { name: 'MIT', identifier: 'MIT' }

type Json = Readonly<Record<string, unknown>>

const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema))

/** The same text for the same schema, whether a single value stands as `const` or as `enum`. */
const textOf = (schema: unknown): string =>
  JSON.stringify(schema, (field, value: unknown) => {
    if (field === 'const') return undefined
    const { const: only } = (value ?? {}) as { const?: unknown }
    return typeof value === 'object' && only !== undefined && !Array.isArray(value)
      ? sorted({ ...(value as object), enum: [only] })
      : sorted(value)
  })

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The place of named schemas in OpenAPI and AsyncAPI alike. */
const PLACE = '#/components/schemas'

/** Moves every named schema of a document to `components.schemas`, and refers to it there. */
export function withComponents<Document extends object>(document: Document): Document {
  const names = new Map(Object.entries(named).map(([name, schema]) => [textOf(schema), name]))
  const used = new Map<string, unknown>()
  const referred = (value: unknown, isRoot = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => referred(item))
    if (typeof value !== 'object' || value === null) return value
    const name = isRoot ? undefined : names.get(textOf(value))
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, referred(inner)]))
    if (!used.has(name)) {
      used.set(name, null)
      used.set(name, referred(plain(named[name]!), true))
    }
    return { $ref: `${PLACE}/${name}` }
  }
  const { components = {}, ...rest } = plain(document) as Json & { components?: Json }
  const body = referred(rest) as Json
  const schemas = Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { ...body, components: { ...components, schemas } } as unknown as Document
}
