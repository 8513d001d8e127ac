import './bet-tools.css'
import { Button } from '../kit/controls.tsx'
import { EraserIcon, MaximumIcon } from '../kit/icons.tsx'
import { common } from '../words/common.ts'
import { service } from '../words/terminal.ts'
import type { Bets, Tool } from './bets.ts'

/** Beside the chips: take back by pressing, and stake as much as may lie there. Pressed again, it is the chip that counts. */
export function BetTools({ bets: { tool }, isShut }: { bets: Bets; isShut: boolean }) {
  const toggle = (next: Tool) => () => {
    tool.value = tool.value === next ? 'chip' : next
  }
  return (
    <div class="terminal-tools-of-bets">
      <Button
        disabled={isShut}
        pressed={tool.value === 'eraser'}
        label={common.labelled(service.eraser, service.eraserMeans)}
        onPress={toggle('eraser')}
      >
        <EraserIcon /> {service.eraser}
      </Button>
      <Button
        disabled={isShut}
        pressed={tool.value === 'maximum'}
        label={common.labelled(service.maximum, service.maximumMeans)}
        onPress={toggle('maximum')}
      >
        <MaximumIcon /> {service.maximum}
      </Button>
    </div>
  )
}
