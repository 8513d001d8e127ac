import { useMemo } from 'preact/hooks'
import type { Result } from '../../engine/views.ts'
import { useApi } from './use-api.ts'

type RoundsQuery = { table: string; token: string | null; last: number }

/**
 * The rounds for statistics, more than a view has. The newest are the view's own, so that they match all other values
 * on the screen; older ones are requested.
 */
export function useRounds({ table, token, last }: RoundsQuery, results: readonly Result[]) {
  // A correction changes a round that is already there.
  const board = results.map(({ round, pocket, void: code }) => `${round} ${pocket} ${code}`).join()
  const { body, failure } = useApi({ token, as: board }, 'GET /api/tables/:id/rounds', {
    params: { id: table },
    query: { last: String(last) },
  })
  const rounds = useMemo(() => joinedRounds(results, body ?? [], last), [board, body, last])
  return { rounds, isAway: failure !== null }
}

/** The newest first. The service knows a result before the ball on this screen is down: what is newer than the view's is left out. */
export function joinedRounds(results: readonly Result[], older: readonly Result[], last: number): readonly Result[] {
  const from = results.at(-1)?.round
  return from === undefined ? [] : [...results, ...older.filter(({ round }) => round < from)].slice(0, last)
}
