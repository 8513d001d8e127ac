import './pit-block.css'
import { money } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, DataTable } from '../kit/controls.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { duringShift as during } from '../staff/shift-figures.ts'
import { pit } from '../words/desk.ts'

/** Who dealt at a table and who does, with what the table did meanwhile: what a shift is handed over with. */
export function ShiftList({ table, who }: { table: string; who: Staff }) {
  const { body: all } = usePolled(who, 'GET /api/shifts')
  const here = all?.find((one) => one.table === table)
  if (!here) return null
  const isOpen = here.shifts.at(-1)?.until === null
  const end = () => void serviceFor(who.token).call('POST /api/tables/:id/leave', { params: { id: table } })
  return (
    <section class="panel pit-block">
      <header class="pit-toolbar">
        <h3>{pit.shifts}</h3>
        {isOpen && mayAct(who.role, 'pit-supervisor') && (
          <Button size="small" onPress={end}>
            {pit.endShift}
          </Button>
        )}
      </header>
      <DataTable
        caption={pit.shifts}
        empty={pit.noShifts}
        rows={[...here.shifts].reverse()}
        rowKey={({ since }) => since}
        columns={[
          { title: pit.staffName, cell: ({ dealer }) => `${dealer.name} (${dealer.badge})` },
          { title: pit.shiftFrom, cell: ({ since }) => dayAndTime(since) },
          { title: pit.shiftTo, cell: ({ until }) => (until === null ? pit.shiftNow : dayAndTime(until)) },
          { title: pit.shiftRounds, isNumber: true, cell: (shift) => during(shift, here).rounds },
          { title: pit.handle, isNumber: true, cell: (shift) => money(during(shift, here).handle) },
          { title: pit.win, isNumber: true, cell: (shift) => money(during(shift, here).win) },
          { title: pit.shiftDrop, isNumber: true, cell: (shift) => money(during(shift, here).drop) },
        ]}
      />
    </section>
  )
}
