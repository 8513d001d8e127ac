import { NODES_HEADER } from '../wire/protocol.ts'
import { isAnswering } from './environment.ts'
import type { NodeRing } from './node-ring.ts'

/** A node that is gone may say nothing at all: after so long it is asked whether it lives. A report may take its time. */
const NODE_SILENCE_MS = 4_000

/**
 * Asks the house, wherever it answers. `isRepeatable`: it may be asked again where no answer came, since it changes nothing
 * or has an id; anything else is left to whoever asked, and goes elsewhere when it is asked next.
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
