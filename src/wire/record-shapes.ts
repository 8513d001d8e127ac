import Type from 'typebox'
import { either, list, loosely, nullOnly, optional, query, shape, text, time, whole } from './shapes.ts'

/** The exported journal, one line for each entry. The record defines the fields of an entry. */
export const tableLine = shape({
  seq: whole,
  hash: text,
  entry: loosely<unknown>(Type.Object({}, { additionalProperties: true })),
})

/** An entry of the house's own record: the hash covers the whole entry, including secrets that are not shown. */
export const houseLine = shape({
  seq: whole,
  hash: text,
  shown: loosely<unknown>(Type.Object({}, { additionalProperties: true })),
})

export const journalQuery = query({
  from: optional(Type.String({ description: 'a sequence number; from the first where it is left out' })),
})

/** The key that verifies the house's signatures. `key`: in the form of C2SP, NAME+ID+KEY. */
export const houseProof = shape({
  /** The name that the house signs by; the log of a stream is `HOUSE/STREAM`. */
  house: text,
  /** The newest last; older ones are good for what they signed. */
  keys: list(shape({ key: text, since: time })),
  /** Its logs: by which key each is signed now, and how many entries the newest checkpoint has. */
  logs: list(shape({ id: text, origin: text, key: text, size: either([whole, nullOnly]) })),
  witnesses: list(shape({ name: text, key: text })),
})

/** A signed note, as it is. */
export const checkpointLine = shape({ size: whole, note: text })

export const checkpointsQuery = query({
  from: optional(
    Type.String({ description: 'a number of entries; the first one that has so many or more comes first' }),
  ),
})
