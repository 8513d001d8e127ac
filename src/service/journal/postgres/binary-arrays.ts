/**
 * Arrays in PostgreSQL's own binary format. As text they would be quoted here and parsed there, which took the server
 * longer than writing the entries, because entries are full of quotes. The driver sends bytes unchanged.
 */

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NUMBER_BYTES = 8
const NULL_LENGTH = -1
const LOW = 2 ** 32

const oids = { bigint: 20, bytea: 17, text: 25 } as const

/** One dimension, counted from 1. The second number says whether a value is missing. */
function arrayHeader(size: number, oid: number, count: number, hasNull: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + size)
  let at = bytes.writeInt32BE(1)
  for (const number of [hasNull ? 1 : 0, oid, count, 1]) at = bytes.writeInt32BE(number, at)
  return bytes
}

export function textArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const size = lengths.reduce((sum, length) => sum + LENGTH_BYTES + length, 0)
  const bytes = arrayHeader(size, oids.text, texts.length, false)
  let at = HEADER_BYTES
  for (const [nth, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[nth]!, at)
    at += bytes.write(text, at)
  }
  return bytes
}

/** Null for a missing item. */
export function byteaArray(items: readonly (Uint8Array | null)[]): Buffer {
  const size = items.reduce((sum, item) => sum + LENGTH_BYTES + (item?.length ?? 0), 0)
  const bytes = arrayHeader(size, oids.bytea, items.length, items.includes(null))
  let at = HEADER_BYTES
  for (const item of items) {
    at = bytes.writeInt32BE(item?.length ?? NULL_LENGTH, at)
    if (!item) continue
    bytes.set(item, at)
    at += item.length
  }
  return bytes
}

/** Safe integers; null for a missing item. */
export function bigintArray(numbers: readonly (number | null)[]): Buffer {
  const missing = numbers.filter((number) => number === null).length
  const size = numbers.length * LENGTH_BYTES + (numbers.length - missing) * NUMBER_BYTES
  const bytes = arrayHeader(size, oids.bigint, numbers.length, missing > 0)
  let at = HEADER_BYTES
  for (const number of numbers) {
    at = bytes.writeInt32BE(number === null ? NULL_LENGTH : NUMBER_BYTES, at)
    if (number === null) continue
    at = bytes.writeInt32BE(Math.floor(number / LOW), at)
    at = bytes.writeUInt32BE(number >>> 0, at)
  }
  return bytes
}
