import './board.css'
import './bonus-board.css'
import './display.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { kindsOf } from '../../engine/spots.ts'
import type { Result } from '../../engine/views.ts'
import type { WallView } from '../../wire/audiences.ts'
import type { Connection } from '../kit/connection.ts'
import { Facts } from '../kit/controls.tsx'
import { DrawBanner } from '../kit/draw-banner.tsx'
import { Felt } from '../kit/felt.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { restingIn, roomBefore, useLanding } from '../kit/landing.ts'
import { useLighting } from '../kit/lighting.ts'
import { type LimitRow, limitRows } from '../kit/limits-text.ts'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { PocketBadge, ResultBadge } from '../kit/pocket.tsx'
import { QrPicture } from '../kit/qr-picture.tsx'
import { checkPageLink } from '../kit/receipt-link.ts'
import { groupLines } from '../kit/section-groups.ts'
import { type Stage, shownStage, stageOf } from '../kit/stage.ts'
import { HouseMark } from '../kit/top-bar.tsx'
import { useRounds } from '../kit/use-rounds.ts'
import { WheelPicture } from '../kit/wheel.tsx'
import { common, roundName, stages, stopText } from '../words/common.ts'
import { display } from '../words/display.ts'
import { clauseName, editionOf, kindName, voidReason } from '../words/names.ts'
import { Statistics, WheelFacts } from './statistics-panel.tsx'

/** As many as every table keeps. */
const ROUNDS_KEPT = 100

type WallProps = { book: Book; view: WallView }

type BoardProps = { book: Book; view: WallView; table: string; name: string | null } & Pick<
  Connection<WallView>,
  'localTime'
>

export function DisplayBoard({ table, book, view: known, name, localTime }: BoardProps) {
  const landing = useLanding(known)
  // The shown state: no result before its ball is down.
  const view = useMemo(() => roomBefore(known, landing), [known, landing])
  const { results } = view
  const { rounds } = useRounds({ table, token: null, last: ROUNDS_KEPT }, results)
  const stage = stageOf(view)
  const hasBonus = book.rules.bonus !== null
  const { title } = editionOf(book).texts
  const limits = limitsShown(book, view)
  const idle = useIdlePicture(stage)
  return (
    <div class={`display${hasBonus ? ' has-bonus' : ''}`} data-stage={stage}>
      <header class="apart display-header">
        <HouseMark size={64} />
        <div>
          <h1>{name ?? title}</h1>
          <span>{[...(name === null || name === title ? [] : [title]), roundLine(view)].join(' · ')}</span>
          {known.resultsByHand && (
            <strong class="display-by-hand" role="status">
              {common.resultsByHand}
            </strong>
          )}
        </div>
        <PhaseRing stage={shownStage(view)} size={88} {...timesOf(view, localTime)} />
      </header>
      <main class="display-main">
        {idle ? (
          <img class="display-idle" src={idle} alt="" />
        ) : (
          <Main book={book} view={view} stage={stage} resting={restingIn(known)} isLanding={landing !== null} />
        )}
        {!hasBonus && !idle && <WheelFacts book={book} results={rounds} />}
      </main>
      <Board book={book} results={results} />
      <Statistics book={book} layout={view.layout} results={rounds} hasRoom={limits.length <= LIMITS_BESIDE} />
      <LimitsPanel view={view} rows={limits} />
    </div>
  )
}

const restingStages: readonly Stage[] = ['waiting', 'settled', 'void']
/** A table that has rested so long shows the pictures of the house, each for a while. */
const RESTS_MS = 60_000
const EACH_MS = 12_000

/** The address of the picture to show while the table rests; null: it plays, or the house has none. */
function useIdlePicture(stage: Stage): string | null {
  const { idle } = houseSign.value
  const [shown, setShown] = useState<number | null>(null)
  const isResting = idle.length > 0 && restingStages.includes(stage)
  useEffect(() => {
    setShown(null)
    if (!isResting) return
    let next: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      setShown(0)
      next = setInterval(() => setShown((now) => (now ?? 0) + 1), EACH_MS)
    }, RESTS_MS)
    return () => {
      clearTimeout(first)
      clearInterval(next)
    }
  }, [isResting])
  return isResting && shown !== null ? idle[shown % idle.length]! : null
}

