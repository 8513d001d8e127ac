import './timeline.css'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Passage } from '../../story/passages.ts'
import { Button, Note } from '../kit/controls.tsx'
import { BackIcon, CheckIcon, ClockIcon, CloseIcon } from '../kit/icons.tsx'
import { clock } from '../kit/time-text.ts'
import { PassageShown } from '../kit/told.tsx'
import { useWindowEvent } from '../kit/use-page.ts'
import { audit, eventName } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { language } from '../words/speech.ts'
import { storyWords } from '../words/story.ts'
import { type RoundStep, type StepVerdict, toldIn } from './steps.ts'

export type VerdictOf = (step: RoundStep) => StepVerdict

type TimelineProps = {
  steps: readonly RoundStep[]
  at: number
  leftOut: number
  concludedBy: number
  verdictOf: VerdictOf
  onStep: (at: number) => void
}

/** The round as a line of time: what was done, and the rule that decided it. `concludedBy`: its last entry in play. */
export function Timeline({ steps, at, leftOut, concludedBy, verdictOf, onStep }: TimelineProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>(':scope > li:has([aria-current])')
    if (step) step.scrollIntoView({ block: step.offsetHeight > list.current!.clientHeight ? 'start' : 'nearest' })
  }, [at, steps])
  /** Works anywhere on the page, except where keys type text or choose something else. */
  useWindowEvent('keydown', (event) => {
    if ((event.target as Element | null)?.closest?.('input, select, textarea, dialog, [role=tablist]')) return
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: steps.length - 1,
    }[event.key]
    if (to === undefined || to < 0 || to >= steps.length) return
    event.preventDefault()
    onStep(to)
    list.current?.querySelectorAll<HTMLButtonElement>(':scope > li > button')[to]?.focus()
  })
  return (
    <section class="audit-timeline" aria-label={audit.timeline}>
      <StepBar at={at} of={steps.length} onStep={onStep} />
      {leftOut > 0 && <Note tone="info" text={audit.leftOut(String(leftOut))} />}
      <ol ref={list}>
        {steps.map((step, index) => (
          <li key={step.seq} class={step.seq > concludedBy ? 'is-later' : undefined} data-kind={stepKind(step)}>
            <button
              type="button"
              class="choice"
              tabIndex={index === at ? 0 : -1}
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onStep(index)}
            >
              <time dateTime={step.entry.at}>{clock(step.entry.at)}</time>
              <span class="audit-step">
                <b>{stepTitle(step)}</b>
                {index !== at && <Brief step={step} />}
              </span>
            </button>
            {index === at && <StepDetail step={step} verdict={verdictOf(step)} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepBar({ at, of, onStep }: { at: number; of: number; onStep: (at: number) => void }) {
  return (
    <div class="row audit-step-bar">
      <Button size="small" isIcon label={audit.previous} disabled={at === 0} onPress={() => onStep(at - 1)}>
        <BackIcon size={18} />
      </Button>
      <span role="status">{audit.step(at + 1, of)}</span>
      <Button
        size="small"
        isIcon
        label={common.nextStep}
        disabled={at >= of - 1}
        onPress={() => onStep(at + 1)}
        class="audit-next"
      >
        <BackIcon size={18} />
      </Button>
      <small>{audit.keys}</small>
    </div>
  )
}

const stepKind = ({ entry }: RoundStep): string =>
  'opened' in entry ? 'opened' : 'refused' in entry ? 'refused' : entry.events[0]!.type

export function stepTitle({ entry }: RoundStep): string {
  if ('opened' in entry) return audit.setUp
  if ('refused' in entry) return audit.refused
  return [...new Set(entry.events.map(({ type }) => eventName(type)))].join(', ')
}

/** The step in the language spoken. */
function useTold(step: RoundStep): readonly Passage[] {
  return useMemo(() => toldIn(storyWords, step), [language.value, step])
}

/** The first sentence and its clauses, for a step that is not looked at. */
function Brief({ step }: { step: RoundStep }) {
  const first = useTold(step).find((passage) => 'says' in passage)
  if (!first || !('says' in first)) return null
  return (
    <small>
      {first.says} {first.cites.map(({ clause }) => `[${storyWords.clauses.name(clause)}]`).join(' ')}
    </small>
  )
}

type DetailProps = { step: RoundStep; verdict: StepVerdict; isOnPaper?: boolean }

/** `isOnPaper`: nothing can be pointed at, so the hash stands whole. */
export function StepDetail({ step, verdict, isOnPaper = false }: DetailProps) {
  return (
    <div class="list audit-detail">
      {useTold(step).map((passage, index) => (
        <PassageShown key={index} passage={passage} />
      ))}
      <p class="audit-facts fine">
        <AgainMark verdict={verdict} /> · {audit.entry(step.seq)} · {audit.by(step.entry.actor)}
        <code title={step.hash}>{isOnPaper ? step.hash : `${step.hash.slice(0, 16)}…`}</code>
      </p>
    </div>
  )
}

const againIcons = { same: CheckIcon, house: CheckIcon, wrong: CloseIcon, unchecked: ClockIcon }
const againWords = { same: () => audit.againSame, house: () => audit.againHouse, unchecked: () => audit.againUnchecked }

function AgainMark({ verdict }: { verdict: StepVerdict }) {
  const Icon = againIcons[verdict.again]
  return (
    <span class="audit-again" data-again={verdict.again}>
      <Icon size={14} /> {verdict.again === 'wrong' ? verdict.problem : againWords[verdict.again]()}
    </span>
  )
}
