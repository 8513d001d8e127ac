import './history.css'
import { useEffect, useState } from 'preact/hooks'
import type { RuleBook } from '../../books/rule-book.ts'
import type { PlayerView } from '../../engine/views.ts'
import type { PlayerRecall } from '../../wire/floor-shapes.ts'
import { roundsOf } from '../kit/api.ts'
import { Dialog, Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { money, signedMoney } from '../kit/money-text.ts'
import { ResultBadge } from '../kit/pocket.tsx'
import { common } from '../words/common.ts'
import { voidReason } from '../words/editions.ts'
import { terminal } from '../words/terminal.ts'
import { ResultLines } from './player-round-panel.tsx'
import type { Seat } from './seat.ts'
import { HotAndCold } from './side.tsx'

type HistoryProps = { book: RuleBook; view: PlayerView; seat: Seat; onClose: () => void }

/** Recall: one's own past rounds, each with the layout as it stood. */
export function History({ book, view, seat, onClose }: HistoryProps) {
  const [rounds, setRounds] = useState<readonly PlayerRecall[] | null>(null)
  const [isAway, setAway] = useState(false)
  const [chosen, choose] = useState(0)
  useEffect(() => {
    void roundsOf(seat.table, seat.token).then((reply) => (reply.ok ? setRounds(reply.body) : setAway(true)))
  }, [seat])
  const round = rounds?.[chosen]
  return (
    <Dialog title={terminal.history} onClose={onClose} width="wide">
      {isAway && <Note tone="warning" text={common.serviceAway} />}
      <div class="terminal-narrow-hot">
        <HotAndCold book={book} results={view.results} count={6} />
      </div>
      {rounds?.length === 0 && <p class="fine">{terminal.noRounds}</p>}
      <div class="terminal-history">
        <ol>
          {rounds?.map((one, index) => (
            <li key={one.round}>
              <button
                type="button"
                class={index === chosen ? 'is-chosen' : ''}
                aria-pressed={index === chosen}
                onClick={() => choose(index)}
              >
                <ResultBadge book={book} result={one} />
                <span>
                  {common.round(one.round)}
                  {one.at && <small class="fine">{timeOf(one.at)}</small>}
                </span>
                <span class="money">{one.lines.length > 0 ? signedMoney(one.net) : ''}</span>
              </button>
            </li>
          ))}
        </ol>
        {round && <Recalled book={book} view={view} round={round} />}
      </div>
    </Dialog>
  )
}

function Recalled({ book, view, round }: { book: RuleBook; view: PlayerView; round: PlayerRecall }) {
  const stacks = round.lines.map(({ spot, stake, result }) => ({ spot, amount: stake, result }))
  return (
    <section class="terminal-recalled">
      <h3>
        {common.round(round.round)}
        {round.void !== null && <span class="fine"> {voidReason(book, round.void)}</span>}
      </h3>
      <div class="terminal-recalled-felt">
        <Felt
          book={book}
          layout={view.layout}
          stacks={stacks}
          pocket={round.void === null ? round.pocket : null}
          draw={round.draw}
          label={common.round(round.round)}
        />
      </div>
      {round.lines.length === 0 ? (
        <p class="fine">{terminal.youWatched}</p>
      ) : (
        <ResultLines book={book} layout={view.layout} lines={round.lines} />
      )}
      {round.balance && (
        <dl class="terminal-balances">
          <div>
            <dt>{terminal.before}</dt>
            <dd>{money(round.balance.before)}</dd>
          </div>
          <div>
            <dt>{terminal.net}</dt>
            <dd>{signedMoney(round.net)}</dd>
          </div>
          <div>
            <dt>{terminal.after}</dt>
            <dd>{money(round.balance.after)}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}

/** The time of day in Singapore, as on a ticket. */
const timeOf = (at: string): string => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Singapore' })
