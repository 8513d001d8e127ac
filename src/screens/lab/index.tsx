import './lab.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { SpotId } from '../../books/rule-book.ts'
import type { Cents } from '../../engine/money.ts'
import { layoutNames, type Spot } from '../../engine/spots.ts'
import { grouped } from '../../words/plain-text.ts'
import { ChipChoice } from '../kit/chip-choice.tsx'
import { denominations } from '../kit/chips.ts'
import { lazily } from '../kit/components.tsx'
import { Button, Note } from '../kit/controls.tsx'
import { copyText } from '../kit/copy-text.ts'
import { Felt } from '../kit/felt.tsx'
import { Select } from '../kit/fields.tsx'
import { CheckIcon, ClearIcon, UndoIcon } from '../kit/icons.tsx'
import { isUpright } from '../kit/motion.ts'
import { LanguageButton } from '../kit/top-bar.tsx'
import { useWindowEvent } from '../kit/use-page.ts'
import { common } from '../words/common.ts'
import { lab } from '../words/lab.ts'
import { editionOf } from '../words/names.ts'
import { speakOn } from '../words/speech.ts'
import { LINK_LENGTH_MAX } from './book-link.ts'
import { DropZone, FileChooser } from './drop-zone.tsx'
import { DistributionPanel, FiguresPanel } from './figures-panel.tsx'
import { knownBooks, type LabDesk, labDesk } from './lab-desk.ts'
import { LabTrack } from './lab-track.tsx'
import { OutcomeMap } from './outcome-map.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { SimulationPanel } from './simulation-panel.tsx'

/** Fetched when chips lie on the felt: it brings the engine's decisions and the story's words. */
const RoundPanel = lazily(async () => {
  const { RoundPanel } = await import('./round-panel.tsx')
  await speakOn()
  return RoundPanel
})

/** Fetched with the first book that is opened: it brings the words of every problem. */
const BookPanel = lazily(async () => {
  const { BookPanel } = await import('./book-panel.tsx')
  await speakOn()
  return BookPanel
})

/** A felt that belongs to no table, with all possible results of its chips, by a book of the house or from a file. */
export default function Lab() {
  const desk = useMemo(labDesk, [])
  const { book, layout } = desk.layout.value
  const { looked, isOpening, isBadLink, link } = desk
  const figures = desk.figures.value
  useEffect(() => void desk.follow(location), [])
  useWindowEvent('hashchange', () => void desk.follow(location))
  useEffect(() => {
    if (!isOpening.value && !isBadLink.value && link.value) history.replaceState(null, '', link.value.address)
  }, [isOpening.value, isBadLink.value, link.value])
  return (
    <div class="lab">
      <header class="flow lab-header">
        <a href="/" aria-label={common.toLobby}>
          <img src="/icon.svg" alt="" width="36" height="36" />
        </a>
        <div>
          <h1>{lab.title}</h1>
          <p class="fine">{lab.means}</p>
        </div>
        <GamePicker desk={desk} />
        <FileChooser onFile={desk.openFile} />
        <LanguageButton />
      </header>
      <main class="lab-main">
        {isBadLink.value && looked.value === null && <Note tone="warning" text={lab.badLink} />}
        {looked.value && <BookPanel file={looked.value} shown={book} />}
        <section class="lab-felt" aria-label={lab.onFelt}>
          <LabFelt desk={desk} />
        </section>
        <Tray desk={desk} />
        <LabTrack desk={desk} />
        {figures ? (
          <>
            <OutcomeMap book={book} layout={layout} figures={figures} />
            <div class="column">
              <FiguresPanel figures={figures} layout={desk.layout.value} named={nameOf(desk)} />
              <DistributionPanel figures={figures} />
            </div>
            <div class="column">
              <RoundPanel desk={desk} />
              <SimulationPanel layout={desk.layout.value} figures={figures} />
            </div>
          </>
        ) : (
          <p class="panel lab-empty">{lab.empty}</p>
        )}
        <RulesPanel book={book} layout={layout} />
      </main>
      <DropZone onFile={desk.openFile} />
    </div>
  )
}

