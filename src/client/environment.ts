import type { NodeRing } from './node-ring.ts'

/** The used part of a WebSocket, so that a test can provide one. */
export type Socket = {
  readonly readyState: number
  send: (data: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** The functions of the machine that a connection needs. */
export type Environment = {
  open: (url: string) => Socket
  now: () => number
  /** From 0 to 1. Left out: the machine's random numbers. */
  random?: () => number
  newId: () => string
  /**
   * Whether the service answers at all. It is called when a connection has been silent, because a dead one does not
   * report its end.
   */
  probe: () => Promise<boolean>
  /**
   * Receives the other addresses of the house (`hearNodes`), and switches to one of them (`tryElsewhere`). Left out if
   * there is one address.
   */
  hearNodes?: (addresses: readonly string[]) => void
  /** Opens a second connection, to the owner of the table at this address; null if the present one leads there. */
  openOwner?: (url: string, address: string) => OwnerWay | null
  tryElsewhere?: () => void
  /** Calls when the machine notices that its network is gone, or back. Returns a function that stops this. */
  onNetwork: (heard: (isThere: boolean) => void) => () => void
}

/** A connection to the owner of a table. `adopt`: makes it the one in use, which is opened again when it breaks. */
export type OwnerWay = { socket: Socket; adopt: () => void }

const NO_SOCKET =
  'a table needs a WebSocket, which Node has from version 22 on: on Node 20 set globalThis.WebSocket to that of the package ws'

function openSocket(address: string, path: string): Socket {
  if (typeof WebSocket === 'undefined') throw new Error(NO_SOCKET)
  return new WebSocket(address.replace(/^http/, 'ws') + path) as Socket
}

/** A random number from 0 to 1, for moments that clients must not share. */
export const randomShare = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/**
 * A unique id. `randomUUID` is missing on pages without https.
 *
 * @example
 * const id: string = newId()
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The environment of a browser or of Node. Only browsers notice when their network is gone. */
export const environmentFor = (nodes: NodeRing): Environment => {
  let at = nodes.current
  let owner: string | null = null
  return {
    now: () => Date.now(),
    newId,
    onNetwork,
    open(path) {
      at = owner ?? nodes.current
      return openSocket(at, path)
    },
    openOwner(path, address) {
      if (address === at) return null
      const adopt = () => {
        owner = address
        at = address
      }
      return { socket: openSocket(address, path), adopt }
    },
    hearNodes: (addresses) => nodes.hear(addresses),
    tryElsewhere() {
      owner = null
      nodes.leave(at)
    },
    probe: () => isAnswering(at),
  }
}

export const isAnswering = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(3_000), cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

function onNetwork(heard: (isThere: boolean) => void): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => {}
  const [off, on] = [() => heard(false), () => heard(true)]
  addEventListener('offline', off)
  addEventListener('online', on)
  return () => {
    removeEventListener('offline', off)
    removeEventListener('online', on)
  }
}
