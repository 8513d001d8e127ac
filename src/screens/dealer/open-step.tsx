import { useSignal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'
import { dealer } from '../words/desk.ts'
import { type DealerDesk, isLed, mayAct } from './dealer-desk.ts'
import { Choice } from './parts.tsx'
import { type Give, StepButton } from './step-button.tsx'

/** How long betting is announced to be open, in seconds; none: until no more bets is called. */
const times = ['none', '20', '30', '45', '60'] as const
type Time = (typeof times)[number]

/** Opens a round. Where the wheel does not announce its time, the dealer may: everybody sees it run out. */
export function OpenStep({ desk, says, clause, give }: { desk: DealerDesk; says: string; clause: string; give: Give }) {
  const key = `dealer.betting-time.${desk.table}`
  const time = useSignal<Time>(times.find((one) => one === readKept(key)) ?? 'none')
  const choose = (next: Time) => {
    time.value = next
    keep(key, next)
  }
  // The moment is that of the press.
  const announcing: Give = {
    ...give,
    give: (draft) =>
      give.give(time.value === 'none' ? draft : { ...draft, closesAt: inSeconds(desk, Number(time.value)) }),
  }
  return (
    <StepButton
      desk={desk}
      give={announcing}
      says={says}
      means={dealer.openMeans((desk.view.round ?? 0) + 1)}
      clause={clause}
      draft={{ do: 'place-your-bets' }}
      isLed={isLed(desk)}
    >
      {mayAct(desk) && !isLed(desk) && (
        <Choice
          label={dealer.bettingTime}
          value={time.value}
          onInput={choose}
          options={times.map((value) => ({
            value,
            text: value === 'none' ? dealer.untilCalled : dealer.seconds(Number(value)),
          }))}
        />
      )}
    </StepButton>
  )
}

/** By the service's clock, which need not be this machine's. */
function inSeconds({ localTime }: DealerDesk, seconds: number): string {
  const now = new Date()
  const ahead = now.getTime() - localTime(now.toISOString())
  return new Date(now.getTime() + ahead + seconds * 1_000).toISOString()
}
