import './dealer-dialog.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ANY_REASON } from '../../engine/offers.ts'
import { Button, Dialog, RefusalNote } from '../kit/controls.tsx'
import { Select, TextArea } from '../kit/fields.tsx'
import { useForesight } from '../kit/use-foresight.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { voidReason } from '../words/editions.ts'
import { ActionDialog, Effects, type OpenProps } from './action-dialog.tsx'
import { type Desk, useCommand } from './dealer-desk.ts'
import { SaidNo } from './parts.tsx'
import { type RoundToRefer, roundsToRefer } from './rounds-to-refer.ts'

/** Reading 29: the round under way, or one of those that are concluded. */
export function Refer({ desk, onClose }: OpenProps) {
  const rounds = roundsToRefer(desk)
  const chosen = useSignal(String(rounds[0]?.round ?? ''))
  const reason = useSignal('')
  const round = rounds.find((one) => String(one.round) === chosen.value)
  const fields = (
    <>
      <Select
        label={dealer.whichRound}
        value={chosen.value}
        onInput={(value) => (chosen.value = value)}
        options={rounds.map((one) => ({ value: String(one.round), label: roundText(desk, one) }))}
      />
      <TextArea
        label={common.reason}
        value={reason.value}
        onInput={(now) => (reason.value = now)}
        hint={dealer.reasonNeeded}
        autofocus
      />
    </>
  )
  const props = { desk, onClose, reason: reason.value.trim(), fields }
  return round && !round.isConcluded ? <ReferNow {...props} /> : <ReferPast {...props} round={round?.round ?? 0} />
}

function roundText({ book }: Desk, { round, isConcluded, pocket, void: code }: RoundToRefer) {
  if (!isConcluded) return dealer.roundNow(round)
  return dealer.roundThen(round, pocket ?? voidReason(book, code ?? ''))
}

type ReferProps = OpenProps & { reason: string; fields: ComponentChildren }

const ReferNow = ({ desk, onClose, reason, fields }: ReferProps) => (
  <ActionDialog
    desk={desk}
    onClose={onClose}
    title={dealer.referTitle}
    confirm={dealer.confirmRefer}
    draft={reason === '' ? null : { do: 'refer', reason }}
    asks={{ do: 'refer', reason: ANY_REASON }}
  >
    {fields}
  </ActionDialog>
)

/** A view knows nothing of rounds before: the table itself is asked. */
function ReferPast({ desk, onClose, reason, fields, round }: ReferProps & { round: number }) {
  const { give, isBusy, said } = useCommand(desk)
  const { reply } = useForesight(desk.table, desk.who.token, { do: 'refer', round, reason: ANY_REASON }, 0)
  const act = async () => {
    if (await give({ do: 'refer', round, reason })) onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={isBusy || reason === '' || reply?.ok !== true} onPress={() => void act()}>
        {dealer.confirmRefer}
      </Button>
    </>
  )
  return (
    <Dialog title={dealer.referTitle} onClose={onClose} footer={footer} width="normal">
      <div class="dealer-dialog">
        {fields}
        {reply?.ok && <Effects foreseen={reply.body} />}
        {reply && !reply.ok && reply.refused && <RefusalNote refused={reply.refused} />}
        <SaidNo said={said} />
      </div>
    </Dialog>
  )
}
