import { Agent, request } from 'node:http'

/** A request as it is sent. `path` is complete, with its query. */
export type Sent = { method: string; path: string; token?: string; body?: unknown }

/** Sends requests one after another over connections that stay open. */
export class Requester {
  readonly #port: number
  readonly #agent: Agent

  constructor(port: number, connections = 1) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Resolves with the status when the whole answer is there; 0: the connection ended. */
  send({ method, path, token, body }: Sent): Promise<number> {
    const text = body === undefined ? null : JSON.stringify(body)
    const headers = {
      'accept-encoding': 'gzip, br',
      ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    return new Promise((resolve) => {
      const asked = request({ port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path, headers })
      asked.on('response', (answer) => {
        answer.on('close', () => resolve(answer.statusCode ?? 0))
        answer.resume()
      })
      asked.on('error', () => resolve(0))
      asked.end(text ?? undefined)
    })
  }

  end(): void {
    this.#agent.destroy()
  }
}
