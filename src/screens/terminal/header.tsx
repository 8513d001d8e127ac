import type { RuleBook } from '../../books/rule-book.ts'
import { limitsFor } from '../../engine/limits.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import type { Connection } from '../kit/connection.ts'
import { CountUp } from '../kit/count-up.tsx'
import { BackIcon } from '../kit/icons.tsx'
import { money, shortMoney } from '../kit/money.ts'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import type { Stage } from '../kit/stage.ts'
import { LanguageButton, SoundButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
import { editionOf } from '../words/editions.ts'
import { terminal } from '../words/terminal.ts'
import { outcomeText, wonIn } from './round-panel.tsx'

type HeaderProps = {
  book: RuleBook
  view: PlayerView
  stage: Stage
  last: PlayerRound | null
  connection: Pick<Connection<PlayerView>, 'localTime'>
}

export function Header({ book, view, stage, last, connection }: HeaderProps) {
  const fine = [
    view.round === null ? [] : common.round(view.round),
    last && concludes(stage) ? outcomeText(book, last) : [],
  ]
  return (
    <header class="terminal-header">
      <div class="terminal-game">
        <a class="button is-quiet is-icon" href="/" aria-label={common.toLobby} title={common.toLobby}>
          <BackIcon />
        </a>
        <div>
          <strong>{editionOf(book).title}</strong>
          <span class="fine">{limitsText(view)}</span>
        </div>
      </div>
      <PhaseRing stage={stage} size={56} fine={fine.flat().join(' · ')} {...timesOf(view, connection.localTime)} />
      <div class="terminal-purse">
        <dl class="terminal-figures">
          <Figure id="balance" name={terminal.balance} amount={view.funds.balance} />
          <Figure id="staked" name={terminal.staked} amount={view.funds.staked} />
          <Figure id="last-win" name={terminal.lastWin} amount={last ? wonIn(last.lines) : 0} />
        </dl>
        <div class="terminal-tools">
          <LanguageButton />
          <SoundButton />
        </div>
      </div>
    </header>
  )
}

const concludes = (stage: Stage): boolean => stage === 'settled' || stage === 'void'

function limitsText({ limits }: PlayerView): string {
  if (!limits.default) return common.limitsNone
  const { min, max } = limitsFor({ default: limits.default }, 'red')
  return `${common.limits} ${common.limitsRange(`$${shortMoney(min)}`, `$${shortMoney(max)}`)}`
}

/** What grows is counted up; what was staked is simply gone. */
const Figure = ({ id, name, amount }: { id: 'balance' | 'staked' | 'last-win'; name: string; amount: number }) => (
  <div class="terminal-figure" data-money={id} data-cents={amount}>
    <dt>{name}</dt>
    <dd>{id === 'staked' ? money(amount) : <CountUp amount={amount} />}</dd>
  </div>
)
