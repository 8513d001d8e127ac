import { type ReadonlySignal, signal } from '@preact/signals'
import type { TableEvent } from '../../engine/events.ts'
import type { DisplayView, PlayerView, WagersShown } from '../../engine/views.ts'
import type { Refused } from '../../words/refusal.ts'
import { isIncluded, type Pending, type Sent } from './pending.ts'
import { type Change, changed } from './view-changes.ts'

/**
 * One table over its WebSocket. What is shown is what the service said, never a guess; what was sent and not answered is
 * `pending`, is sent again with its own id after a break, and so is never doubled.
 */
/** `stopped`: the connection is there, but the table is not: it could not write to its journal. */
export type Status = 'connecting' | 'live' | 'lost' | 'stopped' | 'unknown-token' | 'unknown-table'
export type Answer = { events: readonly TableEvent[] } | Refused | { problem: string; field?: string }
export type Draft = { readonly do: string; readonly [field: string]: unknown }

export type Connection<V> = {
  view: ReadonlySignal<V | null>
  version: ReadonlySignal<number>
  status: ReadonlySignal<Status>
  /** When the connection was lost, in milliseconds since 1970; null while it is not. */
  lostSince: ReadonlySignal<number | null>
  pending: ReadonlySignal<readonly Pending[]>
  /** A time that the service told, by this machine's clock: the two need not agree. */
  localTime: (told: string) => number
  send: (draft: Draft) => Promise<Answer>
  /** Tries at once instead of when the back-off ends. */
  retry: () => void
  close: () => void
}

