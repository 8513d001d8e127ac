import type { Command } from '../engine/language.ts'
import { type Fault, faultText } from '../wheel/faults.ts'
import { readSplit } from '../wheel/line.ts'
import type { WheelSource } from '../wheel/source.ts'
import { type Line, lastLine, split, unsplit } from '../wheel/splitter.ts'
import { ended, type Heard, listen, listening, SILENCE_MS, tick } from '../wheel/translate.ts'
import type { TableHost } from './host.ts'

/** What the dealer sees of the wheel. */
export type WheelStatus = { connected: boolean; faults: readonly string[] }

const FAULTS_SHOWN = 10

/** A wheel's lines become the table's commands, as if the dealer had given them. */
export class WheelLink {
  status: WheelStatus = { connected: true, faults: [] }
  private readonly host: TableHost
  private readonly source: WheelSource
  private readonly onStatus: (status: WheelStatus, fault: string | null) => void
  private hearing = listening
  private readonly timer: NodeJS.Timeout

  constructor(host: TableHost, source: WheelSource, onStatus: (status: WheelStatus, fault: string | null) => void) {
    this.host = host
    this.source = source
    this.onStatus = onStatus
    this.timer = setInterval(() => this.take(tick(this.hearing, performance.now())), SILENCE_MS / 4)
    void this.run()
  }

  close(): void {
    clearInterval(this.timer)
    this.source.close()
  }

  private async run(): Promise<void> {
    let splitting = unsplit
    try {
      for await (const chunk of this.source) {
        const { state, lines } = split(splitting, chunk)
        splitting = state
        for (const line of lines) this.hear(line)
      }
    } catch (error) {
      this.fault((error as Error).message)
    }
    for (const line of lastLine(splitting)) this.hear(line)
    this.take(ended(this.hearing))
    clearInterval(this.timer)
    this.status = { ...this.status, connected: false }
    this.onStatus(this.status, null)
  }

  private hear(line: Line): void {
    const { book, state } = this.host
    this.take(listen(this.hearing, readSplit(line, book), book, state))
  }

  private take({ state, commands, faults }: Heard): void {
    this.hearing = state
    for (const fault of faults) this.fault(faultText(fault as Fault))
    for (const command of commands) this.give(command as Command)
  }

  /** A refusal is for the dealer to see; a table that stopped has its own alarm. */
  private give(command: Command): void {
    this.host.submit(command, 'wheel').then(
      (answer) => {
        if ('refused' in answer) this.fault(`${command.do} was refused: ${answer.refused}`)
      },
      () => {},
    )
  }

  private fault(text: string): void {
    this.status = { ...this.status, faults: [text, ...this.status.faults].slice(0, FAULTS_SHOWN) }
    this.onStatus(this.status, text)
  }
}
