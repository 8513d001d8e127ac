import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { type Client, type Driver, loadDriver } from '../../src/service/journal/postgres/driver.ts'
import { freePort } from './server.ts'

/** A session past the journal, in the store's own schema where it names one. */
export async function clientOf(store: string): Promise<Client> {
  const driver: Driver = await loadDriver()
  const url = new URL(store)
  const schema = url.searchParams.get('schema')
  url.search = ''
  const client = new driver.Client({ connectionString: url.href })
  await client.connect()
  if (schema) await client.query(`SET search_path TO ${schema}`)
  return client
}

/** Something said to a server directly, past the journal. A store's own schema is meant where it names one. */
export async function sql(store: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await clientOf(store)
  try {
    const result = (await client.query(text)) as { rows: Record<string, unknown>[] } | { rows: [] }[]
    return Array.isArray(result) ? [] : result.rows
  } finally {
    await client.end()
  }
}

/** The directions of a cable: towards the server, or back from it. */
type Direction = 'there' | 'back'

/** A way to a server on which answers can be lost, connections cut, and bytes held up while connections stay open. */
export class Cable {
  /** The sockets, each with the direction in which what it receives goes. */
  readonly #sockets = new Map<Socket, Direction>()
  readonly #server = createServer((near) => this.#join(near))
  #swallow: (() => void) | null = null
  #isDown = false
  #silent: readonly Direction[] = []
  readonly #to: number
  port = 0

  constructor(to: number) {
    this.#to = to
  }

  static async to(store: string): Promise<{ cable: Cable; store: string }> {
    const url = new URL(store)
    const cable = await Cable.toPort(Number(url.port))
    url.port = String(cable.port)
    return { cable, store: url.href }
  }

  static async toPort(port: number): Promise<Cable> {
    const cable = new Cable(port)
    cable.port = await freePort()
    cable.#server.listen(cable.port, '127.0.0.1')
    await once(cable.#server, 'listening')
    return cable
  }

  /** The next answer is not passed on: the connection is cut when the server has said it. Resolves then. */
  loseNextAnswer(): Promise<void> {
    return new Promise((done) => {
      this.#swallow = done
    })
  }

  /** Every connection ends, and none is made until it is mended. */
  cut(): void {
    this.#isDown = true
    for (const socket of this.#sockets.keys()) socket.destroy()
  }

  /** Bytes in these directions are held up; no connection ends, and new ones are made. */
  silence(...directions: readonly Direction[]): void {
    this.#silent = directions
    for (const [socket, direction] of this.#sockets) if (directions.includes(direction)) socket.pause()
  }

  mend(): void {
    this.#isDown = false
    this.#silent = []
    for (const socket of this.#sockets.keys()) socket.resume()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.#server.close(done))
  }

  #join(near: Socket): void {
    near.on('error', () => {})
    if (this.#isDown) return void near.destroy()
    const far = createConnection(this.#to, '127.0.0.1')
    for (const [socket, other, direction] of [[near, far, 'there'] as const, [far, near, 'back'] as const]) {
      this.#sockets.set(socket, direction)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      const swallow = this.#swallow
      if (!swallow) return void near.write(bytes)
      this.#swallow = null
      near.destroy()
      swallow()
    })
    this.silence(...this.#silent)
  }
}
