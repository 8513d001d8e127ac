import './lab.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { books } from '../../books/index.ts'
import type { SpotId } from '../../books/rule-book.ts'
import type { Cents } from '../../engine/money.ts'
import { layoutNames, type Spot } from '../../engine/spots.ts'
import { money } from '../../words/plain-text.ts'
import { ChipPicture } from '../kit/chip.tsx'
import { denominations } from '../kit/chips.ts'
import { Button, Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { Select } from '../kit/fields.tsx'
import { CheckIcon, ClearIcon, UndoIcon } from '../kit/icons.tsx'
import { isUpright } from '../kit/motion.ts'
import { LanguageButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
import { lab } from '../words/lab.ts'
import { editionOf } from '../words/names.ts'
import { DistributionPanel, FiguresPanel } from './figures-panel.tsx'
import { type LabDesk, labDesk } from './lab-desk.ts'
import { linkOf } from './layout-link.ts'
import { OutcomeMap } from './outcome-map.tsx'
import { SimulationPanel } from './simulation-panel.tsx'

/** Chips on a felt that is nobody's table, and all that they can come to. */
export default function Lab() {
  const desk = useMemo(() => labDesk(location.search), [])
  const { book, layout, stakes } = desk.layout.value
  const figures = desk.figures.value
  useEffect(() => history.replaceState(null, '', linkOf(desk.layout.value)), [desk.layout.value])
  const stacks = [...stakes].map(([spot, amount]) => ({ spot, amount }))
  return (
    <div class="lab">
      <header class="lab-header">
        <a href="/" aria-label={common.toLobby}>
          <img src="/icon.svg" alt="" width="36" height="36" />
        </a>
        <div>
          <h1>{lab.title}</h1>
          <p class="fine">{lab.means}</p>
        </div>
        <GamePicker desk={desk} />
        <LanguageButton />
      </header>
      <main class="lab-main">
        {desk.isBadLink && stakes.size === 0 && <Note tone="warning" text={lab.badLink} />}
        <section class="lab-felt" aria-label={lab.onFelt}>
          <Felt
            book={book}
            layout={layout}
            stacks={stacks}
            lie={isUpright.value ? 'tall' : 'wide'}
            onSpot={(spot: Spot, action) => desk.place(spot.spot as SpotId, action)}
          />
        </section>
        <Tray desk={desk} />
        {figures ? (
          <>
            <OutcomeMap book={book} layout={layout} figures={figures} />
            <div class="lab-exactly">
              <FiguresPanel figures={figures} layout={desk.layout.value} />
              <DistributionPanel figures={figures} />
            </div>
            <SimulationPanel layout={desk.layout.value} figures={figures} />
          </>
        ) : (
          <p class="panel lab-empty">{lab.empty}</p>
        )}
      </main>
    </div>
  )
}

function GamePicker({ desk }: { desk: LabDesk }) {
  const { book, layout } = desk.layout.value
  const all = books.flatMap((one) => layoutNames(one).map((name) => ({ book: one, name, value: `${one.id} ${name}` })))
  const labelOf = ({ book: one, name }: (typeof all)[number]): string => {
    const named = layoutNames(one).length > 1 ? `, ${lab.layoutCalled(name)}` : ''
    return `${editionOf(one).texts.title} (${one.id})${named}`
  }
  const choose = (value: string): void => {
    const found = all.find((one) => one.value === value)
    if (found) desk.choose(found.book, found.name)
  }
  return (
    <div class="lab-game">
      <Select
        label={lab.game}
        value={`${book.id} ${layout}`}
        onInput={choose}
        options={all.map((one) => ({ value: one.value, label: labelOf(one) }))}
      />
    </div>
  )
}

const CHIPS = denominations.slice(1, 8)

function Tray({ desk }: { desk: LabDesk }) {
  const [isShared, setShared] = useState(false)
  const share = async () => {
    await navigator.clipboard.writeText(location.href)
    setShared(true)
  }
  useEffect(() => setShared(false), [desk.layout.value])
  return (
    <div class="lab-tray panel">
      <div class="lab-chips" role="radiogroup" aria-label={lab.chips}>
        {CHIPS.map((value) => (
          <label key={value} class={value === desk.chip.value ? 'is-chosen' : ''}>
            <input
              type="radio"
              name="lab-chip"
              checked={value === desk.chip.value}
              onChange={() => {
                desk.chip.value = value as Cents
              }}
            />
            <ChipPicture value={value} size={48} />
            <span class="only-heard">{lab.chip(money(value))}</span>
          </label>
        ))}
      </div>
      <div class="lab-actions">
        <Button onPress={desk.undo} disabled={!desk.canUndo.value}>
          <UndoIcon /> {common.undo}
        </Button>
        <Button onPress={desk.clear} disabled={desk.layout.value.stakes.size === 0}>
          <ClearIcon /> {common.clear}
        </Button>
        <Button onPress={() => void share()} disabled={desk.layout.value.stakes.size === 0}>
          {isShared ? (
            <>
              <CheckIcon /> {lab.shared}
            </>
          ) : (
            lab.share
          )}
        </Button>
      </div>
    </div>
  )
}
