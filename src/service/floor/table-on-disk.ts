import type { PublishedTable } from '../publishing/public-record.ts'
import { bookOf, type TableStream } from '../stream/table-stream.ts'

/** A table as the publisher sees it. */
export const tableOnDisk = (table: TableStream): PublishedTable => ({
  id: table.id,
  now: table.now,
  get book() {
    return bookOf(table.settled)
  },
  get state() {
    return table.settled.state
  },
  get version() {
    return table.durable
  },
  get stopped() {
    return table.stopped
  },
  watch: (watcher) => void table.watch(watcher),
})
