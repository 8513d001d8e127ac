import './action-bar.css'
import type { TerminalView } from '../../wire/audiences.ts'
import { ChipChoice } from '../kit/chip-choice.tsx'
import { memo } from '../kit/components.tsx'
import { Button } from '../kit/controls.tsx'
import {
  BookIcon,
  CashOutIcon,
  ClearIcon,
  EraserIcon,
  MaximumIcon,
  MoreIcon,
  RepeatIcon,
  StarIcon,
  TicketIcon,
  TrackIcon,
  UndoIcon,
} from '../kit/icons.tsx'
import { type Stage, takesBets } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { service, terminal } from '../words/terminal.ts'
import type { Bets, Tool } from './bets.ts'

/** The parts that can be opened over the table. */
export type DialogName = 'rules' | 'history' | 'statistics' | 'cash-out' | 'ticket' | 'favourites' | 'track' | 'more'

type ActionBarProps = {
  view: TerminalView
  stage: Stage
  bets: Bets
  isLive: boolean
  onDialog: (name: DialogName) => void
}

export const ActionBar = memo(function ActionBar({ view, stage, bets, isLive, onDialog }: ActionBarProps) {
  const isShut = view.terminalStatus === 'closed'
  const isOpen = isLive && takesBets(stage) && !isShut
  const hasWagers = Object.keys(view.wagers).length > 0
  const hasChips = hasWagers || bets.pending.value.size > 0
  return (
    <footer class="apart terminal-bar">
      <Chips bets={bets} />
      <BetTools bets={bets} isShut={isShut} />
      <div class="row terminal-actions">
        <Button onPress={bets.undo} disabled={!isOpen || !bets.canUndo.value}>
          <UndoIcon /> {common.undo}
        </Button>
        <Button onPress={bets.clear} disabled={!isOpen || !hasChips}>
          <ClearIcon /> {common.clear}
        </Button>
        <Button
          onPress={() => bets.placeAll(bets.before.value)}
          disabled={!isOpen || hasChips || bets.before.value.length === 0}
        >
          <RepeatIcon /> {terminal.repeat}
        </Button>
        <Button onPress={bets.double} disabled={!isOpen || !hasWagers}>
          <b aria-hidden="true">×2</b> {terminal.double}
        </Button>
        <Button class="is-folded" onPress={() => onDialog('track')}>
          <TrackIcon /> {terminal.track}
        </Button>
        <Button class="is-folded" onPress={() => onDialog('more')}>
          <MoreIcon /> {terminal.more}
        </Button>
        <Button class="is-unfolded" onPress={() => onDialog('favourites')}>
          <StarIcon /> {terminal.favourites}
        </Button>
      </div>
      <HouseActions look="quiet" onDialog={onDialog} />
    </footer>
  )
})

/** Actions between player and house; on a phone one button opens them. */
export function HouseActions({ look, onDialog }: Pick<ActionBarProps, 'onDialog'> & { look: 'quiet' | 'plain' }) {
  return (
    <div class="row terminal-house">
      <Button look={look} onPress={() => onDialog('rules')}>
        <BookIcon /> {terminal.rules}
      </Button>
      <Button look={look} onPress={() => onDialog('ticket')}>
        <TicketIcon /> {terminal.buyCredits}
      </Button>
      <Button look={look} onPress={() => onDialog('cash-out')}>
        <CashOutIcon /> {common.cashOut}
      </Button>
    </div>
  )
}

function Chips({ bets: { chip, tool, offered } }: { bets: Bets }) {
  return (
    <ChipChoice
      class="terminal-chips"
      label={terminal.chips}
      values={offered.value}
      chosen={tool.value === 'chip' ? chip.value : null}
      onChoose={(value) => {
        chip.value = value
        tool.value = 'chip'
      }}
      describe={terminal.chip}
    />
  )
}

/** Beside the chips: take back by pressing, and stake as much as may lie there. Pressed again, it is the chip that counts. */
function BetTools({ bets: { tool }, isShut }: { bets: Bets; isShut: boolean }) {
  const toggle = (next: Tool) => () => {
    tool.value = tool.value === next ? 'chip' : next
  }
  return (
    <div class="row terminal-tools-of-bets">
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
