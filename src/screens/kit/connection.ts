import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CommandAnswer, PendingCommand } from '../../client/commands.ts'
import type { Environment } from '../../client/environment.ts'
import type { ConnectionStatus, TableKnowledge } from '../../client/table-connection.ts'
import type { DisplayView } from '../../engine/views.ts'
import type { CommandFields } from '../../wire/command.ts'
import { serviceFor } from './api.ts'

/** One table over its WebSocket, as signals. Screens show the service's state, never a guess. */
export type Connection<V> = {
  view: ReadonlySignal<V | null>
  version: ReadonlySignal<number>
  status: ReadonlySignal<ConnectionStatus>
  /** When the connection was lost, in milliseconds since 1970; null while it is not. */
  lostSince: ReadonlySignal<number | null>
  pending: ReadonlySignal<readonly PendingCommand[]>
  /** Converts a time of the service to this machine's clock. The two clocks may differ. */
  localTime: (told: string) => number
  send: (draft: CommandFields) => Promise<CommandAnswer>
  /** Tries at once instead of when the back-off ends. */
  retry: () => void
  close: () => void
}

export function connect<V extends DisplayView = DisplayView>(
  table: string,
  token: string | null = null,
  environment?: Environment,
): Connection<V> {
  const line = serviceFor(token).table<V>(table, environment)
  const known = signal<TableKnowledge<V>>(line.known)
  line.onChange((now) => {
    known.value = now
  })
  const { localTime, sendOrder: send, retry, close } = line
  return {
    view: computed(() => known.value.view),
    version: computed(() => known.value.version),
    status: computed(() => known.value.status),
    lostSince: computed(() => known.value.lostSince),
    pending: computed(() => known.value.pending),
    localTime,
    send,
    retry,
    close,
  }
}
