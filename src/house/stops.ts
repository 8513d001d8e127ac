import type { CommandName } from '../engine/language.ts'
import { type HouseCaller, type Signature, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Decided } from './house-events.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import type { StopPlace, StopTime } from './stop-words.ts'

export type Stop = StopPlace & { when: StopTime; reason: string; at: string; by: Signature }

export const stopKey = ({ scope, of }: StopPlace): string => `${scope}\n${of}`

type Stops = { readonly stops: { get(key: string): Stop | undefined } }

export function stopGaming(
  { stops }: Stops,
  request: StopPlace & { when: StopTime; reason: string },
  by: HouseCaller,
  now: string,
): Decided {
  const { scope, of, when, reason } = request
  const refused = fieldRefusal({ scope, when, reason, ...(scope === 'house' ? {} : { table: of }) })
  if (refused) return refused
  if (stops.get(stopKey(request))?.when === when) return refuse('gaming-already-stopped', { scope, of, when })
  return { events: [{ type: 'gaming-stopped', scope, of, when, reason, at: now, by: signatureOf(by) }] }
}

export function resumeGaming(
  { stops }: Stops,
  request: StopPlace & { reason: string },
  by: HouseCaller,
  now: string,
): Decided {
  const { scope, of, reason } = request
  const refused = fieldRefusal({ scope, reason })
  if (refused) return refused
  if (!stops.get(stopKey(request))) return refuse('gaming-not-stopped', { scope, of })
  return { events: [{ type: 'gaming-resumed', scope, of, reason, at: now, by: signatureOf(by) }] }
}

/** Finds the strictest stop that applies to a table of a game. */
export function stopAt({ stops }: Stops, table: string, game: string): Stop | null {
  const found = [
    stops.get(stopKey({ scope: 'house', of: '' })),
    stops.get(stopKey({ scope: 'game', of: game })),
    stops.get(stopKey({ scope: 'table', of: table })),
  ].filter((stop) => stop !== undefined)
  return found.find(({ when }) => when === 'now') ?? found[0] ?? null
}

/** Commands that a stop bars, whoever gives them. */
const barred: Readonly<Record<StopTime, readonly CommandName[]>> = {
  now: ['place-your-bets', 'wager'],
  'after-round': ['place-your-bets'],
}

export function stoppedRefusal(stop: Stop | null, command: CommandName): HouseRefusal | null {
  if (!stop || !barred[stop.when].includes(command)) return null
  const { scope, when, reason } = stop
  return refuse('gaming-is-stopped', { scope, when, reason })
}
