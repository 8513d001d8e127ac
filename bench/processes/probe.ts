import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Resident memory after everything that can be given back has been. */
export async function memory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage.rss()
}

const held = monitorEventLoopDelay({ resolution: 1 })
held.enable()

export const forgetHolds = (): void => held.reset()
/** How long the event loop was held at most, in milliseconds. */
export const longestHold = (): number => held.max / 1e6

/** Processor time of this process so far, all its threads, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
