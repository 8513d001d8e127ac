import './pit-block.css'
import './table-detail.css'
import type { Book } from '../../books/rule-book.ts'
import { type CommandName, leastFor } from '../../engine/language.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { SeatView } from '../../engine/views.ts'
import type { TablePlace } from '../../wire/alarm.ts'
import type { PitDeskView } from '../../wire/audiences.ts'
import type { FigureSum } from '../../wire/floor-shapes.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, DataTable } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { BackIcon } from '../kit/icons.tsx'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { ResultBadge } from '../kit/pocket.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { shownStage, stageOf, takesBets } from '../kit/stage.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { usePolled } from '../kit/use-api.ts'
import { Dot, SeatLegend } from '../staff/seat-dot.tsx'
import { duringShift as during } from '../staff/shift-figures.ts'
import { stacksIn } from '../staff/stacks.ts'
import { seatsIn, tintsOf } from '../staff/tints.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { colourName, spotName, voidReason } from '../words/names.ts'
import type { ActionName } from './action-list.ts'
import { holdText } from './house-figures.ts'
import { type RowAction, RowActions } from './managed-list.tsx'
import { factWords } from './past-round.tsx'
import type { TableAtDesk } from './pit-desk.ts'
import { FiguresRow, Flags, gameText, nodePlaceText } from './pit-floor.tsx'

type TableDetailProps = {
  table: TableAtDesk
  place: TablePlace | null
  total: FigureSum | null
  who: Staff
  onBack: () => void
  onAct: (action: ActionName, round?: number) => void
}

/** One table: the layout as it stands, who plays, and the rounds that can still be put right. */
export function TableDetail({ table, place, total, who, onBack, onAct }: TableDetailProps) {
  const view = table.connection.view.value
  return (
    <div class="column pit-table">
      <header class="row">
        <Button look="quiet" size="small" onPress={onBack}>
          <BackIcon size={18} /> {pit.allTables}
        </Button>
        <h2>
          {table.name}{' '}
          <span class="fine">{[gameText(table), place && nodePlaceText(place)].filter(Boolean).join(' · ')}</span>
        </h2>
        {view && (
          <PhaseRing
            stage={shownStage(view)}
            size={36}
            fine={
              view.void
                ? voidReason(table.book, view.void.code)
                : view.round === null
                  ? undefined
                  : common.round(view.round)
            }
            {...timesOf(view, table.connection.localTime)}
          />
        )}
      </header>
      {!view ? (
        <p class="blank">{common.connecting}</p>
      ) : (
        <>
          <Flags table={table} />
          <TableFelt table={table} view={view} />
          <FiguresRow figures={view.figures} total={total} />
          <Recent table={table} who={who} onAct={onAct} />
          <Seats table={table} />
          <ShiftList table={table.id} who={who} />
        </>
      )}
    </div>
  )
}

function TableFelt({ table, view }: { table: TableAtDesk; view: PitDeskView }) {
  return (
    <div class="pit-felt">
      <Felt
        book={table.book}
        layout={table.layout}
        stacks={stacksIn(view)}
        pocket={view.pocket}
        draw={view.draw}
        isOpen={takesBets(stageOf(view))}
        label={table.name}
      />
      <SeatLegend seats={view.seats} label={pit.colours} />
    </div>
  )
}

function Seats({ table }: { table: TableAtDesk }) {
  const { seats } = table.connection.view.value!
  const tints = tintsOf(seats)
  return (
    <section class="panel pit-block">
      <h3>{pit.seats}</h3>
      <DataTable
        caption={pit.seats}
        empty={pit.noSeats}
        rows={seatsIn(seats)}
        rowKey={([player]) => player}
        columns={[
          {
            title: common.player,
            cell: ([player]) => (
              <span class="row">
                <Dot tint={tints.get(player)} />
                {player}
              </span>
            ),
          },
          { title: common.inHand, isNumber: true, cell: ([, { funds }]) => money(funds.balance) },
          { title: common.onLayout, isNumber: true, cell: ([, { funds }]) => money(funds.staked) },
          { title: common.owed, isNumber: true, cell: ([, { funds }]) => (funds.owed > 0 ? money(funds.owed) : '') },
          {
            title: pit.notes,
            cell: ([, seat]) =>
              [seat.warned && pit.warned, chipsText(seat.funds), asideText(table, seat), prisonText(table, seat)]
                .filter(Boolean)
                .join('; '),
          },
        ]}
      />
    </section>
  )
}

function prisonText({ book, layout }: TableAtDesk, { imprisoned }: SeatView): string {
  const { byId } = spotsOf(book, layout)
  const spots = imprisoned.map(({ spot, stake }) => `${spotName(book, byId.get(spot)!)} ${money(stake)}`)
  return spots.length === 0 ? '' : pit.imprisonedOn(spots.join(', '))
}

