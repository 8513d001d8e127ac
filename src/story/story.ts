import type { Table } from '../engine/conduct.ts'
import { isRefusal } from '../engine/decision.ts'
import type { Played } from '../engine/script.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'
import { closing, fill, noPurses } from './closing.ts'
import { eventsTold } from './events.ts'
import { opening } from './opening.ts'
import { laidOut } from './page.ts'
import { type Passage, say } from './passages.ts'
import { refusalTold } from './refusals.ts'
import { lowerWho, type Scene } from './scene.ts'

/** The rounds of a script as a story, in lines. Expectations are for tests and no part of it. */
export const story = (played: Iterable<Played>): string[] => laidOut(passagesOf(played))

export function* passagesOf(played: Iterable<Played>): Generator<Passage> {
  let table: Table | undefined
  let section = ''
  let purses = noPurses()
  for (const step of played) {
    if (step.played === 'expect') continue
    if (step.played === 'table') {
      if (table) yield* closing(table, purses)
      yield* opening(step.table)
      section = ''
      purses = noPurses()
    } else {
      const now = sectionOf(step, table!.state)
      if (now !== section) yield { heading: `${now}${openedAt(step)}`, line: '-' }
      section = now
      yield* commandTold(step, table!)
      if (isFirstTime(step, table!) && !isRefusal(step.answer)) fill(purses, step.answer.events)
    }
    table = step.table
  }
  if (table) yield* closing(table, purses)
}

type PlayedCommand = Extract<Played, { played: 'command' }>

/** The same command id twice is the same answer, and nothing happens the second time. */
const isFirstTime = ({ command }: PlayedCommand, { answers }: Table): boolean =>
  command.id === undefined || answers.get(command.id) === undefined

function sectionOf(step: PlayedCommand, { round, roundsOpened }: TableState): string {
  if (isUnderWay(round)) return `Round ${round.round}`
  if (step.table.state.roundsOpened > roundsOpened) return `Round ${roundsOpened + 1}`
  return roundsOpened === 0 ? 'Before the first round' : `After round ${roundsOpened}`
}

const openedAt = ({ command, table }: PlayedCommand): string =>
  command.at && command.do === 'place-your-bets' && isUnderWay(table.state.round) ? `, opened ${command.at}` : ''

function* commandTold(step: PlayedCommand, before: Table): Generator<Passage> {
  const time = step.command.at?.slice('2020-01-01T'.length).match(/^[\d:]+/)?.[0]
  for (const [index, passage] of answerTold(step, before).entries())
    yield time && index === 0 && 'says' in passage ? { ...passage, says: `${time} ${passage.says}` } : passage
}

function answerTold(step: PlayedCommand, before: Table): Passage[] {
  const { command, answer, table } = step
  const scene: Scene = { book: before.book, command, before: before.state, after: table.state }
  if (isFirstTime(step, before))
    return isRefusal(answer) ? refusalTold(answer, scene) : eventsTold(answer.events, scene)
  const again = `The command ${command.id} came again from ${lowerWho(scene)}`
  return [say(scene, `${again}: it was answered as before, and nothing changed.`)]
}
