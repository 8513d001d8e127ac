import type { RuleBook } from '../../books/rule-book.ts'
import { limitsFor } from '../../engine/limits.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { CountUp } from '../kit/count-up.tsx'
import { BackIcon } from '../kit/icons.tsx'
import { money, shortMoney } from '../kit/money.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import type { Stage } from '../kit/stage.ts'
import { LanguageButton, SoundButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { voidReason } from '../words/voids.ts'

type HeaderProps = { book: RuleBook; view: PlayerView; stage: Stage; last: PlayerRound | null; table: string }

export function Header({ book, view, stage, last }: HeaderProps) {
  const won = last ? last.lines.reduce((sum, { paid }) => sum + paid, 0) : 0
  const fine = view.void ? voidReason(book, view.void.code) : view.round === null ? undefined : common.round(view.round)
  return (
    <header class="terminal-header">
      <div class="terminal-game">
        <a class="button is-quiet is-icon" href="/" aria-label={common.toLobby} title={common.toLobby}>
          <BackIcon />
        </a>
        <div>
          <strong>{view.title}</strong>
          <span class="fine">{limitsText(view)}</span>
        </div>
      </div>
      <PhaseRing stage={stage} size={56} fine={fine} />
      <div class="terminal-purse">
        <dl class="terminal-figures">
          <Figure name={terminal.balance} amount={view.funds.balance} look="is-balance" />
          <Figure name={terminal.staked} amount={view.funds.staked} />
          <Figure name={terminal.lastWin} amount={won} look={won > 0 ? 'is-win' : ''} isCounted />
        </dl>
        <div class="terminal-tools">
          <LanguageButton />
          <SoundButton />
        </div>
      </div>
    </header>
  )
}

function limitsText({ limits }: PlayerView): string {
  if (!limits.default) return common.limitsNone
  const { min, max } = limitsFor({ default: limits.default }, 'red')
  return `${common.limits} ${common.limitsRange(`$${shortMoney(min)}`, `$${shortMoney(max)}`)}`
}

function Figure({
  name,
  amount,
  look = '',
  isCounted,
}: {
  name: string
  amount: number
  look?: string
  isCounted?: boolean
}) {
  return (
    <div class={`terminal-figure ${look}`}>
      <dt>{name}</dt>
      <dd>{isCounted ? <CountUp amount={amount} /> : money(amount)}</dd>
    </div>
  )
}
