/** The progress of a long computation. It is shown on a terminal only, never in a pipe. */
type ProgressBar = { tell: (done: number) => void; end: () => void }

const BAR_WIDTH = 30
const PAUSE_MILLISECONDS = 100

export function progressText(done: number, all: number, milliseconds: number): string {
  const part = all === 0 ? 1 : done / all
  const bar = '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')
  const left = done === 0 ? '' : `, ${durationText((milliseconds / done) * (all - done))} left`
  return `[${bar}] ${Math.floor(part * 100)} %${left}`
}

function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function progressBar(all: number, terminal = process.stderr): ProgressBar {
  if (!terminal.isTTY) return { tell() {}, end() {} }
  const began = performance.now()
  let [shownAt, width] = [began, 0]
  const show = (text: string): void => {
    terminal.write(`\r${text.padEnd(width)}`)
    width = text.length
  }
  return {
    tell(done) {
      const now = performance.now()
      if (now - shownAt < PAUSE_MILLISECONDS) return
      shownAt = now
      show(progressText(done, all, now - began))
    },
    end() {
      if (width === 0) return
      show('')
      terminal.write('\r')
    },
  }
}
