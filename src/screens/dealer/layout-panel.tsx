import './layout-panel.css'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { PendingCommand } from '../../client/commands.ts'
import { staffRules } from '../../engine/decisions/wagers.ts'
import { limitsFor } from '../../engine/limits.ts'
import type { Spot } from '../../engine/spots.ts'
import { rangeIn } from '../../words/naming.ts'
import { money } from '../../words/plain-text.ts'
import { Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import type { FeltStack } from '../kit/felt-stacks.tsx'
import { isLimited } from '../kit/limits-text.ts'
import { stageOf, takesBets } from '../kit/stage.ts'
import { type Trouble, troubleIn } from '../staff/command-dialog.tsx'
import { linesForeseen } from '../staff/payouts.ts'
import { Dot } from '../staff/seat-dot.tsx'
import { isUnderWay, type Results, stacksIn, withTint } from '../staff/stacks.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { clauseName, nouns, spotName } from '../words/names.ts'
import { type DealerDesk, mayAct, putDownBy, type Unit } from './dealer-desk.ts'
import { DealerTrouble } from './parts.tsx'
import { stepOf } from './steps.ts'

/** Why a press did nothing, beside the spot: a hint, or what the service answered. */
type FeltNote = { spot: string; said: Trouble | string }
const NOTE_LASTS_MS = 6_000

/** The layout with all players' chips; pressing it places a wager for a player, or states where the ball rests. */
export function LayoutPanel({ desk }: { desk: DealerDesk }) {
  const { book, view } = desk
  const note = useSignal<FeltNote | null>(null)
  useEffect(() => {
    if (!note.value) return
    const timer = setTimeout(() => {
      note.value = null
    }, NOTE_LASTS_MS)
    return () => clearTimeout(timer)
  }, [note, note.value])
  const picks = picksOutcome(desk)
  const isOffered = staffRules(book).recording === null && mayAct(desk) && desk.isLive
  const isTaking = takesBets(stageOf(view)) && isOffered
  const onSpot = picks ? pick(desk, note) : isTaking ? stake(desk, note) : undefined
  const stacks = useStacks(desk)
  const lit = picks && desk.picked.value !== '' ? [desk.picked.value] : noPockets
  return (
    <section class="panel dealer-layout" aria-label={dealer.layout}>
      <Felt
        book={book}
        layout={view.layout}
        stacks={stacks}
        pocket={view.pocket}
        draw={view.draw}
        lit={lit}
        {...(onSpot ? { onSpot } : {})}
        card={(spot) => <SpotCard desk={desk} spot={spot} />}
        note={note.value && { spot: note.value.spot, content: <NoteText said={note.value.said} /> }}
        label={picks ? dealer.layoutPick : common.layoutLabel}
      />
    </section>
  )
}

const noPockets: readonly never[] = []

const picksOutcome = (desk: DealerDesk): boolean => mayAct(desk) && stepOf(desk.book, desk.view).step === 'outcome'

const pick =
  ({ picked }: DealerDesk, note: { value: FeltNote | null }) =>
  ({ spot, grid }: Spot, action: 'place' | 'remove') => {
    if (grid !== 'number') note.value = { spot, said: dealer.notANumber }
    else picked.value = action === 'place' ? spot : ''
  }

const stake =
  (desk: DealerDesk, note: { value: FeltNote | null }) =>
  async ({ spot }: Spot, action: 'place' | 'remove') => {
    const player = desk.chosen.value
    note.value = null
    if (player === null) {
      note.value = { spot, said: dealer.choosePlayer }
      return
    }
    const answer = await desk.send(wagerDraft(desk, player, spot, action))
    const trouble = troubleIn(answer)
    if (trouble) note.value = { spot, said: trouble }
  }

function wagerDraft(desk: DealerDesk, player: string, spot: string, action: 'place' | 'remove') {
  const { view, unit } = desk
  const what = unit.value
  const held = view.seats[player]?.wagers[spot]
  if (action === 'place') return { do: 'wager', player, spot, ...amountOf(what), ...putDownBy(desk) }
  // Less than a chip's worth lies there: all of it.
  const isAll = !held || (what.kind === 'cash' ? what.value >= held.stake : what.count >= held.chips)
  return { do: 'withdraw', player, spot, ...(isAll ? {} : amountOf(what)) }
}

const amountOf = (unit: Unit) => (unit.kind === 'cash' ? { stake: unit.value } : { chips: unit.count })

const NoteText = ({ said }: { said: Trouble | string }) =>
  typeof said === 'string' ? <Note tone="info" text={said} /> : <DealerTrouble trouble={said} />

// Chips ---------------------------------------------------------------------------------------------------------------

function useStacks(desk: DealerDesk): readonly FeltStack[] {
  const { book, view, tints, pending } = desk
  const chosen = desk.chosen.value
  return useMemo(() => {
    if (!isUnderWay(view)) return stacksIn(view, tints)
    const isAtRest = view.phase === 'outcome-determined'
    return first(chosen, [
      ...stacksIn(view, tints, isAtRest ? resultsAtRest(desk) : undefined),
      ...pendingStacks(desk, pending),
    ])
  }, [book, view, tints, pending, chosen])
}

/** How the outcome falls on each wager, for the eye: losing chips fade. */
function resultsAtRest({ book, view }: DealerDesk): Results {
  const lines = linesForeseen(book, view) ?? []
  return new Map(lines.map(({ player, spot, result }) => [`${player} ${spot}`, result]))
}

function pendingStacks({ view, tints }: DealerDesk, pending: readonly PendingCommand[]): FeltStack[] {
  return pending.flatMap(({ command }) => {
    const { player, spot, stake: amount, chips } = command
    if (command.do !== 'wager' || typeof player !== 'string' || typeof spot !== 'string') return []
    const value = view.seats[player]?.funds.colourChips?.value ?? 0
    const staked = typeof amount === 'number' ? amount : Number(chips ?? 0) * value
    return [withTint({ spot, amount: 0, pending: staked, owner: player }, tints)]
  })
}

/** The chips of the player in hand lie uppermost. */
const first = (chosen: string | null, stacks: FeltStack[]): FeltStack[] =>
  chosen === null ? stacks : stacks.sort((a, b) => Number(b.owner === chosen) - Number(a.owner === chosen))

// Stacks of a spot -------------------------------------------------------------------------------------------------

const NAMES_SHOWN = 6

function SpotCard({ desk: { book, view, tints }, spot }: { desk: DealerDesk; spot: Spot }) {
  const held = Object.entries(view.seats).flatMap(([player, { wagers }]) => {
    const wager = wagers[spot.spot]
    return wager ? [{ player, ...wager }] : []
  })
  const range = limitsFor(view.limits, spot.kind)
  return (
    <div class="lines dealer-card">
      <strong>{spotName(book, spot)}</strong>
      <p class="fine">
        {nouns.odds(spot.pays)}
        {spot.paysBonus !== spot.pays && ` / ${spot.paysBonus} / ${spot.paysSuperBonus}`} · {clauseName(spot.clause)}
        <br />
        {isLimited(range) && rangeIn(nouns, range, money)}
      </p>
      {held.length === 0 && <p class="fine">{dealer.nothingHere}</p>}
      <ul>
        {held.slice(0, NAMES_SHOWN).map(({ player, stake: amount, outside }) => (
          <li key={player} class="row">
            <Dot tint={tints.get(player)} />
            <span>{player}</span>
            <span class="money">
              {outside && '! '}
              {money(amount)}
            </span>
          </li>
        ))}
      </ul>
      {held.length > NAMES_SHOWN && <p class="fine">{dealer.more(held.length - NAMES_SHOWN)}</p>}
    </div>
  )
}
