/** Header bytes after the first two: an extended length of two or eight bytes for longer frames, and the mask. */
const MASK_BYTES = 4
const IS_MASKED = 0x80
const LENGTH = 0x7f

/**
 * Finds where frames begin in the bytes of a WebSocket, and how large each is by its header, without reading the
 * payload. `ws` decides whether a frame is valid. All frames of all sockets pass through this code, so it keeps only
 * numbers of a header.
 */
export class FrameCounter {
  /** Header bytes read so far, until the header is complete. */
  #known = 0
  /** The second byte of the header: the mask flag, and the length or the size of the length field. */
  #second = 0
  #size = 0
  /** Bytes of the frame that have not arrived yet, once its header is known. */
  #rest = 0

  /** Whether the next byte begins a frame. */
  get isBetween(): boolean {
    return this.#rest === 0 && this.#known === 0
  }

  /** Skips the bytes of the frame from `at` on, and returns its end. Calls `onFrame` with the size once it is known. */
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

  /** Reads one byte of the header. Returns true after the last one. */
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
