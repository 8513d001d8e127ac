import { useSignal } from '@preact/signals'
import { ANY_REASON } from '../../engine/offers.ts'
import type { DealerView, Result } from '../../engine/views.ts'
import { bound, Select, TextArea } from '../kit/fields.tsx'
import { isUnderWay } from '../staff/stacks.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { voidReason } from '../words/names.ts'
import type { DealerDesk } from './dealer-desk.ts'
import { DealerDialog, type OpenProps } from './dealer-dialog.tsx'

/** Reading 29: the round under way, or one of those that are concluded. */
export function Refer({ desk, onClose }: OpenProps) {
  const rounds = roundsToRefer(desk.view)
  const chosen = useSignal(String(rounds[0]?.round ?? ''))
  const reason = useSignal('')
  const round = rounds.find((one) => String(one.round) === chosen.value)
  const why = reason.value.trim()
  const isPast = !round || round.isConcluded
  const refer = (text: string) => ({ do: 'refer', reason: text, ...(isPast ? { round: round?.round ?? 0 } : {}) })
  return (
    <DealerDialog
      desk={desk}
      onClose={onClose}
      title={dealer.referTitle}
      confirm={dealer.confirmRefer}
      isForRound={!isPast}
      // A view has no earlier rounds, so the preview comes from the service.
      source={isPast ? { table: desk.table, token: desk.who.token, version: 0 } : desk}
      draft={why === '' ? null : refer(why)}
      asks={refer(ANY_REASON)}
    >
      <Select
        label={dealer.whichRound}
        {...bound(chosen)}
        options={rounds.map((one) => ({ value: String(one.round), label: roundChoiceText(desk, one) }))}
      />
      <TextArea label={common.reason} {...bound(reason)} hint={dealer.reasonNeeded} autofocus />
    </DealerDialog>
  )
}

function roundChoiceText({ book }: DealerDesk, { round, isConcluded, pocket, void: code }: RoundToRefer) {
  if (!isConcluded) return dealer.roundNow(round)
  return dealer.roundThen(round, pocket ?? voidReason(book, code ?? ''))
}

type RoundToRefer = Pick<Result, 'round' | 'pocket' | 'void'> & { isConcluded: boolean }

/** The round under way, unless it waits already, and those that are concluded. */
export function roundsToRefer(view: DealerView): RoundToRefer[] {
  const { round, phase, results } = view
  const isNow = isUnderWay(view) && phase !== 'referred' && round !== null
  return [
    ...(isNow ? [{ round, pocket: null, void: null, isConcluded: false }] : []),
    ...results.map(({ round, pocket, void: code }) => ({ round, pocket, void: code, isConcluded: true })),
  ]
}
