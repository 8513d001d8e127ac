import { expect } from 'vitest'
import { LANDING_MS } from '../src/screens/kit/wheel-motion.ts'
import type { Place } from './house.ts'
import { Terminal } from './terminal-page.ts'

/** Opens a terminal with motion, which takes fingers too and whose clock a test can stop. */
export const openMoving = (place: Place, table: string, player: string): Promise<Terminal> => {
  const options = { hasTouch: true, reducedMotion: 'no-preference' } as const
  return Terminal.open(place, { table, player }, options, (page) => page.clock.install())
}

export const untilStage = ({ page }: Terminal, stage: string): Promise<void> =>
  page.locator(`.terminal[data-stage=${stage}]`).waitFor()

/** Further ahead than a busy machine takes to stop a clock: a clock cannot be set back. */
const A_MINUTE = 60_000

export async function stopClock({ page }: Terminal): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + A_MINUTE)
}

/** Waits for the ball of an outcome to fall, with the clock stopped: frames only pass where it is moved on. */
export async function untilFalling({ page }: Terminal): Promise<void> {
  const ball = page.locator('[data-ball]').first()
  const afterFrame = async () => {
    await page.clock.runFor(20)
    return ball.getAttribute('data-ball')
  }
  await expect.poll(afterFrame).toBe('falling')
}

/** Tells an outcome, and lets its ball come down in less time than a person would watch it. The clock stands still then. */
export async function letBallDownAndStop(terminal: Terminal, tell: () => Promise<void>): Promise<void> {
  await stopClock(terminal)
  await tell()
  await untilFalling(terminal)
  await terminal.page.clock.runFor(LANDING_MS + 100)
}

export async function letBallDown(terminal: Terminal, tell: () => Promise<void>): Promise<void> {
  await letBallDownAndStop(terminal, tell)
  await terminal.page.clock.resume()
}
