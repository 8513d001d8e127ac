import './dealer-round-panel.css'
import { useRef, useState } from 'preact/hooks'
import { PocketBadge } from '../kit/pocket.tsx'
import { stakedIn } from '../staff/payouts.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import type { DealerDesk } from './dealer-desk.ts'
import { PayoutsList } from './payouts-list.tsx'
import { WagersList } from './wagers-list.tsx'

type RoundTab = 'wagers' | 'payouts'

/** Wagers while bets lie, payouts when the ball rests; the other is one press away. */
export function DealerRoundPanel({ desk }: { desk: DealerDesk }) {
  const { view } = desk
  const usual = usualTab(desk)
  const [chosen, choose] = useState<{ at: string; tab: RoundTab } | null>(null)
  const at = `${view.round} ${view.phase} ${usual}`
  const tab = chosen?.at === at ? chosen.tab : usual
  return (
    <section class="panel dealer-round" aria-label={dealer[tab]}>
      <Tabs shown={tab} onShow={(name) => choose({ at, tab: name })} />
      <div class="dealer-scroll" role="tabpanel" aria-label={dealer[tab]}>
        <DrawLine desk={desk} />
        {tab === 'wagers' ? <WagersList desk={desk} /> : <PayoutsList desk={desk} />}
      </div>
    </section>
  )
}

const tabs = ['wagers', 'payouts'] as const

/** One of them is in the order of the Tab key; the arrow keys go to the other. */
function Tabs({ shown, onShow }: { shown: RoundTab; onShow: (tab: RoundTab) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs.findIndex((name) => name !== shown)
    onShow(tabs[other]!)
    list.current?.querySelectorAll('button')[other]?.focus()
  }
  return (
    <div class="dealer-tabs" role="tablist" ref={list} onKeyDown={keyed}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={shown === name}
          tabIndex={shown === name ? 0 : -1}
          onClick={() => onShow(name)}
        >
          {dealer[name]}
        </button>
      ))}
    </div>
  )
}

/** Payouts from the outcome on, and until somebody stakes on the next round. */
function usualTab({ view }: DealerDesk): RoundTab {
  const isPaying = ['outcome-determined', 'settled', 'void'].includes(view.phase)
  const isFresh = view.phase === 'betting-open' && view.results.length > 0 && stakedIn(view.seats).total === 0
  return isPaying || isFresh ? 'payouts' : 'wagers'
}

/** What the draw lit, in words and numbers; the layout shows it with light. */
function DrawLine({ desk: { book, view } }: { desk: DealerDesk }) {
  if (!view.draw) return null
  const { numbers, links, scatter } = view.draw
  const inOrder = book.wheel.pockets.filter((pocket) => numbers.includes(pocket))
  return (
    <div class="dealer-draw">
      <span class="caption">{common.bonusNumbers}</span>
      <ul>
        {inOrder.map((pocket) => (
          <li key={pocket}>
            <PocketBadge book={book} pocket={pocket} />
          </li>
        ))}
      </ul>
      {(links.length > 0 || scatter) && (
        <strong>
          {links.length > 0 && common.superLink(links.join(', '))} {scatter && common.scatter}
        </strong>
      )}
    </div>
  )
}
