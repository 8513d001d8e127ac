import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../../engine/language.ts'
import { wheelCaller } from '../../house/caller.ts'
import type { WheelSource } from '../../wheel/source.ts'
import { lastLine, type SplitLine, split, unsplit } from '../../wheel/splitter.ts'
import { shownOf, unheardWheel, type WheelStatus } from '../../wheel/status.ts'
import { hearEnd, listen, listening, type TranslatedLine, tick, WHEEL_SILENCE_MS } from '../../wheel/translate.ts'
import { type Watch, watching, watchLine } from '../../wheel/watch.ts'
import { inWords, type Loss, type WheelFault, withSafeDetail } from '../../wheel/wheel-faults.ts'
import { readSplit, type StatusLine } from '../../wheel/wheel-line.ts'
import { bookOf, giveAs, type TableStream } from '../stream/table-stream.ts'

const FAULTS_SHOWN = 10
const FAULTS_AT_ONCE = 20
const CALM_AFTER_MS = 10_000

/** Turns a wheel's lines into commands of its table, with the wheel as their caller. */
export class WheelLink {
  status: WheelStatus = unheardWheel
  readonly #table: TableStream
  readonly #source: WheelSource
  #faultsTold = 0
  #faultsUntold = 0
  #calm: NodeJS.Timeout | null = null
  readonly #onStatus: (status: WheelStatus, fault: WheelFault | null) => void
  #hearing = listening
  #watch: Watch = watching
  /** The time when the wheel began a game whose round is not open yet. */
  #gameSince: number | null = null
  #isLost = false
  readonly #timer: NodeJS.Timeout

  constructor(
    table: TableStream,
    source: WheelSource,
    onStatus: (status: WheelStatus, fault: WheelFault | null) => void,
  ) {
    this.#table = table
    this.#source = source
    this.#onStatus = onStatus
    source.onLost?.((loss) => this.#lost(loss))
    this.#timer = setInterval(() => this.#take(tick(this.#hearing, performance.now())), WHEEL_SILENCE_MS / 4)
    onStatus(this.status, null)
    void this.#run()
  }

  close(): void {
    clearInterval(this.#timer)
    if (this.#calm) clearTimeout(this.#calm)
    this.#source.close()
  }

  async #run(): Promise<void> {
    let splitting = unsplit
    try {
      for await (const chunk of this.#source) {
        const { state, lines } = split(splitting, chunk)
        splitting = state
        for (const line of lines) this.#hear(line)
      }
    } catch (error) {
      this.#fault({ fault: 'reading-failed', why: (error as Error).message })
    }
    for (const line of lastLine(splitting)) this.#hear(line)
    this.#take(hearEnd(this.#hearing))
    clearInterval(this.#timer)
    this.#tell({ connected: false })
  }

  #hear(line: SplitLine): void {
    this.#isLost = false
    this.status = { ...this.status, heardAt: this.#table.now() }
    const heard = this.#table.consider((memory) => {
      const book = bookOf(memory)
      const message = readSplit(line, book)
      if (message.kind === 'status') this.#compare(message)
      return listen(this.#hearing, message, book, memory.state)
    })
    this.#take(heard)
  }

  /** Compares the wheel with its limits. Outside them it raises faults, and the round continues. */
  #compare(status: StatusLine): void {
    const { limits } = this.#source
    if (!limits) return
    const { state, faults } = watchLine(this.#watch, status, performance.now(), limits)
    this.#watch = state
    for (const fault of faults) this.#fault(fault)
  }

  #take({ state, commands, faults }: TranslatedLine): void {
    this.#hearing = state
    for (const fault of faults) this.#fault(withSafeDetail(inWords(fault, this.#source.errors)))
    for (const command of commands)
      this.#give(command.do === 'place-your-bets' ? { ...command, ...this.#announced() } : (command as Command))
    this.#gameSince = state.due ? (this.#gameSince ?? this.#now()) : null
    const isSilent = state.silent && !state.fresh
    this.#tell({ connected: !this.#isLost && !isSilent, ...(state.wheel ? shownOf(state.wheel) : {}) })
  }

  /** Publishes the status only if it has changed. */
  #tell(now: Partial<WheelStatus>): void {
    const before = this.status
    this.status = { ...before, ...now }
    if (JSON.stringify(this.status) !== JSON.stringify(before)) this.#onStatus(this.status, null)
  }

  #now = (): number => Date.parse(this.#table.now())

  /**
   * A round that opens late, because the one before it was not concluded, still closes on time: the wheel follows its
   * own game.
   */
  #announced(): { closesAt?: string } {
    const { bettingMs } = this.#source
    if (bettingMs === undefined) return {}
    return { closesAt: new Date((this.#gameSince ?? this.#now()) + bettingMs).toISOString() }
  }

  /** The dealer sees a refusal; a stopped table has an alarm of its own. */
  #give(command: Command): void {
    giveAs(this.#table, wheelCaller, command).then(
      (answer) => {
        if ('refused' in answer) this.#fault({ fault: 'command-refused', command: command.do, refused: answer.refused })
      },
      // A table that stopped has an alarm of its own.
      () => {},
    )
  }

  /** Connecting is retried. Repeated failures count as one fault. */
  #lost(loss: Loss): void {
    this.#isLost = true
    this.#tell({ connected: false })
    if (!isDeepStrictEqual(this.status.faults[0], loss)) this.#fault(loss)
  }

  /**
   * Limits faults of a wheel that sends nonsense: after a number of them, further ones are only counted for a while.
   */
  #fault(fault: WheelFault): void {
    if (this.#faultsTold >= FAULTS_AT_ONCE) this.#faultsUntold++
    else this.#tellFault(fault)
    this.#faultsTold++
    this.#calm ??= setTimeout(() => this.#calmedDown(), CALM_AFTER_MS).unref()
  }

  #calmedDown(): void {
    const untold = this.#faultsUntold
    this.#calm = null
    this.#faultsTold = 0
    this.#faultsUntold = 0
    if (untold > 0) this.#tellFault({ fault: 'more-faults', count: untold, seconds: CALM_AFTER_MS / 1000 })
  }

  #tellFault(fault: WheelFault): void {
    const faults = [fault, ...this.status.faults].slice(0, FAULTS_SHOWN)
    this.status = { ...this.status, faults, faultAt: this.#table.now() }
    this.#onStatus(this.status, fault)
  }
}
