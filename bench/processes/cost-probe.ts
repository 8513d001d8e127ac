import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { GCProfiler, getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { mainThreadTime, processorTime } from './probe.ts'

/**
 * The cost of the work of a process. Times are in microseconds; `turns` of the main thread's event loop; `wakeUps`: how often
 * the main thread, or any thread, slept and was woken; `messages`: between the main thread and the others, both ways;
 * `writes`: system calls that write to a file or a socket; `allocated`: bytes on the main thread's heap.
 */
export type Costs = {
  time: number
  mainTime: number
  turns: number
  wakeUps: number
  mainWakeUps: number
  messages: number
  writes: number
  allocated: number
}

let messages = 0
let isCounting = false

/** Counts messages from here on. It costs nothing before. */
function countMessages(): void {
  if (isCounting) return
  isCounting = true
  const { postMessage, emit } = Worker.prototype
  Worker.prototype.postMessage = function (...args: Parameters<typeof postMessage>) {
    messages++
    postMessage.apply(this, args)
  }
  Worker.prototype.emit = function (this: Worker, ...args: Parameters<typeof emit>) {
    if (args[0] === 'message') messages++
    return emit.apply(this, args)
  } as typeof emit
}

const linesOf = (path: string): ReadonlyMap<string, number> =>
  new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', value]) => [name, Number(value)]),
  )

const wakeUpsOf = (thread: string): number =>
  linesOf(`/proc/self/task/${thread}/status`).get('voluntary_ctxt_switches') ?? 0

/** Only Linux tells wake-ups and writes; zero elsewhere. */
function fromKernel(): Pick<Costs, 'wakeUps' | 'mainWakeUps' | 'writes'> {
  if (process.platform !== 'linux') return { wakeUps: 0, mainWakeUps: 0, writes: 0 }
  const wakeUps = readdirSync('/proc/self/task').reduce((sum, thread) => sum + wakeUpsOf(thread), 0)
  return { wakeUps, mainWakeUps: wakeUpsOf(String(process.pid)), writes: linesOf('/proc/self/io').get('syscw') ?? 0 }
}

function soFar(): Costs {
  const turns = performance.nodeTiming.uvMetricsInfo.loopCount
  const times = { time: processorTime(), mainTime: mainThreadTime() }
  return { ...times, turns, messages, ...fromKernel(), allocated: getHeapStatistics().used_heap_size }
}

let begun: { costs: Costs; garbage: GCProfiler } | null = null

export function beginCosts(): void {
  countMessages()
  const garbage = new GCProfiler()
  garbage.start()
  begun = { costs: soFar(), garbage }
}

/** The costs since the beginning. */
export function endCosts(): Costs {
  const { costs, garbage } = begun!
  begun = null
  const now = soFar()
  const collected = (garbage.stop()?.statistics ?? []).reduce(
    (sum, { beforeGC, afterGC }) => sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    0,
  )
  const since = Object.entries(now).map(([what, value]) => [what, value - costs[what as keyof Costs]])
  const difference = Object.fromEntries(since) as Costs
  return { ...difference, allocated: difference.allocated + collected }
}
