import type { Signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { RuleBook } from '../../books/rule-book.ts'
import { holds, type Role } from '../../engine/positions.ts'
import type { Spots } from '../../engine/spots.ts'
import type { DealerView } from '../../engine/views.ts'
import type { Glance } from '../kit/api.ts'
import { type Answer, type Draft, isAccepted } from '../kit/connection.ts'
import type { Pending } from '../kit/pending.ts'
import type { Staff } from '../kit/session.tsx'

/** What a press on the layout stakes: an amount of cash chips or credits, or a number of the player's colour chips. */
export type Unit = { kind: 'cash'; value: number } | { kind: 'colour'; count: number }

/** All that the parts of the console share. */
export type Desk = {
  table: string
  who: Staff
  book: RuleBook
  spots: Spots
  view: DealerView
  /** Whether the ball of this round was spun; null: not seen. */
  spun: boolean | null
  glance: Glance | null
  isAnswering: boolean
  /** Connected: what is pressed is done now, not when the connection comes back. */
  isLive: boolean
  pending: readonly Pending[]
  send: (draft: Draft) => Promise<Answer>
  tints: ReadonlyMap<string, string>
  /** For whom the layout is pressed. */
  chosen: Signal<string | null>
  unit: Signal<Unit>
  /** The number that is about to be the outcome, as typed or picked. */
  picked: Signal<string>
  dialog: Signal<OpenDialog | null>
  /** The last thing pressed was the next step: its successor takes the focus. */
  atStep: { current: boolean }
}

export type OpenDialog =
  | { name: 'no-spin' | 'irregularity' | 'power-failure' | 'interruption' | 'refer' | 'close-early' | 'wheel' }
  | { name: 'buy-in' | 'cash-out' | 'repay'; player: string | null }

export const mayAct = ({ who }: Pick<Desk, 'who'>, needs: Role = 'dealer'): boolean => holds(who.role as Role, needs)

/** A wheel that is heard calls the round by itself. */
export const isLed = ({ glance }: Desk): boolean => glance?.wheel?.connected ?? false

/** The service's no, or null. */
export type Said = Exclude<Answer, { events: unknown }> | null

/** Gives one command at a time and keeps what was answered to it, if that was no. */
export function useCommand({ send, isLive }: Pick<Desk, 'send' | 'isLive'>) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said>(null)
  const give = async (draft: Draft): Promise<boolean> => {
    setBusy(true)
    const answer = await send(draft)
    setBusy(false)
    setSaid(isAccepted(answer) ? null : answer)
    return isAccepted(answer)
  }
  return { give, isBusy: isBusy || !isLive, said }
}
