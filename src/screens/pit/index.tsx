import './pit.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { StaffRole } from '../../house/roles.ts'
import { Note } from '../kit/controls.tsx'
import { Tabs } from '../kit/fields.tsx'
import { type Staff, signOut } from '../kit/session.ts'
import { ForStaff } from '../kit/sign-in.tsx'
import { ConnectionBanner, Empty } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { useWindowEvent } from '../kit/use-page.ts'
import { lastDone } from '../staff/command-dialog.tsx'
import { EventsPanel } from '../staff/events-panel.tsx'
import { WhoIsHere } from '../staff/who-is-here.tsx'
import { common } from '../words/common.ts'
import { events, pit, stops } from '../words/desk.ts'
import { FiguresTab } from './figures.tsx'
import { openDesk, type PitDesk, tableIn, tableName, totalAt } from './pit-desk.ts'
import { Floor, nodePlace } from './pit-floor.tsx'
import { Alarms, Calls, Queue } from './rail.tsx'
import { StaffTab } from './staff.tsx'
import { StopsTab } from './stops.tsx'
import { type Acting, ActionDialog, TableActions } from './table-actions.tsx'
import { TableDetail } from './table-detail.tsx'
import { TerminalsTab } from './terminals.tsx'
import { TicketsTab } from './tickets.tsx'
import { WheelsTab } from './wheels.tsx'

export default function Pit() {
  return (
    <ForStaff title={common.pitDesk} means={pit.means}>
      {(who) => (who.role === 'dealer' ? <NotHere /> : <AtDesk key={who.token} who={who} />)}
    </ForStaff>
  )
}

const NotHere = () => (
  <Empty title={common.pitDesk} text={pit.forWhom} action={{ label: common.signOut, onPress: () => void signOut() }} />
)

type PitTab = 'floor' | 'events' | 'stops' | 'figures' | 'wheels' | 'terminals' | 'tickets' | 'staff'
/** The view named in the address: `#figures`, `#table/roulette-3`. */
type DeskPlace = { tab: PitTab; table: string | null }

const commonTabs: readonly PitTab[] = ['floor', 'events', 'stops', 'figures', 'wheels', 'terminals', 'tickets']

/** The tabs of a role: what the house would refuse is not asked for. */
const tabsFor = (role: StaffRole): readonly PitTab[] =>
  role === 'auditor' || role === 'administrator' ? [...commonTabs, 'staff'] : commonTabs

function readPlace(hash: string, tabs: readonly PitTab[]): DeskPlace {
  const [first = '', table = ''] = hash.replace('#', '').split('/')
  if (first === 'table' && table !== '') return { tab: 'floor', table: decodeURIComponent(table) }
  return { tab: tabs.includes(first as PitTab) ? (first as PitTab) : 'floor', table: null }
}

const hashOf = ({ tab, table }: DeskPlace): string =>
  table === null ? `#${tab}` : `#table/${encodeURIComponent(table)}`

function usePlace({ role }: Staff): [DeskPlace, (place: DeskPlace) => void] {
  const [place, setPlace] = useState(() => readPlace(location.hash, tabsFor(role)))
  useWindowEvent('hashchange', () => setPlace(readPlace(location.hash, tabsFor(role))))
  return [
    place,
    (next) => {
      location.hash = hashOf(next)
    },
  ]
}

function AtDesk({ who }: { who: Staff }) {
  const desk = useMemo(() => openDesk(who.token), [who.token])
  useEffect(() => () => desk.close(), [desk])
  const [place, goTo] = usePlace(who)
  const [acting, setActing] = useState<Acting | null>(null)
  const actingOn = acting && tableIn(desk, acting.table)
  return (
    <div class="desk">
      <ConnectionBanner connection={desk.connection} />
      <TopBar desk={desk} who={who} place={place} goTo={goTo} />
      <Main desk={desk} who={who} place={place} goTo={goTo} onAct={setActing} />
      {acting && actingOn && (
        <ActionDialog
          key={`${acting.action} ${acting.round}`}
          table={actingOn}
          who={who}
          action={acting.action}
          round={acting.round ?? null}
          onClose={() => setActing(null)}
        />
      )}
      <DoneNote />
    </div>
  )
}

