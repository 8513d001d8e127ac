import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import type { Cents } from '../engine/money.ts'

/** The words that the wire's schemas are written in. A shape has these fields and no others. */
export const shape = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const list = <Item extends TSchema>(item: Item) => Type.Unsafe<readonly Static<Item>[]>(Type.Array(item))

/** A record with arbitrary keys. */
export const byName = <Item extends TSchema>(item: Item) =>
  Type.Unsafe<Readonly<Record<string, Static<Item>>>>({ type: 'object', additionalProperties: item })

export const orNull = <Item extends TSchema>(item: Item) => Type.Union([item, Type.Null()])

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })

/** Something whose type says more than its schema checks. */
export const loosely = <T>(schema: object = {}) => Type.Unsafe<T>(schema)

/** The query parameters of a route. Others are ignored. */
export const query = <Fields extends TProperties>(fields: Fields) => Type.Object(fields)

export const { Optional: optional, Literal: only, Union: either } = Type
export const text = Type.String()
export const whole = Type.Integer()
export const real = Type.Number()
export const flag = Type.Boolean()
export const nullOnly = Type.Null()
/** Whole cents. */
export const cents = Type.Unsafe<Cents>({ type: 'integer', description: 'whole cents' })
/** A moment, as the service's clock has it. */
export const time = Type.String({ description: 'ISO 8601, UTC' })
export const textUpTo = (most: number) => Type.String({ minLength: 1, maxLength: most })
