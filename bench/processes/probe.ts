/** Resident memory after everything that can be given back has been. */
export async function memory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage.rss()
}

/** Processor time of this process so far, all its threads, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** The event loop's longest turn in milliseconds, by the clock and in processor time: a busy machine stretches the one. */
export type Hold = { clock: number; work: number }

const moment = (): Hold => {
  const { user, system } = process.threadCpuUsage()
  return { clock: performance.now(), work: (user + system) / 1000 }
}

let last = moment()
let longest: Hold = { clock: 0, work: 0 }
setInterval(() => {
  const now = moment()
  longest = {
    clock: Math.max(longest.clock, now.clock - last.clock),
    work: Math.max(longest.work, now.work - last.work),
  }
  last = now
}, 1).unref()

export function forgetHolds(): void {
  longest = { clock: 0, work: 0 }
}

export const longestHold = (): Hold => longest
