import './step-button.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CommandFields } from '../../wire/command.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { type DealerDesk, mayAct, type useCommand } from './dealer-desk.ts'
import { Rule } from './parts.tsx'

export type Give = ReturnType<typeof useCommand>

type StepButtonProps = {
  desk: DealerDesk
  give: Give
  /** The dealer's call; without it `title` stands on the button. */
  says?: string
  title?: ComponentChildren
  means: string
  clause: string
  draft: CommandFields | null
  /** A connected wheel does this step itself. */
  isLed?: boolean
  isWarning?: boolean
  /** Further facts, below it. */
  note?: ComponentChildren
  /** Choices that precede the press. */
  children?: ComponentChildren
}

/** The one large button. It keeps the focus when it cannot be pressed, so it is disabled by word and look alone. */
export function StepButton({ desk, give, says, title, means, clause, draft, isLed, ...rest }: StepButtonProps) {
  const look = rest.isWarning ? 'warning' : isLed ? 'plain' : 'primary'
  const isPausing = usePause()
  const isReady = mayAct(desk) && draft !== null && !give.isBusy && !isPausing
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (desk.atStep.current) button.current?.focus()
  }, [desk.atStep])
  return (
    <>
      <div class="dealer-act">
        <button
          ref={button}
          type="button"
          class={`button is-${isReady ? look : 'plain'} is-large dealer-step`}
          aria-disabled={!isReady}
          onClick={() => isReady && void give.give(draft)}
        >
          <span class="lines">
            <strong>{says ? `“${says}”` : title}</strong>
            <small>
              {means} <Rule clause={clause} />
            </small>
          </span>
        </button>
        {isLed && draft && mayAct(desk) && <p class="fine">{dealer.wheelLeads}</p>}
        {!mayAct(desk) && <p class="fine">{dealer.watching}</p>}
        {rest.note}
      </div>
      {rest.children && <div class="dealer-options">{rest.children}</div>}
    </>
  )
}

/** Long enough that a second press, meant for the step before, does not do this one. */
const PAUSE_MS = 500

function usePause(): boolean {
  const [isPausing, setPausing] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPausing(false), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPausing
}

type WordsProps = { title: string; text?: string; clause?: string; href?: string }

/** Instead of a button, where there is nothing for the dealer to press. */
export function StepWords({ title, text, clause, href }: WordsProps) {
  return (
    <div class="flow dealer-words" role="status">
      <strong>{title}</strong>
      <p>
        {text} {clause && <Rule clause={clause} />}
      </p>
      {href && (
        <a class="button is-small" href={href}>
          {common.pitDesk}
        </a>
      )}
    </div>
  )
}
