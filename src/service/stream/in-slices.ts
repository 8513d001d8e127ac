const SLICE_MS = 5

/** Runs long work a few milliseconds at a time, so that the event loop stays responsive. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      const { done, value } = steps.next()
      if (done) return value
    }
    await new Promise(setImmediate)
  }
}
