import { type BookPath, type BookProblem, bookError } from '../engine/book-path.ts'
import { isRecord } from '../engine/shape.ts'
import { CITATION } from './schema-parts.ts'

/** The part of JSON Schema that the schema of a book is written in. */
type JsonSchema = {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly anyOf?: readonly JsonSchema[]
}

/** A clause that a value cites. */
export type BookCitation = { readonly path: BookPath; readonly clause: string }
/** Problems of the shape of a value, and the clauses that it cites. */
type BookShape = { problems: BookProblem[]; citations: BookCitation[] }

/** Compares a value with a schema. It finds every problem, each with what would be right. */
export function checkShape(schema: object, value: unknown): BookShape {
  const found: BookShape = { problems: [], citations: [] }
  check(schema as JsonSchema, value, [], found)
  return found
}

function check(schema: JsonSchema, value: unknown, path: BookPath, found: BookShape): void {
  if (schema.anyOf) return checkForms(schema, schema.anyOf, value, path, found)
  const expected = expectedBy(schema)
  const wrong = (problem: string): void => void found.problems.push(bookError(path, problem, expected))
  switch (schema.type) {
    case 'object':
      if (!isRecord(value)) return wrong(`is ${kindOf(value)}, not an object`)
      return schema.patternProperties ? checkNames(schema, value, path, found) : checkFields(schema, value, path, found)
    case 'array':
      if (!Array.isArray(value)) return wrong(`is ${kindOf(value)}, not a list`)
      return checkItems(schema, value, path, found)
    case 'string':
      if (typeof value !== 'string') return wrong(`is ${kindOf(value)}, not a text`)
      if (schema.title === CITATION) found.citations.push({ path, clause: value })
      return isRightText(schema, value) ? undefined : wrong(`cannot be ${shown(value)}`)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrong(`is ${kindOf(value)}, not true or false`)
    case 'null':
      return value === null ? undefined : wrong(`is ${kindOf(value)}, not null`)
    case 'integer':
    case 'number':
      return checkNumber(schema, value, wrong)
    default:
      throw new Error(`The schema of a book has a type that is not checked: ${schema.type}`)
  }
}

function checkNumber(schema: JsonSchema, value: unknown, wrong: (problem: string) => void): void {
  if (typeof value !== 'number') return wrong(`is ${kindOf(value)}, not a number`)
  if (!Number.isFinite(value)) return wrong(`cannot be ${value}`)
  if (schema.type === 'integer' && !Number.isInteger(value)) return wrong(`${value} is no whole number`)
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum
  if (!isWithin || (schema.const !== undefined && schema.const !== value)) wrong(`cannot be ${value}`)
}

function isRightText({ pattern, enum: words, const: only }: JsonSchema, value: string): boolean {
  if (words && !words.includes(value)) return false
  if (only !== undefined && only !== value) return false
  return pattern === undefined || regular(pattern).test(value)
}

const expressions = new Map<string, RegExp>()

function regular(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, known)
  return known
}

function checkItems(schema: JsonSchema, list: readonly unknown[], path: BookPath, found: BookShape): void {
  const { minItems = 0, maxItems = Infinity } = schema
  if (list.length < minItems || list.length > maxItems) {
    const expected = `${expectedBy(schema)}; ${minItems} to ${maxItems} of them`
    found.problems.push(bookError(path, `has ${list.length} items`, expected))
    if (list.length > maxItems) return
  }
  for (const [nth, item] of list.entries()) check(schema.items!, item, [...path, nth], found)
}

/** Every required field, and no unknown one. */
function checkFields(schema: JsonSchema, value: Record<string, unknown>, path: BookPath, found: BookShape): void {
  const { properties = {}, required = [] } = schema
  for (const [name, inner] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) check(inner, value[name], [...path, name], found)
    else if (required.includes(name)) found.problems.push(bookError([...path, name], 'is missing', expectedBy(inner)))
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(properties, name)) found.problems.push(unknownName(path, name, Object.keys(properties)))
}

const unknownName = (path: BookPath, name: string, known: readonly string[]): BookProblem =>
  bookError([...path, name], 'is no field here', `one of ${known.join(', ')}`)

function checkNames(schema: JsonSchema, value: Record<string, unknown>, path: BookPath, found: BookShape): void {
  const [[pattern, item] = ['', {}]] = Object.entries(schema.patternProperties!)
  const names = Object.keys(value)
  const { minProperties = 0, maxProperties = Infinity } = schema
  if (names.length < minProperties || names.length > maxProperties) {
    const expected = `${expectedBy(schema)}; ${minProperties} to ${maxProperties} of them`
    found.problems.push(bookError(path, `has ${names.length} names`, expected))
    if (names.length > maxProperties) return
  }
  for (const name of names)
    if (regular(pattern).test(name)) check(item, value[name], [...path, name], found)
    else found.problems.push(bookError([...path, name], 'is no name that can stand here', expectedBy(schema)))
}

/** One of several forms: null or something, or objects that one field tells apart. */
function checkForms(
  schema: JsonSchema,
  forms: readonly JsonSchema[],
  value: unknown,
  path: BookPath,
  found: BookShape,
): void {
  const others = forms.filter(({ type }) => type !== 'null')
  if (value === null && others.length < forms.length) return
  if (others.length === 1) return check(others[0]!, value, path, found)
  const tag = tagOf(others)
  const words = others.map(({ properties }) => properties![tag]!.const)
  const form = isRecord(value) && Object.hasOwn(value, tag) ? others[words.indexOf(value[tag])] : undefined
  if (form) return check(form, value, path, found)
  const problem = isRecord(value) ? `has no ${tag} that is known` : `is ${kindOf(value)}, not an object`
  const expected = `${schema.description}: ${tag} is one of ${words.join(', ')}`
  found.problems.push(bookError(isRecord(value) ? [...path, tag] : path, problem, expected))
}

const tagOf = ([first]: readonly JsonSchema[]): string =>
  Object.entries(first!.properties!).find(([, { const: only }]) => only !== undefined)![0]

function expectedBy({ description, enum: words, type, minimum, maximum }: JsonSchema): string {
  const parts = [
    description,
    words && `one of ${words.join(', ')}`,
    type === 'integer' && minimum !== undefined && `a whole number from ${minimum} to ${maximum}`,
  ]
  return parts.filter(Boolean).join(': ')
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  return (
    { object: 'an object', string: 'a text', number: 'a number', boolean: String(value) }[typeof value as 'object'] ??
    'no JSON'
  )
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
