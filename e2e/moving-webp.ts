/** Puts still WebP pictures together as one that moves (the container of RFC 9649). */

export type Frame = { readonly picture: Uint8Array; readonly ms: number }

const name = (chunk: Uint8Array, at: number): string => Buffer.from(chunk.subarray(at, at + 4)).toString('latin1')

/** The chunks of a picture by their names, each with its header and its padding. */
export function chunksOf(picture: Uint8Array): { name: string; chunk: Uint8Array }[] {
  if (name(picture, 0) !== 'RIFF' || name(picture, 8) !== 'WEBP') throw new Error('picture is no WebP')
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength)
  const chunks = []
  for (let at = 12; at < picture.length; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    chunks.push({ name: name(picture, at), chunk: picture.subarray(at, end) })
    at = end
  }
  return chunks
}

/** `size`: of every frame, in pixels. The film runs for ever. */
export function movingWebp(frames: readonly Frame[], size: { width: number; height: number }): Uint8Array {
  const canvas = Buffer.alloc(10)
  canvas[0] = 0b10 // Animation.
  canvas.writeUIntLE(size.width - 1, 4, 3)
  canvas.writeUIntLE(size.height - 1, 7, 3)
  const body = [
    chunk('VP8X', canvas),
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map((frame) => frameChunk(frame, size)),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...body]))
}

function frameChunk({ picture, ms }: Frame, { width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(16)
  header.writeUIntLE(width - 1, 6, 3)
  header.writeUIntLE(height - 1, 9, 3)
  header.writeUIntLE(Math.round(ms), 12, 3)
  header[15] = 0b10 // The frame replaces the one before.
  const drawn = chunksOf(picture).filter(({ name }) => name === 'ALPH' || name === 'VP8 ' || name === 'VP8L')
  return chunk('ANMF', Buffer.concat([header, ...drawn.map(({ chunk }) => chunk)]))
}

function chunk(name: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
}
