import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type WheelState, writeNumber, writeStatus } from '../src/wheel/wheel-line.ts'

const EVERY_MS = 100

/** A wheel behind a port that says what the test tells it to, again and again as real ones do. */
export class Wheel {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #state: WheelState = 1
  #game = 0
  #number: string | null = null

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#timer = setInterval(() => this.#write(this.#status()), EVERY_MS)
  }

  static async listen(): Promise<Wheel> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Wheel(server)
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  placeYourBets(): void {
    this.#game++
    this.#state = 2
  }

  ballInRim(): void {
    this.#state = 3
  }

  noMoreBets(): void {
    this.#state = 4
  }

  winningNumber(pocket: string): void {
    this.#write(writeNumber(pocket))
    this.#number = pocket
    this.#state = 5
  }

  /** Pulls the cable: connections end, and none is taken until it is plugged in again. */
  async unplug(): Promise<() => Promise<void>> {
    const { port } = this.#server.address() as AddressInfo
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
    return async () => {
      this.#server.listen(port, '127.0.0.1')
      await once(this.#server, 'listening')
    }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #status = (): string =>
    writeStatus({
      state: this.#state,
      game: this.#game,
      number: this.#number,
      flags: 0,
      speed: 160,
      rotor: 'clockwise',
    })

  #write(line: string): void {
    for (const socket of this.#sockets) socket.write(`${line}\r\n`)
  }
}
