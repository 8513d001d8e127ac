import type { Failure } from '../../client/api-calls.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { useApi } from '../kit/use-api.ts'

/**
 * A round from the service, requested again when `as` changes, for example after a correction. Null while it is
 * loading.
 */
export function useRoundRecall(
  table: string,
  token: string,
  round: number | null,
  as = '',
): StaffRecall | Failure | null {
  const { body, failure, isAsking } = useApi(
    round === null ? null : { token, as },
    'GET /api/tables/:id/rounds/:round',
    { params: { id: table, round: String(round) } },
  )
  return isAsking ? null : (failure ?? (body as StaffRecall | null))
}