function roundLine(view: WallView): string {
  const { isClosing, round, gamingStop, phase } = view
  if (gamingStop && shownStage(view) !== 'stopped') return stopText(gamingStop, phase)
  if (isClosing) return common.tableCloses
  return roundName(round)
}

type MainProps = WallProps & { stage: Stage; resting: Pocket | null; isLanding: boolean }

function Main(props: MainProps) {
  const { book, view, stage, isLanding } = props
  if (stage === 'void') return <VoidTile book={book} view={view} />
  if (stage === 'referred') return <MessageTile title={stages.referred} text={display.referredMeans} />
  if (stage === 'power-out') return <MessageTile title={stages['power-out']} text={display.powerMeans} />
  if (shownStage(view) === 'stopped' && stage !== 'closing')
    return <MessageTile title={common.gamingStopped} text={common.gamingStoppedMeans} />
  if (book.rules.bonus) return <BonusField {...props} />
  const isRunning = stage === 'closing' || stage === 'closed'
  return isRunning || isLanding ? <BigWheel {...props} /> : <NumberTile book={book} view={view} />
}

/**
 * The wheel is there before its pocket is known, and stays until the ball is down, because it must not begin with the
 * ball's end.
 */
const BigWheel = ({ book, stage, resting, isLanding }: MainProps) => (
  <div class="display-wheel">
    <WheelPicture book={book} order={book.wheel.order} stage={stage} pocket={resting} isLanding={isLanding} />
  </div>
)

