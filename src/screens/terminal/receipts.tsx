import './receipts.css'
import { useEffect, useState } from 'preact/hooks'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

type ReceiptsProps = { seat: Seat; round: number; onClose: () => void }
type RoundReceipt = RoundReceipts['receipts'][number]

/** One's own receipts of a round, each as a code to be photographed and as a file. */
export function Receipts({ seat, round, onClose }: ReceiptsProps) {
  const { body: found, failure } = useApi(seat, 'GET /api/tables/:id/rounds/:round/receipts', {
    params: { id: seat.table, round: String(round) },
  })
  const [chosen, choose] = useState(0)
  const one = found?.receipts[chosen]
  return (
    <Dialog title={terminal.receipts.title(round)} onClose={onClose} width="normal">
      {failure && <Note tone="warning" text={common.serviceAway} />}
      <p class="fine">{terminal.receipts.explain}</p>
      {found?.receipts.length === 0 && <p>{terminal.receipts.none}</p>}
      <div class="terminal-receipts">
        <ol>
          {found?.receipts.map((each, index) => (
            <li key={each.seq}>
              <Button pressed={index === chosen} onPress={() => choose(index)}>
                {receiptName(each)}
              </Button>
            </li>
          ))}
        </ol>
        {one && <ReceiptShown one={one} table={seat.table} key={one.seq} />}
      </div>
      {found?.key && <p class="fine terminal-receipt-key">{terminal.receipts.key(found.key)}</p>}
    </Dialog>
  )
}

const receiptName = ({ did, stake, spots }: RoundReceipt): string =>
  terminal.receipts[did === 'wager' ? 'wager' : 'withdrawal'](`$${money(stake)}`, spots.join(', '))

function ReceiptShown({ one, table }: { one: RoundReceipt; table: string }) {
  const [code, setCode] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    if (one.code !== null) void import('../kit/qr-code.ts').then(({ qrCode }) => setCode(qrCode(one.code!)))
    else setCode(null)
  }, [one])
  if (one.receipt === null) return <p>{terminal.receipts.notYet}</p>
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(one.receipt)}`
  return (
    <div class="terminal-receipt">
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
