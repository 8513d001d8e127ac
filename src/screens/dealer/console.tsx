import './console.css'
import './dealer.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { DealerView } from '../../engine/views.ts'
import type { ConsoleView } from '../../wire/audiences.ts'
import { chipsOffered } from '../kit/chips.ts'
import type { Connection } from '../kit/connection.ts'
import { BackIcon } from '../kit/icons.tsx'
import { payoutRows, wagerRows } from '../kit/limits-text.ts'
import { Results } from '../kit/pocket.tsx'
import type { Staff } from '../kit/session.ts'
import { LanguageButton } from '../kit/top-bar.tsx'
import { usePolled, useTableName } from '../kit/use-api.ts'
import { useWindowEvent } from '../kit/use-page.ts'
import { tintsOf } from '../staff/tints.ts'
import { WhoIsHere } from '../staff/who-is-here.tsx'
import { common } from '../words/common.ts'
import { dealer, pit } from '../words/desk.ts'
import type { DealerDesk, OpenDialog, Unit } from './dealer-desk.ts'
import { DealerRoundPanel } from './dealer-round-panel.tsx'
import { Dialogs } from './dialogs.tsx'
import { LayoutPanel } from './layout-panel.tsx'
import { NextStep } from './next-step.tsx'
import { Players } from './players.tsx'
import { ShiftLine } from './shift-line.tsx'
import { StatusPanel } from './status-panel.tsx'

const noTerminals: readonly never[] = []

type ConsoleProps = { table: string; who: Staff; book: Book; view: ConsoleView; connection: Connection<ConsoleView> }

export function Console({ table, who, book, view, connection }: ConsoleProps) {
  const name = useTableName(table)
  const { body: terminals } = usePolled(who, 'GET /api/tables/:id/seats', { params: { id: table } })
  const desk: DealerDesk = {
    table,
    who,
    book,
    view,
    spots: spotsOf(book, view.layout),
    name: name ?? table,
    isStopped: connection.status.value === 'stopped',
    isLive: connection.status.value === 'live',
    pending: connection.pending.value,
    send: connection.send,
    localTime: connection.localTime,
    tints: tintsOf(view.seats),
    terminals: terminals ?? noTerminals,
    chosen: useSignal<string | null>(null),
    unit: useSignal<Unit>({ kind: 'cash', value: chipsOffered(view.limits)[0] ?? 500 }),
    isRequest: useSignal(false),
    picked: useSignal(''),
    dialog: useSignal<OpenDialog | null>(null),
    atStep: useAtStep(),
  }
  const { picked, chosen, isRequest } = desk
  useEffect(() => {
    picked.value = ''
  }, [view.round, view.phase])
  useEffect(() => {
    isRequest.value = false
  }, [chosen.value])
  return (
    <main class="dealer" aria-label={dealer.consoleAt(desk.name)}>
      <TopLine desk={desk} />
      <NextStep key={`${view.round} ${view.phase} ${view.powerOut}`} desk={desk} />
      <StatusPanel desk={desk} />
      <LayoutPanel desk={desk} />
      <Players desk={desk} />
      <DealerRoundPanel desk={desk} />
      <Dialogs desk={desk} />
    </main>
  )
}

/** Each step has its own button; who works with keys stays with it from step to step. */
function useAtStep(): { current: boolean } {
  const atStep = useRef(false)
  useWindowEvent('focusin', ({ target }) => {
    atStep.current = (target as Element).closest('.dealer-next') !== null
  })
  return atStep
}

function TopLine({ desk }: { desk: DealerDesk }) {
  const { who, book, view, name } = desk
  return (
    <header class="row dealer-top">
      <a class="button is-quiet is-small is-icon" href="/" aria-label={common.toLobby}>
        <BackIcon />
      </a>
      <h1>{name}</h1>
      <LimitsLine view={view} book={book} />
      <div class="dealer-results">
        <Results book={book} results={view.results} count={8} isCut />
      </div>
      <ShiftLine desk={desk} />
      <LanguageButton />
      <WhoIsHere who={who} />
    </header>
  )
}

/** More ranges than the line has room for: the others are at each spot. */
const RANGES_SHOWN = 4

/** The limits displayed at the table: for all kinds, and for those that have their own. */
function LimitsLine({ view, book }: { view: DealerView; book: Book }) {
  const wagers = wagerRows(book, view.layout, view.limits, '').reverse()
  const rows = [...(wagers.length > RANGES_SHOWN ? wagers.slice(0, 1) : wagers), ...payoutRows(view.limits)]
  const ranges = rows.map(({ name, range }) => `${name} ${range}`.trim()).join(' · ')
  const text = [
    rows.length === 0 ? common.limitsNone : `${common.limits} ${ranges}`,
    ...(view.limitsEnforced ? [] : [dealer.limitsNotEnforced]),
    ...(view.isOutOfForce ? [pit.outOfForce] : []),
  ].join(' · ')
  return (
    <p class="fine dealer-limits" title={view.isOutOfForce ? common.outOfForce : undefined}>
      {text}
    </p>
  )
}