/** The number, a third of the screen high; its colour is also a word. */
function NumberTile({ book, view }: WallProps) {
  const result: Result | undefined =
    view.pocket !== null ? { round: view.round!, pocket: view.pocket, void: null } : view.results[0]
  if (!result) return <MessageTile title={display.firstRound} text={display.firstRoundMeans} />
  if (result.pocket === null || result.void !== null) return <VoidTile book={book} view={view} code={result.void} />
  const colour = colourOf(book, result.pocket)
  const isNew = view.pocket !== null
  return (
    <figure class={`display-number${isNew ? ' is-new' : ''}`} data-colour={colour} data-length={result.pocket.length}>
      <figcaption>{isNew ? display.winningNumber : display.lastNumber}</figcaption>
      <strong>{result.pocket}</strong>
      <span>
        {groupLines(book, view.layout, result.pocket).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
      <PrisonLine book={book} pocket={result.pocket} />
    </figure>
  )
}

/** A statement about the number, not about wagers: the rules alone decide which of them are in prison. */
function PrisonLine({ book, pocket }: { book: Book; pocket: Pocket }) {
  const { enPrison } = book.rules
  if (!enPrison?.pockets.includes(pocket)) return null
  return <small>{display.inPrison(enPrison.kinds.map((kind) => kindName(book, kind)).join(' · '))}</small>
}

function VoidTile({ book, view, code = view.void?.code ?? null }: WallProps & { code?: string | null }) {
  return (
    <figure class="display-number is-void">
      <figcaption>{stages.void}</figcaption>
      <strong>×</strong>
      <p>{code ? voidReason(book, code) : ''}</p>
      <span>
        {display.stakesReturned} {view.void && <small>{clauseName(view.void.clause)}</small>}
      </span>
    </figure>
  )
}

const MessageTile = ({ title, text }: { title: string; text: string }) => (
  <figure class="display-words">
    <strong>{title}</strong>
    <span>{text}</span>
  </figure>
)

/** Fast action: the forty numbers, the ten that are lit, one by one, and what they make together. */
function BonusField(props: MainProps) {
  const { book, view, stage, isLanding } = props
  const draw = useLighting(view.draw)
  const isRunning = isLanding || stage === 'closing' || stage === 'closed'
  return (
    <div class="display-bonus">
      <div class="display-bonus-top">
        {isRunning ? <BigWheel {...props} /> : <NumberTile book={book} view={view} />}
        <DrawnNumbers book={book} draw={draw} commitment={view.commitment} />
      </div>
      <div class="display-bonus-felt">
        <Felt book={book} layout={view.layout} draw={draw} pocket={view.pocket} label={common.bonusNumbers} />
        {isRunning && <DrawBanner draw={draw} />}
      </div>
    </div>
  )
}

/** A place for each bonus number, filled as they light up. */
type DrawnNumbersProps = { book: Book; draw: Draw | null; commitment: string | null }

function DrawnNumbers({ book, draw, commitment }: DrawnNumbersProps) {
  const { numbers } = book.rules.bonus!
  const lit = draw?.numbers ?? []
  const made = [
    ...(draw?.links.length ? [common.superLink(draw.links.join(', '))] : []),
    ...(draw?.scatter ? [common.scatter] : []),
  ]
  return (
    <section class="display-draw" aria-label={common.bonusNumbers}>
      <h2>
        {common.bonusNumbers} <small>{lit.length > 0 ? display.lit(lit.length, numbers) : display.drawnAfter}</small>
      </h2>
      <ol>
        {lit.map((number) => (
          <li key={number}>
            <PocketBadge book={book} pocket={number} isLatest={draw!.superNumbers.includes(number)} />
          </li>
        ))}
        {Array.from({ length: numbers - lit.length }, (_, index) => (
          <li key={`free ${index}`} class="is-free" aria-hidden="true" />
        ))}
      </ol>
      <p role="status">
        {made.map((text) => (
          <strong key={text}>{text}</strong>
        ))}
      </p>
      {/* For people who check the draw later: a photograph of the display is enough. */}
      {commitment !== null && <DrawCode commitment={commitment} secret={draw?.reveal?.secret ?? null} />}
    </section>
  )
}

const checkPage = (): string => `${location.origin}/check.html`
const checkPageWithKey = (): string => `${location.origin}${checkPageLink(houseSign.value.key)}`

/** The hash that the draw is committed to, later also its secret, as a code with the address of the check page. */
function DrawCode({ commitment, secret }: { commitment: string; secret: string | null }) {
  const facts = new URLSearchParams({ commitment, ...(secret === null ? {} : { secret }) })
  return (
    <div class="row display-code">
      <QrPicture address={`${checkPage()}?${facts}`} label={display.drawCode} />
      <small class="display-fine">{secret === null ? display.committed : display.revealed}</small>
    </div>
  )
}

/** Red to the left, black to the right, green between, the newest on top. */
function Board({ book, results }: { book: Book; results: readonly Result[] }) {
  return (
    <section class="panel display-board" aria-label={display.lastTwenty}>
      <h2>{display.lastTwenty}</h2>
      {results.length === 0 && <p>{common.noResults}</p>}
      <ol class="by-colour">
        {results.map((result, index) => (
          <li key={result.round} class={`is-${result.pocket === null ? 'green' : colourOf(book, result.pocket)}`}>
            <ResultBadge book={book} result={result} isLatest={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** As many limits leave room above them for the numbers that came most and least. */
const LIMITS_BESIDE = 4

function limitsShown(book: Book, { layout, limits }: WallView): LimitRow[] {
  const hasOwn = kindsOf(book, layout).some((kind) => limits[kind])
  return limitRows(book, layout, limits, hasOwn ? common.otherWagers : display.all)
}

function LimitsPanel({ view, rows }: { view: WallView; rows: readonly LimitRow[] }) {
  return (
    <section class="panel display-limits" aria-label={common.limits}>
      <h2>{common.limits}</h2>
      <Facts facts={rows.map(({ name, range }) => [name, range])} />
      {rows.length === 0 && <p>{common.limitsNone}</p>}
      {view.isOutOfForce && <p class="fine">{common.outOfForce}</p>}
      {houseSign.value.key && (
        <div class="row display-code">
          <QrPicture address={checkPageWithKey()} label={display.checkCode} />
          <small class="display-fine">{display.checkMeans}</small>
        </div>
      )}
    </section>
  )
}
