import { useEffect, useRef, useState } from 'preact/hooks'
import type { Reply } from '../../client/api-calls.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import type { Order } from '../../wire/command.ts'
import type { BodyOf } from '../../wire/routes.ts'
import { serviceFor } from './api.ts'
import { forgetSession } from './session.ts'

type Answer = { of: string; reply: Reply<ForesightFacts> }

/** `reply`: the last that was heard. `isAsking`: it is of another command, or there is none yet. */
export type Foreseeing = { reply: Reply<ForesightFacts> | null; isAsking: boolean }

/** How often, at most, the same is asked again: a table where people bet changes many times a second. */
const AGAIN_MS = 400

/** What a command would come to, asked of the table again whenever that has changed; null: nothing to ask yet. */
export function useForesight(table: string, token: string, draft: Order | null, version: number): Foreseeing {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const latest = useRef(version)
  latest.current = version
  const of = draft && JSON.stringify([table, draft])
  useEffect(() => {
    if (of === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(): Promise<void> {
      const asked = latest.current
      const reply = await foresightAt(table, token, draft!)
      if (isOver) return
      setAnswer({ of: of!, reply })
      timer = setTimeout(again, AGAIN_MS, asked)
    }
    function again(asked: number): void {
      if (latest.current !== asked) void ask()
      else timer = setTimeout(again, AGAIN_MS, asked)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [of, token])
  return { reply: answer?.reply ?? null, isAsking: of !== null && answer?.of !== of }
}

async function foresightAt(table: string, token: string, draft: Order): Promise<Reply<ForesightFacts>> {
  const reply = await serviceFor(token).call('POST /api/tables/:id/foresee', {
    params: { id: table },
    body: draft as BodyOf<'POST /api/tables/:id/foresee'>,
  })
  if (!reply.ok && reply.status === 401) forgetSession()
  return reply
}
