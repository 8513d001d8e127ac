import './history.css'
import './terminal-form.css'
import { useEffect, useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { PlayerView } from '../../engine/views.ts'
import type { PlayerRecall, RoundReceipts } from '../../wire/floor-shapes.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { ResultBadge } from '../kit/pocket.tsx'
import type { LinkedReceipt } from '../kit/receipt-link.ts'
import { clock } from '../kit/time-text.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { voidReason } from '../words/names.ts'
import { service, terminal } from '../words/terminal.ts'
import { ResultLines } from './player-round-panel.tsx'
import type { Seat } from './seat.ts'

type HistoryProps = { book: Book; view: PlayerView; seat: Seat; onClose: () => void }

type Which = 'own' | 'all'

/**
 * Recall: first the rounds that the player took part in, each with the layout as it stood; the table's other rounds on
 * request.
 */
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
        <div class="row terminal-tabs">
          <Button size="small" pressed={isOwn} onPress={() => show('own')}>
            {service.ownRounds}
          </Button>
          <Button size="small" pressed={!isOwn} onPress={() => show('all')}>
            {service.allRounds}
          </Button>
        </div>
      )}
      <div class="terminal-history">
        <ol class="lines">
          {rounds?.map((one, index) => (
            <li key={one.round}>
              <RoundChoice book={book} round={one} isChosen={index === chosen} onPress={() => choose(index)} />
            </li>
          ))}
        </ol>
        {round && <Recalled book={book} view={view} round={round} seat={seat} key={round.round} />}
      </div>
    </Dialog>
  )
}

type RoundChoiceProps = { book: Book; round: PlayerRecall; isChosen: boolean; onPress: () => void }

const RoundChoice = ({ book, round, isChosen, onPress }: RoundChoiceProps) => (
  <button type="button" class={`choice${isChosen ? ' is-chosen' : ''}`} aria-pressed={isChosen} onClick={onPress}>
    <ResultBadge book={book} result={round} />
    <span>
      {common.round(round.round)}
      <small>{[round.at ? clock(round.at) : [], laterMark(round) ?? []].flat().join(' · ')}</small>
    </span>
    <span class="money">{round.lines.length > 0 ? signedMoney(round.net) : ''}</span>
  </button>
)

/** The later change of the round, in a word. */
function laterMark({ void: code, adjusted }: PlayerRecall): string | null {
  if (code !== null) return service.voidMark
  return adjusted === 0 ? null : service.correctedMark
}

type RecalledProps = { book: Book; view: PlayerView; round: PlayerRecall; seat: Seat }

function Recalled({ book, view, round, seat }: RecalledProps) {
  const [isProving, setProving] = useState(false)
  const stacks = round.lines.map(({ spot, stake, result }) => ({ spot, amount: stake, result }))
  return (
    <section class="column terminal-recalled">
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
      {round.balance && <Balances {...round.balance} adjusted={round.adjusted} />}
      {round.lines.length > 0 && (
        <div>
          <Button onPress={() => setProving(true)}>{terminal.receipts.open}</Button>
        </div>
      )}
      {isProving && <Receipts seat={seat} round={round.round} onClose={() => setProving(false)} />}
    </section>
  )
}

type BalancesProps = { before: number; after: number; adjusted: number }

