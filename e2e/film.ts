import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { installClock, stopClock } from './browser.ts'
import type { Place } from './house.ts'
import { type Frame, movingWebp } from './moving-webp.ts'
import { Terminal } from './terminal-page.ts'

/** A round at the terminal as a moving picture: bets, the ball, the number, the payment. The page's time is stepped. */
const size = { width: 960, height: 540 }
const STEP_MS = 140
const QUALITY = 42

export async function filmRound(place: Place, seat: { table: string; player: string }, file: string): Promise<number> {
  const dealer = await place.house.door('dealer')
  const options = { viewport: size, reducedMotion: 'no-preference' } as const
  const terminal = await Terminal.openAgain(place, seat, options, installClock)
  const { page } = terminal
  await stopClock(page)
  const camera = new Camera(page)
  await camera.run(1_000)
  for (const spot of ['17', '17/20', '16/17/19/20', 'red', 'dozen-2', '17']) {
    await terminal.place(spot)
    await camera.run(3 * STEP_MS)
  }
  await dealer.give(seat.table, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await camera.run(700)
  await dealer.give(seat.table, { do: 'no-more-bets' })
  await camera.run(2_100)
  await dealer.give(seat.table, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await camera.run(8_200)
  const film = movingWebp(camera.frames, size)
  await writeFile(file, film)
  return film.length
}

/** Takes pictures of a page whose clock stands: it moves timers, frames and animations on by one step each. */
class Camera {
  readonly frames: Frame[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async run(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await this.#page.clock.runFor(STEP_MS)
      await this.#page.evaluate(moveAnimations, STEP_MS)
      await this.#take()
    }
  }

  /** A picture that is the same as the last one lengthens that. */
  async #take(): Promise<void> {
    const picture = await this.#page.screenshot({ type: 'webp', quality: QUALITY })
    const last = this.frames.at(-1)
    if (last && Buffer.compare(last.picture, picture) === 0)
      this.frames[this.frames.length - 1] = { picture, ms: last.ms + STEP_MS }
    else this.frames.push({ picture, ms: STEP_MS })
  }
}

/** Animations of CSS do not follow the stopped clock: they are held and moved on by hand. Runs in the page. */
function moveAnimations(ms: number): void {
  for (const animation of document.getAnimations()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0)
    const now = Number(animation.currentTime ?? 0) + ms
    if (now >= end) animation.finish()
    else {
      animation.pause()
      animation.currentTime = now
    }
  }
}
