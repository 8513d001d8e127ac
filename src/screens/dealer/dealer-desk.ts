import type { Signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { type CommandAnswer, isAccepted, type PendingCommand } from '../../client/commands.ts'
import { staffRules } from '../../engine/decisions/wagers.ts'
import type { Role } from '../../engine/positions.ts'
import type { Spots } from '../../engine/spots.ts'
import type { ConsoleView } from '../../wire/audiences.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { TableSeat } from '../../wire/floor-service.ts'
import { mayAct as holds, type Staff } from '../kit/session.ts'
import { type Trouble, troubleIn } from '../staff/command-dialog.tsx'
import { dealer } from '../words/desk.ts'

/** The stake of a press on the layout: an amount of cash chips or credits, or a number of the player's colour chips. */
export type Unit = { kind: 'cash'; value: number } | { kind: 'colour'; count: number }

/** Values that all parts of the console share. */
export type DealerDesk = {
  table: string
  who: Staff
  book: Book
  spots: Spots
  view: ConsoleView
  /** The table's name. */
  name: string
  /** The table could not write to its journal. */
  isStopped: boolean
  /** Connected: what is pressed is done now, not when the connection comes back. */
  isLive: boolean
  pending: readonly PendingCommand[]
  send: (draft: CommandFields) => Promise<CommandAnswer>
  /** Converts a time of the service to this machine's clock. */
  localTime: (told: string) => number
  tints: ReadonlyMap<string, string>
  /** The terminals of this table. */
  terminals: readonly TableSeat[]
  /** For whom the layout is pressed. */
  chosen: Signal<string | null>
  unit: Signal<Unit>
  /** Wagers keyed in are placed at the player's request, and not put down by the player (reading 30). */
  isRequest: Signal<boolean>
  /** The number that is about to be the outcome, as typed or picked. */
  picked: Signal<string>
  dialog: Signal<OpenDialog | null>
  /** The focus is in the step: its successor takes it. */
  atStep: { current: boolean }
}

export type OpenDialog =
  | { name: 'no-spin' | 'irregularity' | 'ball' | 'power-failure' | 'interruption' | 'refer' | 'close-early' | 'wheel' }
  | { name: 'buy-in' | 'cash-out' | 'repay'; player: string | null }
  | { name: 'several-pieces'; player: string }

/** Returns what a wager says of who put it down. */
export const putDownBy = ({ book, isRequest }: Pick<DealerDesk, 'book' | 'isRequest'>): { own?: true } =>
  isRequest.value && staffRules(book).placing === null ? {} : { own: true }

export const mayAct = ({ who }: Pick<DealerDesk, 'who'>, needs: Role = 'dealer'): boolean => holds(who.role, needs)

/** A connected wheel calls the round itself. */
export const isLed = ({ view }: DealerDesk): boolean => view.wheel?.connected ?? false

/** Gives one command at a time and keeps why the last was not done. */
export function useCommand({ send, isLive }: Pick<DealerDesk, 'send' | 'isLive'>) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>(null)
  const give = async (draft: CommandFields): Promise<boolean> => {
    setBusy(true)
    const answer = await send(draft)
    setBusy(false)
    setTrouble(troubleIn(answer))
    return isAccepted(answer)
  }
  return { give, isBusy: isBusy || !isLive, trouble }
}

/** The name of the sale at this table: of the button that opens it, its dialog and the press that does it. */
export const sellName = ({ funds }: Pick<Book, 'funds'>): string =>
  funds.money === 'credits' ? dealer.sellCreditsTitle : dealer.sellTitle
