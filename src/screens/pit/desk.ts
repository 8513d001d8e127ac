import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { bookById } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import type { PitView } from '../../engine/views.ts'
import { call, type Glance, tables as tablesNow } from '../kit/api.ts'
import { type Connection, connect } from '../kit/connection.ts'
import { forgetSession } from '../kit/session.tsx'
import { keep, keptJson } from '../kit/storage.ts'
import { queueOf, type Waiting } from './queue.ts'
import { type Seen, seenIn } from './seen.ts'

/** One table at the desk: what it says live, what the floor says of it, and the rounds that the desk knows. */
export type TableAtDesk = {
  id: string
  /** What it is called; with its book where two tables have the same name. */
  name: string
  book: RuleBook
  layout: string
  connection: Connection<PitView>
  glance: Signal<Glance>
  seen: Signal<Seen>
}

export type Alarm = { at: string; table: string | null; text: string }

export type Desk = {
  tables: ReadonlySignal<readonly TableAtDesk[]>
  /** `away`: the service does not answer. */
  status: ReadonlySignal<'opening' | 'here' | 'away'>
  alarms: ReadonlySignal<readonly Alarm[]>
  queue: ReadonlySignal<readonly Waiting[]>
  connection: Pick<Connection<unknown>, 'status' | 'lostSince' | 'retry'>
  close: () => void
}

const FLOOR_EVERY_MS = 5_000
const ALARMS_EVERY_MS = 10_000
/** Asking for alarms counts as being there, so a desk that nobody touches must stop asking, or it never locks. */
const THERE_FOR_MS = 20 * 60_000

export function openDesk(token: string): Desk {
  const tables = signal<readonly TableAtDesk[]>([])
  const status = signal<'opening' | 'here' | 'away'>('opening')
  const alarms = signal<readonly Alarm[]>([])
  const ends: (() => void)[] = []

  async function askFloor(): Promise<void> {
    const reply = await tablesNow()
    status.value = reply.ok ? 'here' : 'away'
    if (!reply.ok) return
    for (const glance of reply.body) {
      const known = tables.peek().find(({ id }) => id === glance.id)
      if (known) known.glance.value = glance
      else addTable(glance, reply.body)
    }
  }

  function addTable(glance: Glance, all: readonly Glance[]): void {
    const book = bookById(glance.book)
    if (!book) return
    const isAlone = all.filter(({ name }) => name === glance.name).length === 1
    const name = isAlone ? glance.name : `${glance.name} (${glance.book})`
    const added = openTable(glance, name, book, token)
    ends.push(added.end)
    tables.value = [...tables.peek(), added.table]
  }

  async function askAlarms(): Promise<void> {
    if (Date.now() - lastTouched > THERE_FOR_MS) return
    const reply = await call<Alarm[]>('GET', '/api/alarms', { token })
    if (reply.ok) alarms.value = reply.body
    else if (reply.status === 401) forgetSession()
  }

  const touched = () => {
    lastTouched = Date.now()
  }
  let lastTouched = Date.now()
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, touched)
    ends.push(() => removeEventListener(type, touched))
  }
  ends.push(repeating(askFloor, FLOOR_EVERY_MS), repeating(askAlarms, ALARMS_EVERY_MS))

  return {
    tables,
    status,
    alarms,
    queue: computed(() => queueOf(tables.value.map(watched))),
    connection: together(tables),
    close: () => {
      for (const end of ends) end()
    },
  }
}

const watched = ({ id, book, connection, glance }: TableAtDesk) => ({
  id,
  book,
  view: connection.view.value,
  glance: glance.value,
})

function repeating(ask: () => Promise<void>, every: number): () => void {
  void ask()
  const timer = setInterval(() => void ask(), every)
  return () => clearInterval(timer)
}

function openTable(
  first: Glance,
  name: string,
  book: RuleBook,
  token: string,
): { table: TableAtDesk; end: () => void } {
  const { id, layout } = first
  const connection = connect<PitView>(id, token)
  const seen = signal<Seen>(keptJson<Seen>(storedAs(id), 'session') ?? [])
  let before: PitView['recent'] | null = null
  const endSeen = effect(() => {
    const recent = connection.view.value?.recent
    if (!recent || recent === before) return
    seen.value = seenIn(recent, seen.peek(), Date.now(), before === null)
    before = recent
    keep(storedAs(id), JSON.stringify(seen.peek()), 'session')
  })
  const endUnknown = effect(() => {
    if (connection.status.value === 'unknown-token') forgetSession()
  })
  const end = () => {
    endSeen()
    endUnknown()
    connection.close()
  }
  return { table: { id, name, book, layout, connection, glance: signal(first), seen }, end }
}

const storedAs = (table: string): string => `pit.seen.${table}`

/** Every table has its own line; the desk says so as soon as one of them is lost. */
function together(tables: ReadonlySignal<readonly TableAtDesk[]>): Desk['connection'] {
  const lost = computed(() => tables.value.filter(({ connection }) => connection.status.value === 'lost'))
  return {
    status: computed(() => (lost.value.length > 0 ? 'lost' : 'live')),
    lostSince: computed(() =>
      lost.value.reduce<number | null>((first, { connection }) => first ?? connection.lostSince.value, null),
    ),
    retry: () => {
      for (const { connection } of lost.peek()) connection.retry()
    },
  }
}
