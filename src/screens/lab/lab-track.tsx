import './lab-track.css'
import { useMemo, useState } from 'preact/hooks'
import { betsAt, terminalsOf } from '../../engine/several-piece.ts'
import type { Spot } from '../../engine/spots.ts'
import { BetTrack } from '../kit/bet-track.tsx'
import { Select } from '../kit/fields.tsx'
import { isUpright } from '../kit/motion.ts'
import { lab } from '../words/lab.ts'
import type { LabDesk } from './lab-desk.ts'

/** The several-piece bets of the layout on the felt. Where terminals offer different ones, the terminal is chosen. */
export function LabTrack({ desk }: { desk: LabDesk }) {
  const { book, layout, stakes } = desk.layout.value
  const terminals = terminalsOf(book, layout)
  const [chosen, choose] = useState<string | null>(null)
  const terminal = terminals.find((one) => one === chosen) ?? terminals[0] ?? null
  const offer = useMemo(() => ({ book, layout, terminal, order: book.wheel.order }), [book, layout, terminal])
  const wagers = useMemo(() => Object.fromEntries([...stakes].map(([spot, stake]) => [spot, { stake }])), [stakes])
  const bets = useMemo(
    () => ({
      chip: desk.chip,
      place: ({ spot }: Spot) => desk.place(spot, 'place'),
      placeBet: (bet: string) => desk.placeBet(offer, bet),
    }),
    [desk, offer],
  )
  if (!betsAt(book, layout, terminal)?.bets.length) return null
  return (
    <div class="panel list lab-track">
      {terminals.length > 1 && (
        <Select
          label={lab.terminal}
          value={terminal!}
          onInput={choose}
          options={terminals.map((value) => ({ value, label: value }))}
        />
      )}
      <BetTrack
        key={`${book.id} ${layout} ${terminal}`}
        {...offer}
        bets={bets}
        lit={desk.lit}
        pocket={null}
        wagers={wagers}
        isRound={isUpright.value}
      />
    </div>
  )
}
