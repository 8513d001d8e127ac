import './table-then.css'
import type { RuleBook } from '../../books/rule-book.ts'
import { balanceOf, isBalanced } from '../../engine/ledger.ts'
import { fundsOf } from '../../engine/summary.ts'
import { DataTable, Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { money, signedMoney } from '../kit/money-text.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { stageOf } from '../kit/stage.ts'
import { audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { voidReason } from '../words/editions.ts'
import { feltAt } from './felt-then.ts'
import type { Step } from './replay.ts'
import type { RoundFound } from './round-index.ts'

/** The table as it stood after a step: the layout, and what everybody of the round had. */
export function TableThen({ book, step, found }: { book: RuleBook; step: Step; found: RoundFound }) {
  const { after } = step
  const shown = feltAt(book, step, found.round)
  return (
    <section class="audit-table-then" aria-label={audit.asItStood}>
      <header>
        <h2>{audit.asItStood}</h2>
        {shown.phase && (
          <PhaseRing
            stage={stageOf({ phase: shown.phase, powerOut: shown.powerOut })}
            size={32}
            isShort
            fine={shown.code ? voidReason(book, shown.code) : common.round(found.round)}
          />
        )}
      </header>
      {!shown.phase && <Note tone="info" text={audit.roundForgotten} />}
      <div class="audit-felt">
        <Felt book={book} layout={after.setup.layout} label={audit.asItStood} {...shown.felt} />
      </div>
      <Accounts step={step} players={[...found.players]} />
    </section>
  )
}

function Accounts({ step: { before, after }, players }: { step: Step; players: readonly string[] }) {
  const rows = players.map((player) => {
    const now = fundsOf(after, player)
    const was = before ? fundsOf(before, player).balance : 0
    return { name: player, ...now, change: now.balance - was }
  })
  const [house, houseBefore] = [balanceOf(after.ledger, 'house'), before ? balanceOf(before.ledger, 'house') : 0]
  return (
    <>
      <DataTable
        caption={audit.asItStood}
        rows={[...rows, { name: audit.houseWin, balance: house, staked: 0, owed: 0, change: house - houseBefore }]}
        rowKey={({ name }) => name}
        columns={[
          { title: common.player, cell: ({ name }) => name },
          { title: common.inHand, isNumber: true, cell: ({ balance }) => money(balance) },
          { title: common.onLayout, isNumber: true, cell: ({ staked }) => (staked > 0 ? money(staked) : '') },
          { title: common.owed, isNumber: true, cell: ({ owed }) => (owed > 0 ? money(owed) : '') },
          { title: audit.changedBy, isNumber: true, cell: ({ change }) => (change === 0 ? '' : signedMoney(change)) },
        ]}
      />
      <p class="fine">{isBalanced(after.ledger) ? audit.balanced : audit.notBalanced}</p>
    </>
  )
}
