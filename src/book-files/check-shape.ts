import { type BookPath, type BookProblem, bookError } from '../engine/book-path.ts'
import type { AskedValue, JsonKind, WantedType } from '../engine/problem-facts.ts'
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
  const asked = askedBy(schema)
  const tell = (problem: BookProblem): void => void found.problems.push(problem)
  const isNo = (wanted: WantedType) => tell(bookError(path, 'wrong-type', { is: kindOf(value), wanted, asked }))
  const cannotBe = (text: string) => tell(bookError(path, 'wrong-value', { value: text, asked }))
  switch (schema.type) {
    case 'object':
      if (!isRecord(value)) return isNo('object')
      return schema.patternProperties ? checkNames(schema, value, path, found) : checkFields(schema, value, path, found)
    case 'array':
      if (!Array.isArray(value)) return isNo('list')
      return checkItems(schema, value, path, found)
    case 'string':
      if (typeof value !== 'string') return isNo('text')
      if (schema.title === CITATION) found.citations.push({ path, clause: value })
      return isRightText(schema, value) ? undefined : cannotBe(shown(value))
    case 'boolean':
      return typeof value === 'boolean' ? undefined : isNo('boolean')
    case 'null':
      return value === null ? undefined : isNo('null')
    case 'integer':
    case 'number':
      if (typeof value !== 'number') return isNo('number')
      if (schema.type === 'integer' && isFraction(value)) return tell(bookError(path, 'not-whole', { value, asked }))
      return isRightNumber(schema, value) ? undefined : cannotBe(String(value))
    default:
      throw new Error(`The schema of a book has a type that is not checked: ${schema.type}`)
  }
}

const isFraction = (value: number): boolean => Number.isFinite(value) && !Number.isInteger(value)

function isRightNumber(schema: JsonSchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum
  return Number.isFinite(value) && isWithin && (schema.const === undefined || schema.const === value)
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
    const count = { count: list.length, least: minItems, most: maxItems }
    found.problems.push(bookError(path, 'item-count', { ...count, asked: askedBy(schema) }))
    if (list.length > maxItems) return
  }
  for (const [nth, item] of list.entries()) check(schema.items!, item, [...path, nth], found)
}

/** Every required field, and no unknown one. */
function checkFields(schema: JsonSchema, value: Record<string, unknown>, path: BookPath, found: BookShape): void {
  const { properties = {}, required = [] } = schema
  for (const [name, inner] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) check(inner, value[name], [...path, name], found)
    else if (required.includes(name))
      found.problems.push(bookError([...path, name], 'missing', { asked: askedBy(inner) }))
  }
  const known = Object.keys(properties)
  for (const name of Object.keys(value))
    if (!Object.hasOwn(properties, name)) found.problems.push(bookError([...path, name], 'unknown-field', { known }))
}

function checkNames(schema: JsonSchema, value: Record<string, unknown>, path: BookPath, found: BookShape): void {
  const [[pattern, item] = ['', {}]] = Object.entries(schema.patternProperties!)
  const names = Object.keys(value)
  const { minProperties = 0, maxProperties = Infinity } = schema
  if (names.length < minProperties || names.length > maxProperties) {
    const count = { count: names.length, least: minProperties, most: maxProperties }
    found.problems.push(bookError(path, 'name-count', { ...count, asked: askedBy(schema) }))
    if (names.length > maxProperties) return
  }
  for (const name of names)
    if (regular(pattern).test(name)) check(item, value[name], [...path, name], found)
    else found.problems.push(bookError([...path, name], 'wrong-name', { asked: askedBy(schema) }))
}

/** One of several forms: null or something, or objects that are distinguished by one field. */
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
  const words = others.map(({ properties }) => properties![tag]!.const as string)
  const form = isRecord(value) && Object.hasOwn(value, tag) ? others[words.indexOf(value[tag] as string)] : undefined
  if (form) return check(form, value, path, found)
  const asked = { description: schema.description!, words }
  found.problems.push(
    isRecord(value)
      ? bookError([...path, tag], 'unknown-form', { tag, asked })
      : bookError(path, 'no-form', { is: kindOf(value), tag, asked }),
  )
}

const tagOf = ([first]: readonly JsonSchema[]): string =>
  Object.entries(first!.properties!).find(([, { const: only }]) => only !== undefined)![0]

const askedBy = ({ description, enum: words, type, minimum, maximum }: JsonSchema): AskedValue => ({
  description: description!,
  ...(words ? { words: words as readonly string[] } : {}),
  ...(type === 'integer' && minimum !== undefined ? { range: [minimum, maximum!] as const } : {}),
})

function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return kindsByType[typeof value] ?? 'no-json'
}

const kindsByType: Readonly<Record<string, JsonKind>> = {
  undefined: 'undefined',
  object: 'object',
  string: 'text',
  number: 'number',
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
