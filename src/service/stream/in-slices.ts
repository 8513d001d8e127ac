const SLICE_MS = 5

/** Runs something long a few milliseconds at a time, so that nobody else waits for it. */
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
