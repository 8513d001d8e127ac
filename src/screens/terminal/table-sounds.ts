import { useEffect } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { add, zero } from '../../engine/money.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { isStill } from '../kit/motion.ts'
import { hasSound, play, playLanding, playRolling, playWin, speakCall } from '../kit/sound.ts'
import { type Stage, takesBets } from '../kit/stage.ts'
import { stages } from '../words/common.ts'
import { nouns } from '../words/names.ts'
import { playerOutcome } from './outcome.ts'

type Sounding = {
  book: Book
  view: PlayerView
  stage: Stage
  /** The round whose ball comes down on this screen now. */
  landing: number | null
  shown: PlayerRound | null
  localTime: (told: string) => number
}

const LAST_SECONDS = [5, 4, 3, 2, 1]

/** The ticks of the last five seconds, in milliseconds from now, by the time left to bet. */
export const ticksIn = (left: number): number[] =>
  LAST_SECONDS.map((second) => left - second * 1000).filter((wait) => wait > 0)

/** The sounds of a table: calls, the last five seconds, the ball, and the win. Off by default. */
export function useTableSounds({ book, view, stage, landing, shown, localTime }: Sounding): void {
  const isOn = hasSound.value
  useEffect(() => {
    if (stage === 'closed' && landing === null) play('closed')
    if (stage === 'open' || (stage === 'closed' && landing === null)) speakCall(stages[stage])
  }, [stage])

  const closes = takesBets(stage) && view.closesAt ? view.closesAt : null
  useEffect(() => {
    if (!isOn || closes === null) return
    const timers = ticksIn(localTime(closes) - Date.now()).map((wait) => setTimeout(() => play('tick'), wait))
    return () => timers.forEach(clearTimeout)
  }, [closes, isOn])

  const isRunning = (stage === 'closing' || stage === 'closed') && !isStill.value
  useEffect(() => (isOn && isRunning ? playRolling() : undefined), [isOn, isRunning && landing === null])
  useEffect(() => {
    if (!isOn || landing === null) return
    return playLanding()
  }, [isOn, landing])

  useEffect(() => {
    if (view.pocket !== null) speakCall(`${view.pocket}, ${nouns.colours[colourOf(book, view.pocket)]}`)
  }, [view.pocket])
  useEffect(() => {
    if (shown && playerOutcome(shown).is === 'won') playWin(timesWon(shown))
  }, [shown?.round])
}

/** How many times the stakes were won. */
const timesWon = ({ lines, net }: PlayerRound): number =>
  net /
  Math.max(
    1,
    lines.reduce((staked, { stake }) => add(staked, stake), zero),
  )