type DeskPartProps = { desk: PitDesk; who: Staff; place: DeskPlace; goTo: (place: DeskPlace) => void }

function TopBar({ desk, who, place, goTo }: DeskPartProps) {
  const labels: Record<PitTab, string> = {
    floor: pit.tabFloor,
    events: events.tab,
    stops: stops.tab,
    figures: pit.tabCharts,
    wheels: pit.tabWheels,
    terminals: pit.tabTerminals,
    tickets: pit.tabTickets,
    staff: pit.tabStaff,
  }
  const counts: Partial<Record<PitTab, number>> = {
    floor: desk.queue.value.length,
    events: desk.events.value.filter(({ isOpen }) => isOpen).length,
  }
  const tabs = tabsFor(who.role).map((tab) => {
    const count = counts[tab]
    return { tab, label: labels[tab], ...(count === undefined ? {} : { count }) }
  })
  return (
    <header class="row desk-bar">
      <hgroup>
        <h1>{common.pitDesk}</h1>
        <p class="fine">{pit.means}</p>
      </hgroup>
      <Tabs label={pit.tabs} tabs={tabs} shown={place.tab} onShow={(tab) => goTo({ tab, table: null })} />
      <LanguageButton />
      <WhoIsHere who={who} />
    </header>
  )
}

const acting = (table: string, action: Acting['action'], round?: number): Acting => ({
  table,
  action,
  ...(round === undefined ? {} : { round }),
})

function Main({ desk, who, place, goTo, onAct }: DeskPartProps & { onAct: (acting: Acting) => void }) {
  const table = place.table === null ? undefined : tableIn(desk, place.table)
  const open = (id: string) => goTo({ tab: 'floor', table: id })
  if (place.tab !== 'floor')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
      <main class="pit-main is-single" tabIndex={0}>
        <OtherTab desk={desk} who={who} tab={place.tab} />
      </main>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
    <main class="pit-main" tabIndex={0}>
      <div class="pit-centre">
        <Queue desk={desk} who={who} onAct={(id, action, round) => onAct(acting(id, action, round))} />
        {table ? (
          <TableDetail
            table={table}
            place={nodePlace(desk, table.id)}
            total={totalAt(desk, table.id)}
            who={who}
            onBack={() => goTo({ tab: 'floor', table: null })}
            onAct={(action, round) => onAct(acting(table.id, action, round))}
          />
        ) : (
          <Floor desk={desk} who={who} onOpen={open} />
        )}
      </div>
      <aside class="column pit-rail">
        {table && <TableActions table={table} who={who} onAct={(action) => onAct({ table: table.id, action })} />}
        <Calls desk={desk} who={who} />
        <Alarms desk={desk} />
      </aside>
    </main>
  )
}

function OtherTab({ desk, who, tab }: { desk: PitDesk; who: Staff; tab: PitTab }) {
  switch (tab) {
    case 'events':
      return <EventsPanel who={who} tableName={(id) => tableName(desk, id)} />
    case 'stops':
      return <StopsTab desk={desk} who={who} />
    case 'figures':
      return <FiguresTab desk={desk} who={who} />
    case 'wheels':
      return <WheelsTab desk={desk} who={who} />
    case 'terminals':
      return <TerminalsTab desk={desk} who={who} />
    case 'tickets':
      return <TicketsTab desk={desk} who={who} />
    default:
      return <StaffTab who={who} />
  }
}

const SAID_FOR_MS = 6_000

/** The last action, announced and shown for a moment. */
function DoneNote() {
  const done = lastDone.value
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => {
      lastDone.value = null
    }, SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [done])
  return <div class="pit-done">{done !== null && <Note tone="info" text={pit.done(done)} />}</div>
}