function LabFelt({ desk }: { desk: LabDesk }) {
  const { book, layout, stakes } = desk.layout.value
  const play = desk.play.value
  const waiting = (play?.waiting ?? []).map((stack) => ({ ...stack, isImprisoned: true }))
  return (
    <Felt
      book={book}
      layout={layout}
      stacks={[...[...stakes].map(([spot, amount]) => ({ spot, amount })), ...waiting]}
      pocket={play?.of === desk.layout.value ? play.last.pocket : null}
      lit={desk.lit.value}
      lie={isUpright.value ? 'tall' : 'wide'}
      onSpot={(spot: Spot, action) => desk.place(spot.spot as SpotId, action)}
    />
  )
}

/** Returns the name of the book on the felt, as the command line takes it. */
function nameOf({ layout, opened }: LabDesk): string {
  const file = opened.value.find(({ check }) => check.book === layout.value.book)
  return file ? (file.name ?? 'book.json') : layout.value.book.id
}

/** The books of the house, and those that were opened here. */
function GamePicker({ desk }: { desk: LabDesk }) {
  const { book, layout } = desk.layout.value
  const files = desk.opened.value.map(({ name, check }) => ({ book: check.book!, from: name ?? lab.fromLink }))
  const all = [...knownBooks().map((one) => ({ book: one, from: null })), ...files].flatMap((one) =>
    layoutNames(one.book).map((name) => ({ ...one, name })),
  )
  const labelOf = ({ book: one, name, from }: (typeof all)[number]): string => {
    const { title } = editionOf(one).texts
    const isAlone = all.every(({ book: other }) => other === one || editionOf(other).texts.title !== title)
    const named = layoutNames(one).length > 1 ? `, ${lab.layoutCalled(name)}` : ''
    return `${title}${isAlone ? '' : ` (${one.id})`}${named}${from === null ? '' : `, ${from}`}`
  }
  // Two of them may have one id: a book of the house, and a file that was made from it.
  return (
    <div class="lab-game">
      <Select
        label={lab.game}
        value={String(all.findIndex((one) => one.book === book && one.name === layout))}
        onInput={(nth) => desk.choose(all[Number(nth)]!.book, all[Number(nth)]!.name)}
        options={all.map((one, nth) => ({ value: String(nth), label: labelOf(one) }))}
      />
    </div>
  )
}

const CHIPS = denominations.slice(1, 8)

function Tray({ desk }: { desk: LabDesk }) {
  const [isShared, setShared] = useState(false)
  const link = desk.link.value
  const share = async () => {
    if (!link!.isTooLong) await copyText(new URL(link!.address, location.href).href)
    setShared(true)
  }
  useEffect(() => setShared(false), [desk.layout.value])
  return (
    <div class="flow lab-tray panel">
      <ChipChoice
        label={lab.chips}
        values={CHIPS}
        chosen={desk.chip.value}
        onChoose={(value) => {
          desk.chip.value = value as Cents
        }}
        describe={lab.chip}
      />
      <div class="flow lab-actions">
        <Button onPress={desk.undo} disabled={!desk.canUndo.value}>
          <UndoIcon /> {common.undo}
        </Button>
        <Button onPress={desk.clear} disabled={desk.layout.value.stakes.size === 0}>
          <ClearIcon /> {common.clear}
        </Button>
        <Button onPress={() => void share()} disabled={!link}>
          {isShared && !link?.isTooLong ? (
            <>
              <CheckIcon /> {lab.shared}
            </>
          ) : (
            lab.share
          )}
        </Button>
      </div>
      {isShared && link?.isTooLong && (
        <Note tone="warning" text={lab.linkTooLong(grouped(link.length), grouped(LINK_LENGTH_MAX))} />
      )}
    </div>
  )
}
