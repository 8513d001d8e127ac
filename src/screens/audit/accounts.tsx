import './table-then.css'
import { isBalanced, playersOf, totalsOf } from '../../engine/ledger.ts'
import { fundsOf } from '../../engine/summary.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { DataTable } from '../kit/controls.tsx'
import { Dot } from '../staff/seat-dot.tsx'
import { tintOf } from '../staff/tints.ts'
import { accountNames, audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import type { RoundStep } from './steps.ts'

/**
 * Every account of the table after a step: the players of the round, the other players, and the table's own accounts.
 */
export function Accounts({ step, players }: { step: RoundStep; players: readonly string[] }) {
  const others = playersOf(step.after.ledger).filter((player) => !players.includes(player))
  return (
    <section class="audit-accounts" aria-label={audit.accounts}>
      {players.length > 0 && <Purses step={step} players={players} caption={audit.inRound} />}
      {others.length > 0 && (
        <details>
          <summary>{audit.othersHere(others.length)}</summary>
          <Purses step={step} players={others} caption={audit.othersHere(others.length)} />
        </details>
      )}
      <Totals step={step} />
      <p class="fine">{isBalanced(step.after.ledger) ? audit.balanced : audit.notBalanced}</p>
    </section>
  )
}

type PursesProps = { step: RoundStep; players: readonly string[]; caption: string }

function Purses({ step: { before, after }, players, caption }: PursesProps) {
  const rows = players.map((player) => {
    const now = fundsOf(after, player)
    const was = before ? fundsOf(before, player).balance : 0
    return { name: player, ...now, change: now.balance - was }
  })
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          title: common.player,
          cell: ({ name }) => (
            <span class="row">
              <Dot tint={tintOf(after.seatColours.get(name))} />
              {name}
            </span>
          ),
        },
        { title: common.inHand, isNumber: true, cell: ({ balance }) => money(balance) },
        { title: common.onLayout, isNumber: true, cell: ({ staked }) => (staked > 0 ? money(staked) : '') },
        { title: common.owed, isNumber: true, cell: ({ owed }) => (owed > 0 ? money(owed) : '') },
        { title: audit.changedBy, isNumber: true, cell: ({ change }) => changeText(change) },
      ]}
    />
  )
}

type Account = keyof ReturnType<typeof totalsOf>
const order: readonly Account[] = ['cash', 'chips', 'owed', 'layout', 'house', 'awards', 'outside']

function Totals({ step: { before, after } }: { step: RoundStep }) {
  const now = totalsOf(after.ledger)
  const was = before && totalsOf(before.ledger)
  return (
    <DataTable
      caption={audit.accounts}
      rows={order}
      rowKey={(account) => account}
      columns={[
        { title: audit.account, cell: (account) => accountNames[account] },
        { title: audit.standsAt, isNumber: true, cell: (account) => money(now[account]) },
        { title: audit.changedBy, isNumber: true, cell: (account) => changeText(now[account] - (was?.[account] ?? 0)) },
      ]}
    />
  )
}

const changeText = (change: number): string => (change === 0 ? '' : signedMoney(change))
