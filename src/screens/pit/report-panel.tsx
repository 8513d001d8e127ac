import './pit-block.css'
import './figures.css'
import { useRef, useState } from 'preact/hooks'
import { openPage, serviceFor } from '../kit/api.ts'
import { Button, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { PrintIcon } from '../kit/icons.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { dayOf, houseMoment, shortClock } from '../kit/time-text.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { language } from '../words/speech.ts'

/** The report of a day, a shift or another span: the page that the command line writes, opened or printed. */
export function ReportPanel({ who }: { who: Staff }) {
  const [choice, setChoice] = useState<SpanChoice>('today')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | { problem: string }>('idle')
  const frame = useRef<HTMLIFrameElement>(null)
  const span = spanOf(choice, new Date(), from, to)
  const fetchPage = async (): Promise<string | null> => {
    setState('busy')
    const query = { ...span, language: language.value }
    const reply = await serviceFor(who.token).call('GET /api/report', { query })
    setState(reply.ok ? 'idle' : { problem: failureText(reply) })
    return reply.ok ? reply.body : null
  }
  const open = async () => {
    const page = await fetchPage()
    if (page !== null) openPage(page)
  }
  const print = async () => {
    const page = await fetchPage()
    if (page === null || !frame.current) return
    frame.current.onload = () => frame.current?.contentWindow?.print()
    frame.current.srcdoc = page
  }
  return (
    <section class="panel pit-block is-wide flow pit-report">
      <h2>{pit.report}</h2>
      <Select
        label={pit.reportSpan}
        value={choice}
        onInput={(value) => setChoice(value as SpanChoice)}
        options={(Object.keys(pit.reportSpans) as SpanChoice[]).map((value) => ({
          value,
          label: pit.reportSpans[value],
        }))}
      />
      {choice === 'other' && (
        <>
          <Field label={pit.reportFrom} type="datetime-local" value={from} onInput={setFrom} />
          <Field label={pit.reportTo} type="datetime-local" value={to} onInput={setTo} />
        </>
      )}
      <Button disabled={state === 'busy'} onPress={open}>
        {state === 'busy' ? common.loading : pit.reportOpen}
      </Button>
      <Button look="quiet" disabled={state === 'busy'} onPress={print}>
        <PrintIcon /> {common.print}
      </Button>
      {typeof state === 'object' && <Note tone="warning" text={state.problem} />}
      <iframe ref={frame} class="pit-report-frame" title={pit.report} tabIndex={-1} aria-hidden="true" />
    </section>
  )
}

/** The span of a report; `other`: dates given by the user. */
type SpanChoice = 'shift' | 'today' | 'yesterday' | 'week' | 'month' | 'year' | 'all' | 'other'

const HOUR = 3_600_000

/** As the route takes them: gaming days, months and years by their dates, anything else as moments. */
export function spanOf(choice: SpanChoice, now: Date, from: string, to: string): { from?: string; to?: string } {
  const today = gamingDay(now)
  const daysAgo = (days: number): string => dateBefore(today, days)
  switch (choice) {
    case 'shift':
      return { from: new Date(now.getTime() - 8 * HOUR).toISOString() }
    case 'today':
      return { from: today }
    case 'yesterday':
      return { from: daysAgo(1), to: daysAgo(1) }
    case 'week':
      return { from: daysAgo(7) }
    case 'month':
      return { from: today.slice(0, 7) }
    case 'year':
      return { from: today.slice(0, 4) }
    case 'all':
      return {}
    case 'other':
      return { ...(from === '' ? {} : { from: momentOf(from) }), ...(to === '' ? {} : { to: momentOf(to) }) }
  }
}

/** The date of the gaming day: before its hour it is still that of yesterday. */
function gamingDay(now: Date): string {
  const date = dayOf(now.getTime())
  return shortClock(now.getTime()) < houseSign.value.gamingDayStart ? dateBefore(date, 1) : date
}

const dateBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) - days * 24 * HOUR).toISOString().slice(0, 10)

/** The service reports unreadable dates. */
function momentOf(text: string): string {
  const time = houseMoment(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}
