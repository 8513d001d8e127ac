import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../engine/views.ts'
import { roundsOf } from '../kit/api.ts'

/** As many as every table keeps. */
const LAST = 100

/** The rounds that statistics rest on: more than the board has, asked for again whenever that changes. */
export function useRounds(table: string, results: readonly Result[]): readonly Result[] {
  const [rounds, setRounds] = useState<readonly Result[] | null>(null)
  const last = results[0]?.round
  // A correction changes a round that is already there.
  const board = results.map(({ round, pocket, void: code }) => `${round} ${pocket} ${code}`).join()
  useEffect(() => {
    let isOver = false
    void roundsOf(table, null, LAST).then((reply) => {
      // The service knows a result before the ball on this screen is down.
      if (reply.ok && !isOver) setRounds(reply.body.filter(({ round }) => last !== undefined && round <= last))
    })
    return () => {
      isOver = true
    }
  }, [table, board])
  return rounds ?? results
}
