import { useState } from 'preact/hooks'
import { serviceFor } from '../kit/api.ts'
import { Button, Note } from '../kit/controls.tsx'
import { failureText } from '../kit/session.ts'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

/** New credits for a player of the demonstration who has lost all. */
export function MoreCredits({ seat }: { seat: Seat }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async () => {
    setBusy(true)
    const reply = await serviceFor(seat.token).call('POST /api/terminals/demo/credits')
    setBusy(false)
    setProblem(reply.ok ? null : failureText(reply))
  }
  return (
    <>
      <Button look="primary" disabled={isBusy} onPress={() => void take()}>
        {service.moreCredits}
      </Button>
      {problem && <Note tone="warning" text={problem} />}
    </>
  )
}
