import Type from 'typebox'
import { loosely, optional, query, shape, text, whole } from './shapes.ts'

/** The journal as it is given out, a line for each entry. What an entry holds, the record says. */
export const tableLine = shape({
  seq: whole,
  hash: text,
  entry: loosely<unknown>(Type.Object({}, { additionalProperties: true })),
})

/** Of the house's own record: the hash is that of the whole entry, of which secrets are not shown. */
export const houseLine = shape({
  seq: whole,
  hash: text,
  shown: loosely<unknown>(Type.Object({}, { additionalProperties: true })),
})

export const journalQuery = query({
  from: optional(Type.String({ description: 'a sequence number; from the first where it is left out' })),
})
