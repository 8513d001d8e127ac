import type { RuleBook } from '../books/rule-book.ts'
import type { Table } from '../engine/conduct.ts'
import { limitsTold } from './limits.ts'
import { type Passage, say } from './passages.ts'
import { inRuns } from './spots.ts'
import { capitalised, listed } from './text.ts'

/** The book, the wheel and the limits, before anything happens. */
export function opening({ book, state }: Table): Passage[] {
  const { setup } = state
  const version = `Rules of ${book.operator}, version ${book.version}`
  const since = book.inForce.from ? `, in force from ${book.inForce.from.replace('T', ' ')}` : ''
  const until = book.inForce.until ? ` until ${book.inForce.until.replace('T', ' ')}` : ''
  const order = setup.wheelOrder.every((pocket, index) => pocket === book.wheel.order[index])
    ? ''
    : ` This wheel has its own order: ${setup.wheelOrder.join(' ')}.`
  const wheel = `The wheel has ${book.wheel.pockets.length} pockets: ${inRuns(book.wheel.pockets, listed)}.`
  return [
    { heading: `${book.title}, ${book.id}`, line: '=' },
    say({ book }, `${version}${since}${until}. ${playedOn(book, setup.layout, setup.terminal)} ${wheel}${order}`),
    say({ book }, limitsTold(book, state.limits), 'clause' in book.rules.limits ? book.rules.limits.clause : null),
  ]
}

function playedOn(book: RuleBook, layout: string, terminal: string | null): string {
  const on = Object.keys(book.layouts).length > 1 ? ` with layout ${layout}` : ''
  if (book.playedOn === 'terminals') return `Played on ${terminal ? `${capitalised(terminal)} ` : ''}terminals${on}.`
  return `Played at a table${on}.`
}
