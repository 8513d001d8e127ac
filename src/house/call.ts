import type { Signature } from './caller.ts'

/** A terminal's call for an attendant: since when, and who came and when. `withdrawn`: nobody needs to come any more. */
export type Call = {
  terminal: string
  table: string
  at: string
  answered: { at: string; by: Signature } | null
  withdrawn: string | null
}

export const isOpenCall = ({ answered, withdrawn }: Call): boolean => answered === null && withdrawn === null
