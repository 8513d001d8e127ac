import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Text } from '../publishing/listeners.ts'

/** A whole text frame of a service's. */
const FIN_TEXT = 0x81
const TWO_BYTES = 126
const EIGHT_BYTES = 127

/** What stands before so many bytes of text (RFC 6455, 5.2), a character for each byte. */
function headOf(length: number): string {
  if (length < TWO_BYTES) return String.fromCharCode(FIN_TEXT, length)
  if (length < 2 ** 16) return String.fromCharCode(FIN_TEXT, TWO_BYTES, length >>> 8, length & 0xff)
  const upper = Math.floor(length / 2 ** 32)
  const bytes = [upper, length % 2 ** 32].flatMap((half) => [24, 16, 8, 0].map((shift) => (half >>> shift) & 0xff))
  return String.fromCharCode(FIN_TEXT, EIGHT_BYTES, ...bytes)
}

/**
 * Says texts on a socket. All that a client is told in one go leaves in one write. What is ASCII, as nearly everything is,
 * goes with its frames as one string, so that no buffer is made for it; anything else goes by `ws`, in its order.
 */
export class FrameWriter {
  readonly #socket: WebSocket
  readonly #wire: Socket
  #frames = ''
  #isCorked = false

  constructor(socket: WebSocket, wire: Socket) {
    this.#socket = socket
    this.#wire = wire
  }

  /** Bytes that have not left this process. */
  get waiting(): number {
    return this.#socket.bufferedAmount + this.#frames.length
  }

  say(message: Text): void {
    if (this.#frames === '' && !this.#isCorked) arrange(this)
    if (typeof message === 'string' && Buffer.byteLength(message) === message.length)
      this.#frames += headOf(message.length) + message
    else this.#sayByWs(message)
  }

  /** Now, because something else is to follow. */
  flush(): void {
    if (this.#frames !== '' && this.#socket.readyState === this.#socket.OPEN) this.#wire.write(this.#frames, 'latin1')
    this.#frames = ''
  }

  /** The turn is over. */
  end(): void {
    this.flush()
    if (this.#isCorked) this.#wire.uncork()
    this.#isCorked = false
  }

  #sayByWs(message: Text): void {
    if (!this.#isCorked) this.#wire.cork()
    this.#isCorked = true
    this.flush()
    this.#socket.send(message, { binary: false })
  }
}

let arranged: FrameWriter[] = []

function arrange(writer: FrameWriter): void {
  if (arranged.length === 0) process.nextTick(endAll)
  arranged.push(writer)
}

function endAll(): void {
  const writers = arranged
  arranged = []
  for (const writer of writers) writer.end()
}
