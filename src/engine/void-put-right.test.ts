import { describe, expect, test } from 'vitest'
import { nameOf, playCommand, read, settings, turnsOf } from '../../test/support/engine.ts'
import type { Table } from './conduct.ts'
import { keptRound } from './history.ts'

/**
 * A round that is voided by mistake and then put right has the same result as before: nothing is left out, nothing is
 * counted twice.
 */

const reason = 'seen on the camera'
const makeVoid = (rounds: readonly number[]) =>
  read({ do: 'void-rounds', rounds, code: 'ball-broke', reason, by: 'shift-manager' })
const putRight = (pocket: string) => read({ do: 'correct-outcome', round: 1, pocket, reason, by: 'shift-manager' })

/**
 * The counted result of the first round, and each player's money. A difference is paid in cash, where a stake was chips
 * of a colour.
 */
function whatItCameTo({ state }: Table) {
  const { lines, pocket, draw, code, book } = keptRound(state.history, 1)!
  const { ledger, handleBySpot } = state
  const { players, ...accounts } = ledger
  const worth = players.entries().map(([player, { cash, chips, owed }]) => [player, cash + chips + owed])
  return { lines, pocket, draw, code, book, accounts, worth: [...worth], handle: handleBySpot }
}

describe.each(settings.map((setting) => ({ name: nameOf(setting), setting })))('$name', ({ setting }) => {
  const settled = turnsOf(setting).find(({ state }) => state.round.phase === 'settled')!
  const { pocket } = keptRound(settled.state.history, 1)!
  const voided = playCommand(settled, makeVoid([1]))

  test('void, its stakes are counted nowhere, and it has no outcome', () => {
    expect(keptRound(voided.state.history, 1)).toMatchObject({ pocket: null, code: 'ball-broke' })
    const before = Object.values(settled.state.handleBySpot).reduce((sum, handle) => sum + handle, 0)
    expect(before).toBeGreaterThan(0)
    expect(Object.values(voided.state.handleBySpot).filter((handle) => handle !== 0)).toEqual([])
  })

  test('put right it is what it was, by its own draw, to the cent', () => {
    expect(whatItCameTo(playCommand(voided, putRight(pocket!)))).toEqual(whatItCameTo(settled))
  })

  test('put right to another number, it is as if it had been corrected alone', () => {
    const other = setting.book.wheel.pockets.find((one) => one !== pocket)!
    expect(whatItCameTo(playCommand(voided, putRight(other)))).toEqual(
      whatItCameTo(playCommand(settled, putRight(other))),
    )
  })
})
