import Type, { type Static } from 'typebox'
import { type Refusal, type RefusalCode, refusalCodes } from '../engine/refusals.ts'
import { type HouseRefusal, type HouseRefusalCode, houseRefusalCodes } from '../house/refusals.ts'
import { loosely, optional, shape, text } from './shapes.ts'

/** What could not be taken: in words, and the field that is wrong. */
export const problem = shape({ problem: text, field: optional(text) })
export type Problem = Static<typeof problem>

/** No, with a code and the facts: of the table, or of the house. */
const refusalOf = <T>(codes: readonly string[]) =>
  loosely<T>({ ...Type.Object({ refused: Type.Enum([...codes]), clause: optional(text) }), additionalProperties: true })

export const tableRefusal = refusalOf<Refusal>(refusalCodes)
export const houseRefusal = refusalOf<HouseRefusal>(houseRefusalCodes)

export type AnyRefusalCode = RefusalCode | HouseRefusalCode
export type Refused = { refused: AnyRefusalCode; clause?: string; [fact: string]: unknown }
export const refused = refusalOf<Refused>([...new Set([...refusalCodes, ...houseRefusalCodes])])
