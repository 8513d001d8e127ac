import type { NodeRing } from './node-ring.ts'

/** The part of a WebSocket that is used, so that a test can be one. */
export type Socket = {
  readonly readyState: number
  send: (data: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What a connection needs of the machine it runs on. */
export type Environment = {
  open: (url: string) => Socket
  now: () => number
  /** From 0 to 1. Left out: the machine's own. */
  random?: () => number
  newId: () => string
  /** Whether the service answers at all: asked when a connection has been silent, since a dead one says nothing. */
  probe: () => Promise<boolean>
  /** Where else the house is reached, as it says; and that it is tried there now. Left out: there is one address. */
  hearNodes?: (addresses: readonly string[]) => void
  /** Opens a second connection, to the owner of the table at this address; null: the first one leads there. */
  openOwner?: (url: string, address: string) => OwnerWay | null
  tryElsewhere?: () => void
  /** Calls when the machine knows that its network is gone, or back; returns how to stop. */
  onNetwork: (heard: (isThere: boolean) => void) => () => void
}

/** A connection to the owner of a table. `adopt`: it is used from now on, and opened again when it breaks. */
export type OwnerWay = { socket: Socket; adopt: () => void }

const openSocket = (address: string, path: string): Socket =>
  new WebSocket(address.replace(/^http/, 'ws') + path) as Socket

/** A number from 0 to 1, for moments that clients must not share. */
export const randomShare = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/** Ids that nobody else's are. Not randomUUID: that is missing where a page came without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In a browser and in Node alike. Only browsers know when their network is gone. */
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
