import { callerId, type HouseCaller } from '../../house/caller.ts'
import type { HouseRefusal } from '../../house/house-refusals.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import type { Floor } from './floor.ts'
import type { Reply } from './reply.ts'

/** Refuses a request before it is decided. A refusal that must be recorded is recorded before it is answered. */
export async function refuseOnRecord(
  { house, presence }: Floor,
  asked: string,
  who: HouseCaller,
  refusal: HouseRefusal,
): Promise<Reply> {
  const wish = { do: 'note-refusal', asked, refusal, by: callerId(who) } as const
  const { refused: barred = refusal } = await askHouse(house, wish, checkSession(who, presence.unattended))
  return { barred }
}
