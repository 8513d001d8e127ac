import { expect, test } from 'vitest'
import { nameOf, read, settings, turnsOf } from '../../../test/support/engine.ts'
import { fetchBuiltInBooks } from '../../../test/support/house-books.ts'
import { conduct, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import { earlyCloseLeave } from '../../engine/language.ts'
import { pitView } from '../../engine/views.ts'
import { actionsAt } from './action-list.ts'

await fetchBuiltInBooks()

const possibleAt = ({ book, state }: Table): string[] =>
  actionsAt(book, pitView(book, state)).flatMap(({ action, isPossible }) => (isPossible ? [action] : []))

const reason = 'a dispute'
const more = [{ do: 'refer', reason }, { do: 'close-table', reason }, { do: 'power-failure' }]

test.each(settings.map((setting) => [nameOf(setting), setting] as const))(
  '%s: what the desk offers at each turn of a round is what the table takes',
  (_, setting) => {
    const { book } = setting
    const turns = turnsOf(setting)
    const varied = turns.flatMap((table) =>
      more.flatMap((order) => {
        const { table: then, answer } = conduct(table, read(order))
        return isRefusal(answer) ? [] : [then]
      }),
    )
    for (const table of [...turns, ...varied]) {
      const { phase } = table.state.round
      const isUnderWay = 'wagers' in table.state.round
      const isAtRest = isUnderWay && 'pocket' in table.state.round && table.state.round.pocket !== null
      const offered = [
        ...(phase === 'betting-open' && earlyCloseLeave(book) ? ['allow-early'] : []),
        ...(phase === 'betting-open' && book.rules.closing.beforeSpin ? ['early'] : []),
        ...(phase === 'referred' ? ['decide'] : []),
        ...(isAtRest && (book.rules.unclearWagers || phase === 'referred') ? ['rule'] : []),
        ...(isAtRest ? ['correct-now'] : []),
        ...(isUnderWay ? ['void-now'] : []),
        ...(!isUnderWay && book.id.startsWith('mbs/sands-roulette@') ? ['book'] : []),
        'limits',
        table.state.isClosing ? 'open' : 'close',
      ]
      expect(possibleAt(table), phase).toEqual(offered)
    }
  },
)
