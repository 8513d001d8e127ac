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

/** A way to a server on which answers can be lost. */
export class Cable {
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((near) => this.#join(near))
  #swallow: (() => void) | null = null
  #isDown = false
  readonly #to: number
  port = 0

  constructor(to: number) {
    this.#to = to
  }

  static async to(store: string): Promise<{ cable: Cable; store: string }> {
    const url = new URL(store)
    const cable = new Cable(Number(url.port))
    cable.port = await freePort()
    cable.#server.listen(cable.port, '127.0.0.1')
    await once(cable.#server, 'listening')
    url.port = String(cable.port)
    return { cable, store: url.href }
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
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isDown = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.#server.close(done))
  }

  #join(near: Socket): void {
    near.on('error', () => {})
    if (this.#isDown) return void near.destroy()
    const far = createConnection(this.#to, '127.0.0.1')
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      this.#sockets.add(socket)
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
  }
}
