import type { Table } from '../engine/conduct.ts'
import { limitsTold } from './limits.ts'
import { type Passage, say, sentences } from './passages.ts'
import { type Setting, settingOf } from './scene.ts'
import { inRuns } from './spots.ts'
import { capitalised } from './text.ts'
import type { Words } from './words/words.ts'

/** The book, the wheel and the limits, before anything happens. */
export function opening(table: Table, words: Words): Passage[] {
  const setting = settingOf(words, table.book)
  const { book } = setting
  const { setup, limits } = table.state
  const { from, until } = book.inForce
  const told = sentences(
    words,
    words.opening.rules(book.operator, book.version, from?.replace('T', ' ') ?? null, until?.replace('T', ' ') ?? null),
    playedOn(setting, setup.layout, setup.terminal),
    words.opening.wheel(book.wheel.pockets.length, inRuns(words, book.wheel.pockets, words.listed)),
    setup.wheelOrder.every((pocket, index) => pocket === book.wheel.order[index])
      ? null
      : words.opening.ownOrder(setup.wheelOrder.join(' ')),
  )
  return [
    { heading: words.headings.table(book.title, book.id), line: '=' },
    say(setting, told),
    say(setting, limitsTold(setting, limits), 'clause' in book.rules.limits ? book.rules.limits.clause : null),
  ]
}

function playedOn({ book, words }: Setting, layout: string, terminal: string | null): string {
  const on = Object.keys(book.layouts).length > 1 ? layout : null
  if (book.playedOn === 'terminals') return words.opening.onTerminals(terminal && capitalised(terminal), on)
  return words.opening.atTable(on)
}
