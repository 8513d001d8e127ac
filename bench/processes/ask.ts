import { type ChildProcess, fork } from 'node:child_process'

/** A process of the bench answers calls by name, one at a time. */
type Answers = Record<string, (told: never) => unknown>

type Request = { call: string; told: unknown }
type Reply = { result: unknown } | { error: string }

export function answer(answers: Answers): void {
  process.on('message', async ({ call, told }: Request) => {
    try {
      process.send!({ result: await answers[call]!(told as never) } satisfies Reply)
    } catch (error) {
      process.send!({ error: (error as Error).stack ?? String(error) } satisfies Reply)
    }
  })
  process.on('disconnect', () => process.exit())
}

/** Limit for each request of the bench. */
const PATIENCE_MS = 60_000

export class Process {
  readonly #child: ChildProcess

  /** With `BENCH_PROFILE=FOLDER` every process leaves a CPU profile there. */
  constructor(file: string) {
    const folder = process.env.BENCH_PROFILE
    const name = file.replace('.ts', '')
    const execArgv = folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}/${name}`, '--expose-gc'] : ['--expose-gc']
    this.#child = fork(new URL(file, import.meta.url), { execArgv })
  }

  ask<T>(call: string, told: unknown = null): Promise<T> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new Error(`${call} took too long`))), PATIENCE_MS)
      const finish = (then: () => void) => {
        clearTimeout(timer)
        child.off('message', heard)
        child.off('exit', gone)
        then()
      }
      const heard = (reply: Reply) =>
        finish(() => ('error' in reply ? reject(new Error(reply.error)) : resolve(reply.result as T)))
      const gone = () => finish(() => reject(new Error(`The process ended during ${call}`)))
      child.on('message', heard)
      child.on('exit', gone)
      child.send({ call, told } satisfies Request)
    })
  }

  /** As when its machine is switched off. */
  kill(): Promise<void> {
    const child = this.#child
    return new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve())
      this.#child.disconnect()
    })
  }
}

/** One clock for all processes of a machine, in milliseconds. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6
