import './pit-block.css'
import './figures.css'
import { useRef, useState } from 'preact/hooks'
import { openPage, serviceFor } from '../kit/api.ts'
import { Button, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { PrintIcon } from '../kit/icons.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { language } from '../words/speech.ts'
import { type SpanChoice, spanOf } from './report-span.ts'

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
    <section class="panel pit-block is-wide pit-report">
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
