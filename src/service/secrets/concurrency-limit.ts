/** Runs work, so many at once; null when too many wait already. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T | null>

export function turnstile(atOnce: number, waitingMax: number): Turnstile {
  let inside = 0
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> | undefined => {
    if (inside >= atOnce) return new Promise((go) => waiting.push(go))
    inside++
    return undefined
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else inside--
  }
  return async (work) => {
    if (inside >= atOnce && waiting.length >= waitingMax) return null
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