function asideText({ book, layout }: TableAtDesk, { setAside }: SeatView): string {
  const { byId } = spotsOf(book, layout)
  const spots = Object.entries(setAside).map(
    ([spot, { stake }]) => `${spotName(book, byId.get(spot)!)} ${money(stake)}`,
  )
  return spots.length === 0 ? '' : pit.setAsideOn(spots.join(', '))
}

const chipsText = ({ colourChips: chips }: PlayerFunds): string =>
  chips && chips.count > 0 ? `${chips.count} × ${colourName(chips.colour)} ${money(chips.value)}` : ''

type RecentProps = Pick<TableDetailProps, 'table' | 'who' | 'onAct'>
type RecentRound = PitDeskView['recent'][number]

/** The actions on a concluded round, and whether this person may take them. */
function waysToChange({ table, who }: Pick<RecentProps, 'table' | 'who'>) {
  const may = (name: CommandName) => mayAct(who.role, leastFor(name, table.book))
  return [
    { action: 'correct-past', label: pit.correctPast, isOpen: may('correct-outcome') },
    { action: 'void-past', label: pit.voidRound, isOpen: may('void-rounds') },
    { action: 'refer-past', label: pit.referPast, isOpen: may('refer') },
  ] as const
}

type RowWay = { action: ActionName; isOpen: boolean }

/** Reading 29: a round that is referred is the shift manager's. */
function actionsOn(
  { round, void: code }: RecentRound,
  [toCorrect, toVoid, toRefer]: ReturnType<typeof waysToChange>,
  waits: { isTheirs: boolean } | null,
  onAct: RecentProps['onAct'],
): RowAction[] {
  const isVoid = code !== null
  const row = (label: string, { action, isOpen }: RowWay): RowAction => ({
    label,
    disabled: !(waits ? waits.isTheirs : isOpen),
    onPress: () => onAct(action, round),
  })
  return [
    ...(waits ? [row(pit.decideIt, { action: 'decide-past', isOpen: true })] : []),
    ...(waits && !isVoid ? [row(pit.ruleOnIt, { action: 'rule-past', isOpen: true })] : []),
    row(isVoid ? pit.putRight : pit.correct, toCorrect),
    ...(isVoid ? [] : [row(pit.voidPast, toVoid)]),
    ...(waits ? [] : [row(pit.refer, toRefer)]),
  ]
}

function Recent({ table, who, onAct }: RecentProps) {
  const { recent, referrals } = table.connection.view.value!
  const ways = waysToChange({ table, who })
  const isTheirs = mayAct(who.role, leastFor('decide', table.book))
  const isReferred = ({ round: number }: RecentRound) => referrals.some(({ round }) => round === number)
  return (
    <section class="panel pit-block">
      <header class="row">
        <h3>{pit.recent}</h3>
        {ways.map(
          ({ action, label, isOpen }) =>
            isOpen && (
              <Button key={action} look="quiet" size="small" onPress={() => onAct(action)}>
                {label}
              </Button>
            ),
        )}
      </header>
      <DataTable
        caption={pit.recent}
        empty={pit.noRecent}
        rows={recent}
        rowKey={({ round }) => round}
        columns={[
          { title: common.roundNumber, cell: ({ round }) => round },
          {
            title: pit.result,
            cell: (one) => <RecentResult book={table.book} one={one} isReferred={isReferred(one)} />,
          },
          { title: pit.handle, isNumber: true, cell: ({ handle }) => money(handle) },
          { title: pit.win, isNumber: true, cell: ({ win }) => signedMoney(win) },
          { title: pit.theory, isNumber: true, cell: ({ theoreticalWin }) => money(theoreticalWin) },
          { title: pit.hold, isNumber: true, cell: ({ hold }) => holdText(hold) },
          {
            title: pit.doing,
            isNumber: true,
            cell: (one) => <RowActions actions={actionsOn(one, ways, isReferred(one) ? { isTheirs } : null, onAct)} />,
          },
        ]}
      />
    </section>
  )
}

const RecentResult = ({ book, one, isReferred }: { book: Book; one: RecentRound; isReferred: boolean }) => (
  <span class="row pit-result">
    <ResultBadge book={book} result={one} />
    {one.void && <small>{voidReason(book, one.void)}</small>}
    {one.adjustments.length > 0 && <small>{pit.corrected}</small>}
    {isReferred && <small>{pit.isReferred}</small>}
    {factWords(book, one.facts).map((text) => (
      <small key={text}>{text}</small>
    ))}
  </span>
)

/** The past and present dealers of a table with its figures meanwhile: the facts of a hand-over. */
function ShiftList({ table, who }: { table: string; who: Staff }) {
  const { body: all } = usePolled(who, 'GET /api/shifts')
  const here = all?.find((one) => one.table === table)
  if (!here) return null
  const isOpen = here.shifts.at(-1)?.until === null
  const end = () => void serviceFor(who.token).call('POST /api/tables/:id/leave', { params: { id: table } })
  return (
    <section class="panel pit-block">
      <header class="flow pit-toolbar">
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
