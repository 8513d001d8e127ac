import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Book } from '../../books/rule-book.ts'
import type { SignificantRow, TablePlace } from '../../wire/alarm.ts'
import type { PitDeskView } from '../../wire/audiences.ts'
import type { FigureSum, Glance, HouseFigures } from '../../wire/floor-shapes.ts'
import type { AnswerOf } from '../../wire/routes.ts'
import { serviceFor, fetchTables as tablesNow } from '../kit/api.ts'
import { type Connection, connect } from '../kit/connection.ts'
import { fetchBook, fetchHouseBooks, houseBook } from '../kit/house-books.ts'
import { forgetSession } from '../kit/session.ts'
import { type SeenSince, type WaitingItem, watchingSince } from './queue.ts'

/** One table at the desk: what it says live, and what the floor says of it. */
export type TableAtDesk = {
  id: string
  /** Its name; with its book where two tables have the same name. */
  name: string
  /** The one that it has now: a table may change to another version of its game. */
  readonly book: Book
  layout: string
  connection: Connection<PitDeskView>
  glance: Signal<Glance>
}

export type PitDesk = {
  tables: ReadonlySignal<readonly TableAtDesk[]>
  /** `away`: the service does not answer. */
  status: ReadonlySignal<'opening' | 'here' | 'away'>
  /** Significant events, the newest first. */
  events: ReadonlySignal<readonly SignificantRow[]>
  /** Which node has which table; none where there is one node. */
  places: ReadonlySignal<readonly TablePlace[]>
  /** Null until they are counted. */
  figures: ReadonlySignal<HouseFigures | null>
  queue: ReadonlySignal<readonly (WaitingItem & SeenSince)[]>
  connection: Pick<Connection<unknown>, 'status' | 'lostSince' | 'retry'>
  close: () => void
}

const FLOOR_EVERY_MS = 5_000
const ALARMS_EVERY_MS = 10_000
const FIGURES_EVERY_MS = 30_000
/** The desk's own requests do not count as activity; a touch does. */
const THERE_EVERY_MS = 60_000

export function openDesk(token: string): PitDesk {
  const tables = signal<readonly TableAtDesk[]>([])
  const status = signal<'opening' | 'here' | 'away'>('opening')
  const events = signal<readonly SignificantRow[]>([])
  const places = signal<readonly TablePlace[]>([])
  const figures = signal<HouseFigures | null>(null)
  const ends: (() => void)[] = []
  const waiting = watchingSince()
  // A table may be changed to a book that none has now.
  void fetchHouseBooks()

  async function askFloor(): Promise<void> {
    const reply = await tablesNow()
    status.value = reply.ok ? 'here' : 'away'
    if (!reply.ok) return
    for (const glance of reply.body) {
      const known = tables.peek().find(({ id }) => id === glance.id)
      if (known) known.glance.value = glance
      else await addTable(glance, reply.body)
    }
  }

  async function addTable(glance: Glance, all: readonly Glance[]): Promise<void> {
    const book = houseBook(glance.book) ?? (await fetchBook(glance.book))
    // The book is loaded again with the next request for the floor.
    if (!book) return
    const isAlone = all.filter(({ name }) => name === glance.name).length === 1
    const name = isAlone ? glance.name : `${glance.name} (${glance.book})`
    const added = openTableAtDesk(glance, name, book, token)
    ends.push(added.end)
    tables.value = [...tables.peek(), added.table]
  }

  async function ask<Name extends 'GET /api/events' | 'GET /api/nodes' | 'GET /api/figures'>(
    name: Name,
    heard: (body: AnswerOf<Name>) => void,
  ): Promise<void> {
    const reply = await serviceFor(token).call(name as 'GET /api/events')
    if (reply.ok) heard(reply.body as AnswerOf<Name>)
    else if (reply.status === 401) forgetSession()
  }

  ends.push(
    sayingThere(token),
    repeating(askFloor, FLOOR_EVERY_MS),
    repeating(() => ask('GET /api/events', (heard) => (events.value = heard)), ALARMS_EVERY_MS),
    repeating(() => ask('GET /api/nodes', (heard) => (places.value = heard)), ALARMS_EVERY_MS),
    repeating(() => ask('GET /api/figures', (heard) => (figures.value = heard)), FIGURES_EVERY_MS),
  )

  return {
    tables,
    status,
    events,
    places,
    figures,
    queue: computed(() => waiting(tables.value.map(watched), Date.now())),
    connection: joinConnections(tables),
    close: () => {
      for (const end of ends) end()
    },
  }
}

const watched = (table: TableAtDesk) => ({
  id: table.id,
  book: table.book,
  view: table.connection.view.value,
  isStopped: isStopped(table),
})

export const tableIn = ({ tables }: PitDesk, id: string): TableAtDesk | undefined =>
  tables.value.find((table) => table.id === id)

export const tableName = (desk: PitDesk, id: string): string => tableIn(desk, id)?.name ?? id

/** Figures of a table as they were counted last; null until they are. */
export const totalAt = ({ figures }: PitDesk, id: string): FigureSum | null =>
  figures.value?.tables.find(({ table }) => table === id)?.total ?? null

export const tableOptions = ({ tables }: PitDesk) => tables.value.map(({ id, name }) => ({ value: id, label: name }))

/** The table says so itself, as soon as it is so; who comes later hears it from the floor. */
export const isStopped = ({ connection, glance }: TableAtDesk): boolean =>
  connection.status.value === 'stopped' || glance.value.stopped

/** Tells the service that a person is present while the desk is used; returns a function that stops this. */
function sayingThere(token: string): () => void {
  let said = Date.now()
  const touched = () => {
    if (Date.now() - said < THERE_EVERY_MS) return
    said = Date.now()
    void serviceFor(token).call('GET /api/sessions')
  }
  const types = ['pointerdown', 'keydown']
  for (const type of types) addEventListener(type, touched)
  return () => {
    for (const type of types) removeEventListener(type, touched)
  }
}

function repeating(ask: () => Promise<void>, every: number): () => void {
  void ask()
  const timer = setInterval(() => void ask(), every)
  return () => clearInterval(timer)
}

function openTableAtDesk(
  first: Glance,
  name: string,
  book: Book,
  token: string,
): { table: TableAtDesk; end: () => void } {
  const { id, layout } = first
  const connection = connect<PitDeskView>(id, token)
  const endUnknown = effect(() => {
    if (connection.status.value === 'unknown-token') forgetSession()
  })
  const end = () => {
    endUnknown()
    connection.close()
  }
  const glance = signal(first)
  const now = computed(() => houseBook(connection.view.value?.book ?? glance.value.book) ?? book)
  return {
    table: {
      id,
      name,
      layout,
      connection,
      glance,
      get book() {
        return now.value
      },
    },
    end,
  }
}

/** Every table has its own line; the desk says so as soon as one of them is lost. */
function joinConnections(tables: ReadonlySignal<readonly TableAtDesk[]>): PitDesk['connection'] {
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
