import type { Table } from '../engine/conduct.ts'
import { limitsCited, PAYOUT } from '../engine/limits.ts'
import { capitalise } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { type Setting, settingOf } from './nouns.ts'
import { type Passage, say, sentences } from './passages.ts'
import { inRuns } from './spot-words.ts'
import { tellLimits } from './tell-limits.ts'

/** The book, the wheel and the limits, before anything happens. */
export function opening(table: Table, words: StoryWords): Passage[] {
  const setting = settingOf(words, table.book)
  const { book } = setting
  const { setup, limits } = table.state
  const { from, until } = book.inForce
  const told = sentences(
    words,
    words.story.opening.rules(
      book.texts.operator,
      book.version,
      from?.replace('T', ' ') ?? null,
      until?.replace('T', ' ') ?? null,
    ),
    playedOn(setting, setup.layout, setup.terminal),
    words.story.opening.wheel(book.wheel.pockets.length, inRuns(words, book.wheel.pockets, words.story.listed)),
    setup.wheelOrder.every((pocket, index) => pocket === book.wheel.order[index])
      ? null
      : words.story.opening.ownOrder(setup.wheelOrder.join(' ')),
  )
  return [
    { heading: words.story.headings.table(book.texts.title, book.id), line: '=' },
    say(setting, told),
    say(
      setting,
      tellLimits(setting, limits),
      limitsCited(book).clause,
      limits[PAYOUT] && book.rules.maximumPayout?.clause,
    ),
  ]
}

function playedOn({ book, words }: Setting, layout: string, terminal: string | null): string {
  const on = Object.keys(book.layouts).length > 1 ? layout : null
  if (book.playedOn === 'terminals') return words.story.opening.onTerminals(terminal && capitalise(terminal), on)
  return words.story.opening.atTable(on)
}
