/** Past the fixed part of a frame: its length in two or eight bytes where it is longer, and the mask. */
const MASK_BYTES = 4
const IS_MASKED = 0x80
const LENGTH = 0x7f

/**
 * Finds where frames begin in the bytes of a WebSocket, and how large each is by its header, without reading the payload.
 * Whether a frame is valid is for `ws` to say. All frames of all sockets pass here: of a header only numbers are kept.
 */
export class FrameCounter {
  /** Bytes of the header that are known, until it is whole. */
  #known = 0
  /** Its second byte: whether there is a mask, and the length or how it is said. */
  #second = 0
  #size = 0
  /** Bytes of the frame that are still to come, once its header is known. */
  #rest = 0

  /** The next byte begins a frame. */
  get isBetween(): boolean {
    return this.#rest === 0 && this.#known === 0
  }

  /** Skips the bytes of the frame from `at` on, and returns where they end. Calls `onFrame` with the size once it is known. */
  pass(bytes: Uint8Array, at: number, onFrame: (size: number) => void): number {
    let next = at
    while (this.#rest === 0 && next < bytes.length) {
      if (!this.#isWhole(bytes[next++]!)) continue
      const size = this.#size
      this.#rest = size + (this.#second & IS_MASKED ? MASK_BYTES : 0)
      this.#known = 0
      onFrame(size)
      if (this.#rest === 0) return next
    }
    const passed = Math.min(this.#rest, bytes.length - next)
    this.#rest -= passed
    return next + passed
  }

  /** One byte more of the header; whether that was the last. */
  #isWhole(byte: number): boolean {
    this.#known++
    if (this.#known === 1) return false
    if (this.#known > 2) this.#size = this.#size * 256 + byte
    else {
      this.#second = byte
      this.#size = (byte & LENGTH) < 126 ? byte & LENGTH : 0
    }
    return this.#known === headerBytes(this.#second & LENGTH)
  }
}

function headerBytes(length: number): number {
  if (length < 126) return 2
  return length === 126 ? 4 : 10
}
