import './command-dialog.css'
import type { ComponentChildren } from 'preact'
import type { Answer } from '../../client/answers.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { type CommandName, leastFor } from '../../engine/language.ts'
import { ANY_REASON } from '../../engine/offers.ts'
import type { RefusalCode } from '../../engine/refusals.ts'
import type { Order } from '../../wire/command.ts'
import { barredFrom, Cited, Confirm, type Trouble, troubleIn } from '../kit/confirm.tsx'
import { Note, RefusalNote } from '../kit/controls.tsx'
import { failureText } from '../kit/session.ts'
import { type Foreseeing, useForesight } from '../kit/use-foresight.ts'
import { pit } from '../words/pit.ts'
import type { ActionProps } from './action-list.ts'
import { Changes, OutsideNote } from './foreseen-changes.tsx'
import type { TableAtDesk } from './pit-desk.ts'

/** What is foreseen, in words. */
export type Says = (facts: ForesightFacts) => string | readonly string[]

export type CommandDialogProps = Pick<ActionProps, 'table' | 'who' | 'onClose'> & {
  title: string
  command: CommandName
  /** Null while something is still to be chosen. */
  draft: ((reason: string) => Order) | null
  /** What it does, in a sentence or several, once that is known. */
  does: Says
  confirm: string
  look?: 'primary' | 'warning'
  reason?: 'needed' | 'none'
  /** A refusal that passes: it may be confirmed all the same, and `send` waits. */
  passing?: { refused: RefusalCode; does: string; note: string; waiting: string }
  send?: (draft: Order) => Promise<Answer>
  children?: ComponentChildren
}

/** A command to a table: what it would come to is asked of the table, stands here, and is asked again when that changes. */
export function CommandDialog({ table, who, command, draft, does, passing, children, ...rest }: CommandDialogProps) {
  const barred = barredFrom(who, leastFor(command, table.book))
  const asked = draft && !barred ? draft(ANY_REASON) : null
  const foreseeing = useForesight(table.id, who.token, asked, table.connection.version.value)
  const { reply, isAsking } = foreseeing
  const isPassing = isRefusedFor(reply, passing?.refused)
  const send = rest.send ?? table.connection.send
  const act = async (reason: string): Promise<Trouble> => (draft ? troubleIn(await send(draft(reason))) : null)
  return (
    <Confirm
      {...rest}
      width={children ? 'wide' : 'normal'}
      does={null}
      barred={barred}
      preview={{
        part: !barred && (
          <Foreseen table={table} foreseeing={foreseeing} isChosen={draft !== null} does={does} passing={passing} />
        ),
        isReady: asked !== null && !isAsking && (isPassing || reply?.ok === true),
      }}
      {...(isPassing ? { waiting: passing!.waiting } : {})}
      act={act}
    >
      {children}
    </Confirm>
  )
}

const isRefusedFor = (reply: Foreseeing['reply'], code: RefusalCode | undefined): boolean =>
  code !== undefined && reply?.ok === false && reply.refused?.refused === code

type ForeseenProps = {
  table: TableAtDesk
  foreseeing: Foreseeing
  isChosen: boolean
  does: Says
  passing: CommandDialogProps['passing']
}

/** It keeps its place while it is asked for, so that nothing below it moves. */
function Foreseen({ foreseeing: { reply, isAsking }, isChosen, ...rest }: ForeseenProps) {
  return (
    <section
      class={`pit-foreseen${isAsking ? ' is-asking' : ''}`}
      aria-label={pit.foreseen}
      aria-live="polite"
      aria-busy={isAsking}
    >
      {!isChosen && <p class="fine">{pit.foreseenHere}</p>}
      {isChosen && reply && (
        <div class="pit-foreseen-answer">
          <ForeseenAnswer reply={reply} {...rest} />
        </div>
      )}
      {isChosen && isAsking && <p class="pit-foreseen-asking fine">{pit.foreseeing}</p>}
    </section>
  )
}

type AnswerProps = Pick<ForeseenProps, 'table' | 'does' | 'passing'> & { reply: NonNullable<Foreseeing['reply']> }

function ForeseenAnswer({ table, reply, does, passing }: AnswerProps) {
  if (reply.ok) return <Facts table={table} facts={reply.body} does={does} />
  if (passing && isRefusedFor(reply, passing.refused))
    return (
      <>
        <p class="confirm-does">{passing.does}</p>
        <Note tone="info" text={passing.note} />
      </>
    )
  return reply.refused ? <RefusalNote refused={reply.refused} /> : <Note tone="warning" text={failureText(reply)} />
}

type FactsProps = Pick<ForeseenProps, 'table' | 'does'> & { facts: ForesightFacts }

const Facts = ({ table, facts, does }: FactsProps) => (
  <>
    {[does(facts)].flat().map((text) => (
      <p key={text} class="confirm-does">
        {text}
      </p>
    ))}
    <Changes facts={facts} />
    <OutsideNote facts={facts} />
    <Cited book={table.book} clauses={facts.clauses} />
  </>
)
