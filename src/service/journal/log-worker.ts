import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Moves the write-ahead log into the journal's file on request. Inside a commit this would take three to four times as
 * long. The file is open only meanwhile, so that the journal's own thread is the last to close it.
 */
parentPort!.on('message', () => {
  try {
    const db = new DatabaseSync(workerData as string)
    try {
      // As far as possible without blocking readers or writers.
      db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA wal_checkpoint(PASSIVE)')
    } finally {
      db.close()
    }
  } catch {
    // On failure the log still holds everything: the next checkpoint moves it, or the limit of the log.
  }
  parentPort!.postMessage(null)
})
