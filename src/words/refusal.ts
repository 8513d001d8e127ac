import type { RefusalCode } from '../engine/refusals.ts'
import type { HouseRefusalCode } from '../house/house-refusals.ts'

export type AnyRefusalCode = RefusalCode | HouseRefusalCode

/** An answer that says no, of the table or of the house. */
export type Refused = { refused: AnyRefusalCode; clause?: string; [fact: string]: unknown }
