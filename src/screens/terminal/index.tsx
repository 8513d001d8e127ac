import './terminal.css'
import '../kit/sign-in.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { TerminalView } from '../../wire/audiences.ts'
import { connect } from '../kit/connection.ts'
import { Button, Field } from '../kit/controls.tsx'
import { houseBook } from '../kit/house-books.ts'
import { ConnectionBanner, Empty, NoTable, type ScreenProps } from '../kit/status.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { betsOf } from './bets.ts'
import { Keypad } from './keypad.tsx'
import { enrolSeat, forgetSeat, type NoSeat, type Seat, seatAt } from './seat.ts'
import { TerminalTable } from './terminal-table.tsx'

export default function Terminal({ table }: ScreenProps) {
  const [seat, setSeat] = useState<Seat | NoSeat | undefined>(undefined)
  const sit = () => void seatAt(table).then(setSeat)
  useEffect(sit, [table])
  if (seat === undefined) return <Empty title={common.loading} />
  if (seat === 'not-enrolled') return <Enrol onSeat={setSeat} />
  if (seat === 'no-table') return <NoTable />
  if (seat === 'away') return <Empty title={common.serviceAway} action={{ label: common.retry, onPress: sit }} />
  const leave = () => {
    forgetSeat(seat)
    setSeat(undefined)
    sit()
  }
  return <Seated key={seat.token} seat={seat} onLeave={leave} />
}

function Seated({ seat, onLeave }: { seat: Seat; onLeave: () => void }) {
  const connection = useMemo(() => connect<TerminalView>(seat.table, seat.token), [seat])
  const bets = useMemo(() => betsOf(connection), [connection])
  useEffect(() => () => connection.close(), [connection])
  useEffect(() => connection.view.subscribe((view) => view && bets.follow(view)), [connection, bets])
  const view = connection.view.value
  const status = connection.status.value
  const book = view && houseBook(view.book)
  if (status === 'unknown-table') return <NoTable />
  if (status === 'unknown-token')
    return <Empty title={terminal.seatLost} action={{ label: terminal.takeSeat, onPress: onLeave }} />
  return (
    <>
      <ConnectionBanner connection={connection} />
      {view && book ? (
        <TerminalTable book={book} view={view} connection={connection} bets={bets} seat={seat} />
      ) : (
        <Empty title={common.connecting} />
      )}
    </>
  )
}

/** Outside the demonstration a terminal is set up once, with a code. */
function Enrol({ onSeat }: { onSeat: (seat: Seat) => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const seat = await enrolSeat(code)
    if (typeof seat === 'string') return setProblem(seat)
    onSeat(seat)
  }
  return (
    <main class="sign-in">
      <form class="panel column" onSubmit={submit}>
        <h1>{terminal.seatTitle}</h1>
        <p class="fine">{terminal.seatMeans}</p>
        <Field
          label={common.enrolmentCode}
          value={code}
          onInput={setCode}
          error={problem}
          autofocus
          autocomplete="off"
        />
        <Keypad value={code} onInput={setCode} keys="letters" most={11} />
        <Button look="primary" submits disabled={code.trim() === ''}>
          {terminal.enrol}
        </Button>
        <a class="row fine" href="/">
          {common.toLobby}
        </a>
      </form>
    </main>
  )
}
