import { NODES_HEADER } from '../wire/protocol.ts'
import { isAnswering } from './environment.ts'
import type { NodeRing } from './node-ring.ts'

/**
 * A node may be gone without notice: after this time without an answer, a health check follows. A report may take
 * longer.
 */
const NODE_SILENCE_MS = 4_000

/**
 * Sends a request to the node in use. `isRepeatable`: if no answer came, the request may be repeated at another node,
 * because it changes no state or has an id. Any other request fails, and the caller's next one goes to another node.
 */
export async function fetchFrom(
  nodes: NodeRing,
  path: string,
  request: RequestInit,
  isRepeatable: boolean,
): Promise<Response> {
  for (let left = nodes.size; ; left--) {
    const address = nodes.current
    try {
      const response = await whileAlive(address, (signal) => fetch(address + path, { ...request, signal }))
      const others = response.headers.get(NODES_HEADER)
      if (others) nodes.hear(others.split(' '))
      return response
    } catch (error) {
      nodes.leave(address)
      if (!isRepeatable || left <= 1) throw error
    }
  }
}

async function whileAlive<T>(address: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const look = setInterval(async () => {
    if (!(await isAnswering(address))) ending.abort()
  }, NODE_SILENCE_MS)
  try {
    return await ask(ending.signal)
  } finally {
    clearInterval(look)
  }
}
