import type { HouseRefusal } from '../../house/house-refusals.ts'
import { askedBy, type Principal } from '../../house/principals.ts'
import { admitCaller, askHouse } from '../stream/house-stream.ts'
import type { Floor, Reply } from './floor.ts'
import { refusedReply } from './replies.ts'

/** A refusal of the house before there was anything to decide; where it must be on record, it is before it is said. */
export async function refuse(
  { house, presence }: Floor,
  asked: string,
  who: Principal,
  refusal: HouseRefusal,
): Promise<Reply> {
  const wish = { do: 'note-refusal', asked, refusal, by: askedBy(who) } as const
  const { refused = refusal } = await askHouse(house, wish, admitCaller(who, presence.unattended))
  return refusedReply(refused)
}
