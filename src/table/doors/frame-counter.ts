/** Past the fixed part of a frame: its length in two or eight bytes where it is longer, and the mask. */
const MASK_BYTES = 4

/**
 * Finds where frames begin in the bytes of a WebSocket, and how large each says it is, without reading what is in them.
 * Whether it is a sound frame is for the one who reads it.
 */
export class FrameCounter {
  /** Bytes of the header that are known, until it is whole. */
  #header: number[] = []
  /** Bytes of the frame that are still to come, once its header is known. */
  #rest = 0

  /** The next byte begins a frame. */
  get isBetween(): boolean {
    return this.#rest === 0 && this.#header.length === 0
  }

  /** Passes over what belongs to the frame from `at` on; gives where that ends. `onFrame` hears the size once it is known. */
  pass(bytes: Uint8Array, at: number, onFrame: (size: number) => void): number {
    let next = at
    while (this.#rest === 0 && next < bytes.length) {
      this.#header.push(bytes[next++]!)
      if (this.#header.length < headerBytes(this.#header)) continue
      const size = payloadBytes(this.#header)
      this.#rest = size + (isMasked(this.#header) ? MASK_BYTES : 0)
      this.#header = []
      onFrame(size)
      if (this.#rest === 0) return next
    }
    const passed = Math.min(this.#rest, bytes.length - next)
    this.#rest -= passed
    return next + passed
  }
}

const shortLength = ([, second = 0]: readonly number[]): number => second & 0x7f
const isMasked = ([, second = 0]: readonly number[]): boolean => (second & 0x80) !== 0

function headerBytes(header: readonly number[]): number {
  const length = shortLength(header)
  if (header.length < 2 || length < 126) return 2
  return length === 126 ? 4 : 10
}

function payloadBytes(header: readonly number[]): number {
  const length = shortLength(header)
  return length < 126 ? length : header.slice(2).reduce((sum, byte) => sum * 256 + byte, 0)
}
