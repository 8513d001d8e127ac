import { bookAbout } from '../engine/book-of-round.ts'
import { answerBefore, type Table } from '../engine/conduct.ts'
import { isRefusal } from '../engine/decision.ts'
import type { Played } from '../engine/script.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'
import * as en from '../words/en/index.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { closing, fill, noPurses } from './closing.ts'
import { settingOf } from './nouns.ts'
import { opening } from './opening.ts'
import { layOut } from './page.ts'
import { type Passage, say } from './passages.ts'
import { innerWho, type Scene } from './scene.ts'
import { tellEvents } from './tell-events.ts'
import { tellRefusal } from './tell-refusals.ts'

/**
 * The rounds of a script as a story, in lines. Expectations are for tests and no part of it.
 *
 * @example
 * for (const line of tellStory(playScript(script))) console.log(line)
 */
export const tellStory = (played: Iterable<Played>, words: StoryWords = en): Generator<string> =>
  layOut(passagesOf(played, words), words)

/**
 * Tells a played script as passages: sentences with the clauses that they quote.
 *
 * @example
 * for (const passage of passagesOf(playScript(script))) console.log(passage)
 */
export function* passagesOf(played: Iterable<Played>, words: StoryWords = en): Generator<Passage> {
  let table: Table | undefined
  let section = ''
  let purses = noPurses()
  for (const step of played) {
    if (step.played === 'expect') continue
    if (step.played === 'table') {
      if (table) yield* closing(table, purses, words)
      yield* opening(step.table, words)
      section = ''
      purses = noPurses()
    } else {
      const now = sectionOf(step, table!.state, words)
      if (now.section !== section) yield { heading: now.heading, line: '-' }
      section = now.section
      yield* commandTold(step, table!, words)
      if (isFirstTime(step, table!) && !isRefusal(step.answer)) fill(purses, step.answer.events)
    }
    table = step.table
  }
  if (table) yield* closing(table, purses, words)
}

type PlayedCommand = Extract<Played, { played: 'command' }>

/** The same command id twice is the same answer, and nothing happens the second time. */
const isFirstTime = ({ command }: PlayedCommand, before: Table): boolean => answerBefore(before, command) === undefined

/** `section` is the same for all that belongs together; only the first one's heading is seen. */
function sectionOf(step: PlayedCommand, { round, roundsOpened }: TableState, { story: { headings } }: StoryWords) {
  const number = isUnderWay(round) ? round.round : roundsOpened + 1
  if (isUnderWay(round) || step.table.state.roundsOpened > roundsOpened)
    return { section: `round ${number}`, heading: headings.round(number, openedAt(step)) }
  const heading = roundsOpened === 0 ? headings.beforeFirst : headings.after(roundsOpened)
  return { section: `after ${roundsOpened}`, heading }
}

const openedAt = ({ command, table }: PlayedCommand): string | null =>
  command.at && command.do === 'place-your-bets' && isUnderWay(table.state.round) ? command.at : null

function* commandTold(step: PlayedCommand, before: Table, words: StoryWords): Generator<Passage> {
  const time = step.command.at?.slice('2020-01-01T'.length).match(/^[\d:]+/)?.[0]
  for (const [index, passage] of answerTold(step, before, words).entries())
    yield time && index === 0 && 'says' in passage ? { ...passage, says: `${time} ${passage.says}` } : passage
}

function answerTold(step: PlayedCommand, before: Table, words: StoryWords): Passage[] {
  const { command, answer, table } = step
  const book = bookAbout(before.book, before.state, command, before.house)
  const scene: Scene = { ...settingOf(words, book), command, before: before.state, after: table.state }
  if (isFirstTime(step, before))
    return isRefusal(answer) ? tellRefusal(answer, scene) : tellEvents(answer.events, scene)
  return [say(scene, words.story.round.again(command.id!, innerWho(scene)))]
}
