import './history.css'
import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { PlayerView } from '../../engine/views.ts'
import type { PlayerRecall } from '../../wire/floor-shapes.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { ResultBadge } from '../kit/pocket.tsx'
import { clock } from '../kit/time-text.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { voidReason } from '../words/names.ts'
import { service, terminal } from '../words/terminal.ts'
import { ResultLines } from './player-round-panel.tsx'
import { Receipts } from './receipts.tsx'
import type { Seat } from './seat.ts'

type HistoryProps = { book: Book; view: PlayerView; seat: Seat; onClose: () => void }

type Which = 'own' | 'all'

/** Recall: the rounds that one played first, each with the layout as it stood; the table's others for whoever asks. */
export function HistoryDialog({ book, view, seat, onClose }: HistoryProps) {
  const { body, failure } = useApi(seat, 'GET /api/tables/:id/rounds', {
    params: { id: seat.table },
    query: { last: '100' },
  })
  const known = body as readonly PlayerRecall[] | null
  const [which, setWhich] = useState<Which>('own')
  const [chosen, choose] = useState(0)
  // The service knows a result before the ball on this screen is down: what is newer than the view's waits for it.
  const newest = view.results[0]?.round ?? 0
  const all = known?.filter(({ round: number }) => number <= newest) ?? null
  const own = all?.filter(({ lines }) => lines.length > 0) ?? null
  const isOwn = which === 'own' && own !== null && own.length > 0
  const rounds = isOwn ? own : all
  const round = rounds?.[chosen]
  const show = (next: Which) => {
    setWhich(next)
    choose(0)
  }
  return (
    <Dialog title={terminal.history} onClose={onClose} width="wide">
      {failure && <Note tone="warning" text={common.serviceAway} />}
      {rounds?.length === 0 && <p class="fine">{terminal.noRounds}</p>}
      {own !== null && own.length > 0 && (
        <div class="terminal-which">
          <Button size="small" pressed={isOwn} onPress={() => show('own')}>
            {service.ownRounds}
          </Button>
          <Button size="small" pressed={!isOwn} onPress={() => show('all')}>
            {service.allRounds}
          </Button>
        </div>
      )}
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
                  <small class="fine">{[one.at ? clock(one.at) : [], laterMark(one) ?? []].flat().join(' · ')}</small>
                </span>
                <span class="money">{one.lines.length > 0 ? signedMoney(one.net) : ''}</span>
              </button>
            </li>
          ))}
        </ol>
        {round && <Recalled book={book} view={view} round={round} seat={seat} key={round.round} />}
      </div>
    </Dialog>
  )
}

/** What became of it afterwards, in a word. */
function laterMark({ void: code, adjusted }: PlayerRecall): string | null {
  if (code !== null) return service.voidMark
  return adjusted === 0 ? null : service.correctedMark
}

type RecalledProps = { book: Book; view: PlayerView; round: PlayerRecall; seat: Seat }

function Recalled({ book, view, round, seat }: RecalledProps) {
  const [isProving, setProving] = useState(false)
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
      {round.balance && <Balances {...round.balance} net={round.net} adjusted={round.adjusted} />}
      {round.lines.length > 0 && (
        <div>
          <Button onPress={() => setProving(true)}>{terminal.receipts.open}</Button>
        </div>
      )}
      {isProving && <Receipts seat={seat} round={round.round} onClose={() => setProving(false)} />}
    </section>
  )
}

type BalancesProps = { before: number; after: number; net: number; adjusted: number }

/** What was in hand before, what the round came to then, and after: they add up. A correction is counted by itself. */
function Balances({ before, after, net, adjusted }: BalancesProps) {
  const cells: [string, string][] = [
    [terminal.before, money(before)],
    [terminal.net, signedMoney(net - adjusted)],
    [adjusted === 0 ? terminal.after : service.balanceThen, money(after)],
    ...(adjusted === 0
      ? []
      : ([
          [service.correctionLater, signedMoney(adjusted)],
          [service.balanceCorrected, money(after + adjusted)],
        ] as [string, string][])),
  ]
  return (
    <dl class="terminal-balances">
      {cells.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="money">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
