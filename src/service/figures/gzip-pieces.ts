import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * A gzip file (RFC 1952) whose pieces are compressed in another thread, each separately. `size`: bytes before
 * compression.
 */
export type GzipSum = { readonly crc: number; readonly size: number }
export const noGzipSum: GzipSum = { crc: 0, size: 0 }

/** A header without a name or a time, and with an unspecified system. */
export const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** The fastest level: an export shrinks to a tenth with it. A piece ends at a whole byte and is not the last. */
export const gzipPiece = (bytes: Uint8Array): Buffer =>
  deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH })

export const addToSum = ({ crc, size }: GzipSum, bytes: Uint8Array): GzipSum => ({
  crc: crc32(bytes, crc),
  size: size + bytes.length,
})

/** An empty last piece, and the sum of all bytes. */
export function gzipEnd({ crc, size }: GzipSum): Buffer {
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  end.writeUInt32LE(crc, 2)
  end.writeUInt32LE(size % 2 ** 32, 6)
  return end
}
