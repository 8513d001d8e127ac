import './wheel-dialog.css'
import type { WheelStatus } from '../../wheel/status.ts'
import { Dialog, type Fact, Facts, Note } from '../kit/controls.tsx'
import { clock } from '../kit/time-text.ts'
import { dealer, faultName, wheelStates, wheelWarnings } from '../words/desk.ts'
import { nouns } from '../words/names.ts'
import type { DealerDesk } from './dealer-desk.ts'

/** What the wheel says of itself, and what it did wrong. */
export function WheelDialog({ desk: { view }, onClose }: { desk: DealerDesk; onClose: () => void }) {
  const { wheel } = view
  const means = wheel === null ? dealer.wheelNoneMeans : wheel.connected ? dealer.wheelOkMeans : dealer.wheelLostMeans
  return (
    <Dialog title={dealer.wheelDialog} onClose={onClose}>
      <div class="column">
        <Note tone={wheel && !wheel.connected ? 'warning' : 'info'} text={means} />
        {wheel?.warnings.map((warning) => (
          <Note key={warning} tone="warning" text={wheelWarnings[warning]} />
        ))}
        {wheel && <Facts class="dealer-facts" facts={factsOf(wheel)} />}
        {wheel && <Faults wheel={wheel} />}
      </div>
    </Dialog>
  )
}

function factsOf({ state, ball, rotor, heardAt }: WheelStatus): Fact[] {
  const facts: Fact[] = [
    [dealer.wheelSays, state === null ? dealer.wheelSaysNothing : wheelStates[state]],
    [dealer.ballRuns, ball && nouns.motions[ball]],
    [dealer.wheelTurns, rotor && nouns.motions[rotor]],
    [dealer.heardAt, heardAt && clock(heardAt)],
  ]
  return facts.filter(([, value]) => value)
}

function Faults({ wheel: { faults, faultAt } }: { wheel: WheelStatus }) {
  return (
    <>
      <h3 class="caption">
        {faults.length === 0 ? dealer.noFaults : dealer.faults}
        {faultAt && ` · ${clock(faultAt)}`}
      </h3>
      <ol class="dealer-faults">
        {faults.map((fault, index) => (
          <li key={`${faults.length - index} ${fault.fault}`}>{faultName(fault)}</li>
        ))}
      </ol>
    </>
  )
}