/** Balance before, result, and balance after add up. A correction is counted separately. */
function Balances({ before, after, adjusted }: BalancesProps) {
  const cells: [string, string][] = [
    [terminal.before, money(before)],
    [terminal.net, signedMoney(after - before)],
    [adjusted === 0 ? terminal.after : service.balanceThen, money(after)],
    ...(adjusted === 0
      ? []
      : ([
          [service.correctionLater, signedMoney(adjusted)],
          [service.balanceCorrected, money(after + adjusted)],
        ] as [string, string][])),
  ]
  return (
    <dl class="flow terminal-balances">
      {cells.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="money">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ReceiptsProps = { seat: Seat; round: number; onClose: () => void }
type RoundReceipt = RoundReceipts['receipts'][number]

/** One's own receipts of a round, each as a code to be photographed and as a file. */
export function Receipts({ seat, round, onClose }: ReceiptsProps) {
  /** After which entry each page begins, up to the one that is shown. */
  const [pages, setPages] = useState<readonly number[]>([0])
  const {
    body: found,
    failure,
    isAsking,
  } = useApi(seat, 'GET /api/tables/:id/rounds/:round/receipts', {
    params: { id: seat.table, round: String(round) },
    ...(pages.length === 1 ? {} : { query: { after: String(pages.at(-1)) } }),
  })
  const { body: proof } = useApi(seat, 'GET /api/proof', {})
  const signers = { keys: found?.key ? [found.key] : [], witnesses: (proof?.witnesses ?? []).map(({ key }) => key) }
  const [chosen, choose] = useState(0)
  const one = found?.receipts[chosen]
  const next = found?.next ?? null
  const turnTo = (page: readonly number[]) => {
    setPages(page)
    choose(0)
  }
  return (
    <Dialog title={terminal.receipts.title(round)} onClose={onClose} width="normal">
      {failure && <Note tone="warning" text={common.serviceAway} />}
      <p class="fine">{terminal.receipts.explain}</p>
      {found?.receipts.length === 0 && next === null && <p>{terminal.receipts.none}</p>}
      {(pages.length > 1 || next !== null) && (
        <div class="row">
          <Button disabled={isAsking || pages.length === 1} onPress={() => turnTo(pages.slice(0, -1))}>
            {terminal.receipts.pageBefore}
          </Button>
          <Button disabled={isAsking || next === null} onPress={() => next !== null && turnTo([...pages, next])}>
            {terminal.receipts.pageAfter}
          </Button>
        </div>
      )}
      <div class="column terminal-receipts">
        <ol class="flow">
          {found?.receipts.map((each, index) => (
            <li key={each.seq}>
              <Button pressed={index === chosen} onPress={() => choose(index)}>
                {receiptName(each)}
              </Button>
            </li>
          ))}
        </ol>
        {one && <ReceiptShown one={one} table={seat.table} signers={signers} key={one.seq} />}
      </div>
      {found?.key && <p class="fine terminal-receipt-key">{terminal.receipts.key(found.key)}</p>}
    </Dialog>
  )
}

const receiptName = ({ did, stake, spots }: RoundReceipt): string =>
  terminal.receipts[did === 'wager' ? 'wager' : 'withdrawal'](`$${money(stake)}`, spots.join(', '))

type ReceiptShownProps = { one: RoundReceipt; table: string; signers: Omit<LinkedReceipt, 'receipt'> }

/** The code is a link to the page that checks: a phone's camera opens it. */
function ReceiptShown({ one, table, signers }: ReceiptShownProps) {
  const [code, setCode] = useState<string | null | undefined>(undefined)
  const [link, setLink] = useState<string | null>(null)
  useEffect(() => {
    const make = async () => {
      const { codeOf, receiptLink } = await import('./receipt-code.ts')
      setCode(one.code === null ? null : await codeOf(location.origin, { receipt: one.code, ...signers }))
      setLink(one.receipt && (await receiptLink(location.origin, { receipt: one.receipt, ...signers })))
    }
    void make()
  }, [one, signers.keys.join(), signers.witnesses.join()])
  if (one.receipt === null) return <p>{terminal.receipts.notYet}</p>
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(one.receipt)}`
  return (
    <div class="flow terminal-receipt">
      {code && (
        <svg
          class="terminal-receipt-code"
          viewBox={`0 0 ${Math.sqrt(code.length)} ${Math.sqrt(code.length)}`}
          role="img"
          aria-label={terminal.receipts.code}
          shape-rendering="crispEdges"
        >
          <path d={modulePath(code)} />
        </svg>
      )}
      {code === null && <p>{terminal.receipts.tooLarge}</p>}
      {link && (
        <a class="button is-plain is-normal" href={link} target="_blank" rel="noreferrer">
          {terminal.receipts.check}
        </a>
      )}
      <a class="button is-primary is-normal" href={file} download={`${table}-${one.seq}.tlog-proof`}>
        {terminal.receipts.file}
      </a>
    </div>
  )
}

/** A square for every dark module; `code`: row after row, 1 for dark. */
function modulePath(code: string): string {
  const side = Math.sqrt(code.length)
  return [...code]
    .flatMap((dark, at) => (dark === '1' ? [`M${at % side} ${Math.floor(at / side)}h1v1h-1z`] : []))
    .join('')
}
