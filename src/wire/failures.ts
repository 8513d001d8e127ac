import Type, { type Static } from 'typebox'
import { type RefusalCode, refusalCodes } from '../engine/refusals.ts'
import { type HouseRefusalCode, houseRefusalCodes } from '../house/house-refusals.ts'
import { flag, loosely, optional, shape, text } from './shapes.ts'

/**
 * A rejected request: the reason in words, and the wrong field. `moving`: the table is moving to another node; retry
 * with the same id.
 */
export const problem = shape({ problem: text, field: optional(text), moving: optional(flag) })
export type ProblemAnswer = Static<typeof problem>

export type AnyRefusalCode = RefusalCode | HouseRefusalCode
/** No, with a code and the facts: of the table, or of the house. */
export type Refused = { refused: AnyRefusalCode; clause?: string; [fact: string]: unknown }

const codes = [...new Set([...refusalCodes, ...houseRefusalCodes])]
export const refusedAnswer = loosely<Refused>({
  ...Type.Object({ refused: Type.Enum(codes), clause: optional(text) }),
  additionalProperties: true,
})
