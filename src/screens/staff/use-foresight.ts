import { useEffect, useRef, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { ApiReply, Failure } from '../../client/api-calls.ts'
import { type Foresight, type ForesightFacts, foresee, isForesight } from '../../engine/foresee.ts'
import type { Command } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView } from '../../engine/views.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { BodyOf } from '../../wire/routes.ts'
import { serviceFor } from '../kit/api.ts'
import { forgetSession, type Staff } from '../kit/session.ts'

/** A table as one viewer's view shows it. */
export type SeenTable = { book: Book; view: DealerView; who: Pick<Staff, 'role'> }

/** A table to be asked over HTTP, because a view lacks earlier rounds. A new `version` asks again. */
export type AskedTable = { table: string; token: string; version: number }

/** `isAsking`: the answer is of another command, or there is none yet. */
export type Foreseeing = { facts: ForesightFacts | null; failure: Failure | null; isAsking: boolean }

/** Foresees a command on the view. The service's answer counts. */
export const foreseeAt = ({ book, view, who }: SeenTable, draft: CommandFields): Foresight | Refusal =>
  foresee(book, stateFromView(view), { ...draft, by: { role: who.role } } as Command)

/**
 * Previews a draft, if there is one. With a view the answer is immediate; a service is asked again when the table
 * changes.
 */
export function useForesight(source: SeenTable | AskedTable, draft: CommandFields | null): Foreseeing {
  const asked = useAskedTable('view' in source ? null : source, draft)
  if (!('view' in source)) return asked
  const foreseen = draft && foreseeAt(source, draft)
  if (!foreseen) return { facts: null, failure: null, isAsking: false }
  const isTaken = isForesight(foreseen)
  return {
    facts: isTaken ? foreseen : null,
    failure: isTaken ? null : { status: 409, refused: foreseen },
    isAsking: false,
  }
}

/** The shortest interval between equal requests: a table with many players changes many times a second. */
const AGAIN_MS = 400

function useAskedTable(source: AskedTable | null, draft: CommandFields | null): Foreseeing {
  const [answer, setAnswer] = useState<{ of: string; reply: ApiReply<ForesightFacts> } | null>(null)
  const latest = useRef(0)
  latest.current = source?.version ?? 0
  const of = source && draft && JSON.stringify([source.table, draft])
  useEffect(() => {
    if (of === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(): Promise<void> {
      const version = latest.current
      const reply = await foresightOf(source!, draft!)
      if (isOver) return
      setAnswer({ of: of!, reply })
      timer = setTimeout(again, AGAIN_MS, version)
    }
    function again(version: number): void {
      if (latest.current !== version) void ask()
      else timer = setTimeout(again, AGAIN_MS, version)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [of, source?.token])
  const reply = answer?.reply
  return {
    facts: reply?.ok ? reply.body : null,
    failure: reply && !reply.ok ? reply : null,
    isAsking: of !== null && answer?.of !== of,
  }
}

async function foresightOf({ table, token }: AskedTable, draft: CommandFields): Promise<ApiReply<ForesightFacts>> {
  const reply = await serviceFor(token).call('POST /api/tables/:id/foresee', {
    params: { id: table },
    body: draft as BodyOf<'POST /api/tables/:id/foresee'>,
  })
  if (!reply.ok && reply.status === 401) forgetSession()
  return reply
}