/** The part of a WebSocket that is used, so that a test can be one. */
export type Socket = {
  readonly readyState: number
  send: (data: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}
export type Means = {
  open: (url: string) => Socket
  now: () => number
  newId: () => string
  /** Whether the service answers at all: asked when a connection has been silent, since a dead one says nothing. */
  probe: () => Promise<boolean>
  /** Calls when the machine knows that its network is gone, or back; returns how to stop. */
  onNetwork: (heard: (isThere: boolean) => void) => () => void
}

const BACK_OFF_MS = [200, 500, 1_000, 2_000, 4_000]
const CONNECT_WITHIN_MS = 8_000
const SILENCE_MS = 5_000
/** An accepted command whose change never shows (a spot ruled away, say) is not pending for ever. */
const SETTLES_WITHIN_MS = 1_000
const UNKNOWN_TOKEN = 4401
const UNKNOWN_TABLE = 4404
const OPEN = 1

export function connect<V extends DisplayView = DisplayView>(
  table: string,
  token: string | null = null,
  means: Means = browser,
): Connection<V> {
  const view = signal<V | null>(null)
  const version = signal(0)
  const status = signal<Status>('connecting')
  const lostSince = signal<number | null>(null)
  const pending = signal<readonly Pending[]>([])
  const waiting = new Map<string, (answer: Answer) => void>()
  let socket: Socket | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let heardAt = means.now()
  /** By how much the service's clock is ahead of this machine's. */
  let ahead = 0
  const watch = setInterval(() => void listenForLife(), SILENCE_MS / 2)
  const forgetNetwork = means.onNetwork((isThere) => (isThere ? retry() : cut()))

  /** Silence is normal between rounds; only when the service does not answer either is it gone. */
  async function listenForLife(): Promise<void> {
    const asked = socket
    if (!asked || !isThere() || means.now() - heardAt < SILENCE_MS) return
    heardAt = means.now()
    if (!(await means.probe()) && socket === asked) cut()
  }

  const isThere = (): boolean => status.value === 'live' || status.value === 'stopped'

  /** A dead connection may take minutes to close by itself. */
  function cut(): void {
    const dead = socket
    if (!dead) return
    gone(0)
    dead.close()
  }

  function open(): void {
    clearTimeout(timer)
    const opened = means.open(`/ws?table=${encodeURIComponent(table)}`)
    socket = opened
    timer = setTimeout(() => opened.close(), CONNECT_WITHIN_MS)
    opened.onopen = () => opened.send(JSON.stringify(hello()))
    opened.onmessage = ({ data }) => socket === opened && hear(JSON.parse(String(data)))
    opened.onclose = ({ code }) => socket === opened && gone(code)
  }

  const hello = () => ({ ...(token ? { token } : {}), ...(view.value ? { from: version.value } : {}) })

  function hear(message: {
    view?: V
    changes?: readonly Change[]
    version?: number
    now?: string
    stopped?: object
    answer?: { id: string } & Answer
  }) {
    heardAt = means.now()
    if (message.now) ahead = Date.parse(message.now) - heardAt
    if (message.answer) return answered(message.answer)
    if (message.stopped) return halted()
    if (message.version === undefined) return
    if (message.view) {
      view.value = message.view
      version.value = message.version
    } else if (message.changes && view.value && (message.version >= version.value || status.value !== 'live')) {
      view.value = changed(view.value, message.changes)
      version.value = message.version
    }
    if (status.value !== 'live') live()
    pending.value = pending.value.filter(({ events }) => events === null)
  }

  function live(): void {
    clearTimeout(timer)
    tries = 0
    status.value = 'live'
    lostSince.value = null
    const { late = [], due = [] } = Object.groupBy(pending.value, ({ round }) =>
      round === roundNow() ? 'due' : 'late',
    )
    for (const { command } of due) socket!.send(JSON.stringify(command))
    // What was meant for a round that is over must not fall into the next; if it was registered, the view says so.
    for (const { command } of late) answered({ id: command.id, problem: 'the round is over' })
  }

  /** What is on its way stays so: when the table is back, the connection breaks and it is sent again. */
  function halted(): void {
    clearTimeout(timer)
    tries = 0
    status.value = 'stopped'
    lostSince.value = null
  }

  const roundNow = (): number | null => view.value?.round ?? null

  function gone(code: number): void {
    clearTimeout(timer)
    socket = null
    if (isClosed) return
    if (code === UNKNOWN_TOKEN || code === UNKNOWN_TABLE) {
      status.value = code === UNKNOWN_TOKEN ? 'unknown-token' : 'unknown-table'
      return forget()
    }
    if (isThere()) lostSince.value = means.now()
    status.value = status.value === 'connecting' && tries === 0 ? 'connecting' : 'lost'
    lostSince.value ??= means.now()
    timer = setTimeout(open, BACK_OFF_MS[Math.min(tries++, BACK_OFF_MS.length - 1)])
  }

  function forget(): void {
    for (const answer of waiting.values()) answer({ problem: 'not connected' })
    waiting.clear()
    pending.value = []
  }

  function answered({ id, ...answer }: { id: string; problem?: string }): void {
    const told = answer as unknown as Answer
    const events = isAccepted(told) && !isIncluded(told.events, wagersIn(view.value)) ? told.events : null
    pending.value = pending.value.flatMap((one) => {
      if (one.command.id !== id) return [one]
      return events ? [{ ...one, events }] : []
    })
    if (events) setTimeout(() => drop(id), SETTLES_WITHIN_MS)
    waiting.get(id)?.(told)
    waiting.delete(id)
  }

  const drop = (id: string): void => {
    if (pending.value.some(({ command }) => command.id === id))
      pending.value = pending.value.filter(({ command }) => command.id !== id)
  }

  function send(draft: Draft): Promise<Answer> {
    const command: Sent = { ...draft, id: means.newId() }
    pending.value = [...pending.value, { command, round: roundNow(), events: null }]
    return new Promise((resolve) => {
      waiting.set(command.id, resolve)
      if (status.value === 'live' && socket?.readyState === OPEN) socket.send(JSON.stringify(command))
    })
  }

  const localTime = (told: string): number => Date.parse(told) - ahead

  function retry(): void {
    if (status.value !== 'lost' || socket) return
    open()
  }

  function close(): void {
    isClosed = true
    clearTimeout(timer)
    clearInterval(watch)
    forgetNetwork()
    socket?.close()
    forget()
  }

  open()
  return { view, version, status, lostSince, pending, localTime, send, retry, close }
}

const wagersIn = (view: unknown): WagersShown | undefined => (view as PlayerView | null)?.wagers

export const isAccepted = (answer: Answer): answer is { events: readonly TableEvent[] } => 'events' in answer
export const isRefused = (answer: Answer): answer is Refused => 'refused' in answer
export const isProblem = (answer: Answer): answer is { problem: string; field?: string } => 'problem' in answer

/** Ids that nobody else's are. Not randomUUID: that is missing where a page came without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const browser: Means = {
  open: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`) as Socket,
  now: () => Date.now(),
  newId,
  probe: () =>
    fetch('/healthz', { signal: AbortSignal.timeout(3_000), cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  onNetwork(heard) {
    const [off, on] = [() => heard(false), () => heard(true)]
    addEventListener('offline', off)
    addEventListener('online', on)
    return () => {
      removeEventListener('offline', off)
      removeEventListener('online', on)
    }
  },
}
