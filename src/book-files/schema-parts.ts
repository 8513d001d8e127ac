import * as Type from 'typebox'

/** The parts that the schema of a book is put together from. Each says in its description what would be right. */

/** An object with these fields and no others. */
export const fields = <Fields extends Type.TProperties>(description: string, properties: Fields) =>
  Type.Object(properties, { additionalProperties: false, description })

type ListBounds = { minItems?: number; maxItems?: number }

export const listOf = <Item extends Type.TSchema>(description: string, item: Item, bounds: ListBounds = {}) =>
  Type.Unsafe<readonly Type.Static<Item>[]>({
    type: 'array',
    description,
    items: item,
    minItems: bounds.minItems ?? 0,
    maxItems: bounds.maxItems ?? 500,
  })

/** An object with names of one pattern, each with a value of one shape. */
export const byName = <Item extends Type.TSchema>(
  description: string,
  pattern: string,
  item: Item,
  minProperties = 0,
) =>
  Type.Unsafe<Readonly<Record<string, Type.Static<Item>>>>({
    type: 'object',
    description,
    patternProperties: { [pattern]: item },
    additionalProperties: false,
    minProperties,
    maxProperties: 500,
  })

export const wordOf = <const Words extends readonly string[]>(description: string, words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], description })

export const matching = (description: string, pattern: string) => Type.String({ pattern, description })

export const wholeNumber = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description })

export const orNull = <Item extends Type.TSchema>(description: string, item: Item) =>
  Type.Union([item, Type.Null()], { description })

/** A name that an object of JavaScript has by itself would be found where a book says nothing. */
const noBuiltIn =
  '(?!(?:__\\w+__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf)$)'

export const patterns = {
  pocket: '^[0-9A-Z]{1,8}$',
  /** The id of a kind, a code, a bet or a terminal. Among limits, `default` stands for all kinds and `maximum-payout` for none. */
  id: '^(?!(?:constructor|default|maximum-payout)$)[a-z][a-z0-9-]{0,39}$',
  /** A kind, or all of them: `default`. */
  limited: '^(?!(?:constructor|maximum-payout)$)[a-z][a-z0-9-]{0,39}$',
  spot: '^(?:[0-9A-Z]{1,8}(?:/[0-9A-Z]{1,8})*|(?!(?:constructor|default)$)[a-z][a-z0-9-]{0,39})$',
  layout: `^${noBuiltIn}[A-Za-z0-9][A-Za-z0-9-]{0,39}$`,
  clause: `^${noBuiltIn}(?=.*\\S)[^\\p{C}]{1,60}$`,
  text: '^(?=[\\s\\S]*\\S)[^\\p{Cs}]{1,4000}$',
  day: '^\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d)?$',
  book: '^[a-z0-9-]+/[a-z0-9-]+@\\d{1,6}$',
} as const

/** The title that marks a citation: `check-shape.ts` collects these. */
export const CITATION = 'Clause'

export const clause = (description: string) =>
  Type.String({ title: CITATION, pattern: patterns.clause, description: `${description}, by its clause` })
export const text = (description: string) => matching(description, patterns.text)
export const id = (description: string) => matching(description, patterns.id)
export const spotId = (description: string) => matching(description, patterns.spot)
export const pocket = matching('a pocket of the wheel, such as 17, 00 or S', patterns.pocket)
export const pockets = (description: string) => listOf(description, pocket, { maxItems: 100 })
/** A measure of the printed layout, in widths of a number. */
export const measure = (description: string) => Type.Number({ minimum: -1000, maximum: 1000, description })
export const length = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 1000, description })
