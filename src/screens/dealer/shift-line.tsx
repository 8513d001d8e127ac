import './console.css'
import { useState } from 'preact/hooks'
import { money } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, Facts } from '../kit/controls.tsx'
import { dayAndTime, shortClock } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { duringShift } from '../staff/shift-figures.ts'
import { dealer, pit } from '../words/desk.ts'
import { type DealerDesk, mayAct } from './dealer-desk.ts'

/** The dealer of this table, with the actions to take the table and to leave it to the next dealer. */
export function ShiftLine({ desk }: { desk: DealerDesk }) {
  const { body: all } = usePolled(desk.who, 'GET /api/shifts')
  const here = all?.find(({ table }) => table === desk.table)
  const [isAsked, setAsked] = useState(false)
  if (!here || !mayAct(desk)) return null
  const last = here.shifts.at(-1)
  const now = last && last.until === null ? last : null
  const isMine = now?.dealer.badge === desk.who.badge
  const route = isMine ? 'POST /api/tables/:id/leave' : 'POST /api/tables/:id/take'
  const act = async () => apiTrouble(await serviceFor(desk.who.token).call(route, { params: { id: desk.table } }))
  const figures = now && duringShift(now, here)
  const title = isMine ? dealer.leaveTable : dealer.takeTable
  return (
    <div class="row dealer-shift">
      <span class="fine">{now ? dealer.dealtBy(now.dealer.name, shortClock(now.since)) : dealer.dealtByNobody}</span>
      <Button size="small" onPress={() => setAsked(true)}>
        {title}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          does={isMine ? dealer.leaveTableDoes : now ? dealer.takeTableDoes : dealer.takeFreeTableDoes}
          reason="none"
          act={act}
          onClose={() => setAsked(false)}
        >
          {now && figures && (
            <Facts
              class="lines facts"
              facts={[
                [pit.staffName, `${now.dealer.name} (${now.dealer.badge})`],
                [pit.shiftFrom, dayAndTime(now.since)],
                [pit.shiftRounds, figures.rounds],
                [pit.handle, money(figures.handle)],
                [pit.win, money(figures.win)],
                [pit.shiftDrop, money(figures.drop)],
              ]}
            />
          )}
        </Confirm>
      )}
    </div>
  )
}
