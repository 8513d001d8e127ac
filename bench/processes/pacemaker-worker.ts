import { parentPort, workerData } from 'node:worker_threads'
import { clock } from './ask.ts'

/** How many beats, and how many a second. */
export type Pacing = { total: number; perSecond: number }
/** A beat, and when it was due. */
export type Beat = { nth: number; at: number }

/** Beats at a fixed rate and sleeps in between: timers of the event loop are late by up to two milliseconds. */
const { total, perSecond } = workerData as Pacing
const nothing = new Int32Array(new SharedArrayBuffer(4))
const began = clock() + 1
for (let nth = 0; nth < total; nth++) {
  const at = began + (nth * 1_000) / perSecond
  for (let early = at - clock(); early > 0; early = at - clock()) Atomics.wait(nothing, 0, 0, early)
  parentPort!.postMessage({ nth, at } satisfies Beat)
}
