import './check.css'
import { useMemo, useState } from 'preact/hooks'
import { isUnderWay, type TableState } from '../../engine/table.ts'
import { type Bundle, booksOf } from '../../receipts/bundle.ts'
import { isSound } from '../../receipts/check-bundle.ts'
import { type CheckProblem, type Reason, tellWrong } from '../../receipts/check-note.ts'
import type { JournalFit } from '../../receipts/match-journals.ts'
import { tellComparison, tellReceipt, tellSigners } from '../../receipts/tell-receipt.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { stepOf, type ToldStep, toldIn } from '../audit/steps.ts'
import type { FileAnswer } from './answers.ts'

type AnswerProps = { answer: FileAnswer; words: Vocabulary }
type Ofs<Key extends string> = Extract<FileAnswer, { [K in Key]: unknown }>

/** The verdict on one file, in sentences. */
export function AnswerShown({ answer, words }: AnswerProps) {
  const { receipts } = words
  if ('compared' in answer) {
    const { compared } = answer
    return <VerdictSection name="" isGood={compared.fork === null} lines={tellComparison(compared, words)} />
  }
  if ('unreadable' in answer)
    return (
      <VerdictSection
        name={answer.name}
        isGood={false}
        lines={[receipts.page.notRead(answer.name, answer.unreadable ?? receipts.page.what)]}
      />
    )
  if ('checked' in answer) return <BundleShown answer={answer} words={words} />
  if ('receipt' in answer) {
    const { receipt } = answer
    if ('problem' in receipt) return <Wrong name={answer.name} found={receipt} words={words} />
    const { house, witnesses } = receipt
    const lead = receipts.page.inRecord(house.name, witnesses.map(({ name }) => name).join(', '))
    return (
      <SignedShown name={answer.name} fit={answer.fit} lead={lead} lines={tellReceipt(receipt, words)} words={words} />
    )
  }
  const { checkpoint } = answer
  if ('problem' in checkpoint) return <Wrong name={answer.name} found={checkpoint} words={words} />
  const { origin, size } = checkpoint.checkpoint
  const lines = [receipts.checkpoint(origin, size), ...tellSigners(checkpoint, words)]
  return <SignedShown name={answer.name} fit={answer.fit} lines={lines} words={words} />
}

type SignedProps = { name: string; lead?: string; fit: JournalFit | null; lines: readonly string[]; words: Vocabulary }

/** A receipt or a checkpoint that is sound by itself. It is good only if no journal beside it says otherwise. */
function SignedShown({ name, lead, fit, lines, words }: SignedProps) {
  const { fits } = words.receipts.page
  const told = fit ? [fit.fit === 'none' ? fits.none : fits[fit.fit](fit.stream)] : []
  const isGood = fit === null || fit.fit === 'same' || fit.fit === 'longer'
  const first = isGood && lead ? [lead] : []
  return <VerdictSection name={name} isGood={isGood} lines={[...first, ...told, ...lines]} />
}

function Wrong({ name, found, words }: { name: string; found: CheckProblem; words: Vocabulary }) {
  return <VerdictSection name={name} isGood={false} lines={[words.receipts.unsound, tellProblem(found, words)]} />
}

const tellProblem = ({ problem, reason }: { problem: string; reason?: Reason }, { receipts }: Vocabulary): string =>
  reason ? tellWrong(reason, receipts.wrongs) : receipts.page.inEnglish(problem)

function VerdictSection({ name, isGood, lines }: { name: string; isGood: boolean; lines: readonly string[] }) {
  return (
    <section class={`check-verdict ${isGood ? 'is-good' : 'is-bad'}`}>
      {name !== '' && <h2>{name}</h2>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

function BundleShown({ answer, words }: { answer: Ofs<'checked'>; words: Vocabulary }) {
  const { page } = words.receipts
  const { checked, bundle, name } = answer
  return (
    <>
      <VerdictSection
        name={name}
        isGood={isSound(checked)}
        lines={[
          ...checked.streams.flatMap((stream) => streamLines(stream, words)),
          page.books,
          ...checked.books.map(({ id, fingerprint, standing }) => page.standings[standing](id, fingerprint)),
        ]}
      />
      <BundleStory bundle={bundle} title={isSound(checked) ? page.story : page.storyUnsound} words={words} />
    </>
  )
}

function streamLines(
  { report, checkpoints, signed, kept, problem }: Ofs<'checked'>['checked']['streams'][number],
  words: Vocabulary,
) {
  const { page } = words.receipts
  const head = page.journal(report.stream, report.entries, report.rounds)
  if (problem) return [page.journalUnsound, page.foundAt(problem.seq, tellProblem(problem, words)), head]
  const besides = kept > 0 ? [page.asKept(kept)] : []
  if (!signed) return [head, page.journalSound, ...(kept > 0 ? besides : [page.noCheckpoint])]
  const { size } = signed.checkpoint
  const left = report.entries - size
  return [
    head,
    page.journalSound,
    page.checkpointsFit(checkpoints, size),
    ...besides,
    ...tellSigners(signed, words),
    ...(left > 0 ? [page.unsigned(left)] : []),
  ]
}

const ROUNDS_TOLD = 50

/** The rounds of a journal as a story: those since the time that was asked for, at most the last fifty. */
function BundleStory({ bundle, title, words }: { bundle: Bundle; title: string; words: Vocabulary }) {
  const { page } = words.receipts
  const tables = useMemo(
    () => [...bundle.streams.keys()].map((stream) => [stream, roundsIn(bundle, stream)] as const),
    [bundle],
  )
  return (
    <section class="check-story">
      <h2>{title}</h2>
      {tables.map(([stream, rounds]) => (
        <div key={stream}>
          <h3>{stream}</h3>
          {rounds.length > ROUNDS_TOLD && <p class="fine">{page.onlySeen(ROUNDS_TOLD, rounds.length)}</p>}
          {rounds.slice(-ROUNDS_TOLD).map(({ round, steps }) => (
            <RoundTold key={round} round={round} steps={steps} words={words} />
          ))}
        </div>
      ))}
    </section>
  )
}

function RoundTold({ round, steps, words }: { round: number; steps: readonly ToldStep[]; words: Vocabulary }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.receipts.page.rounds} {round}
      </summary>
      {isOpen &&
        steps.flatMap((step) =>
          toldIn(words, step).map((passage, at) =>
            'says' in passage ? <p key={`${step.seq} ${at}`}>{passage.says}</p> : null,
          ),
        )}
    </details>
  )
}

type RoundSteps = { round: number; steps: ToldStep[] }

/** The rounds of a journal; of an unsound one, as far as it can be followed. */
function roundsIn(bundle: Bundle, stream: string): RoundSteps[] {
  const { streams, about } = bundle
  const rounds: RoundSteps[] = []
  const books = new CarriedBooks(booksOf(bundle))
  let state: TableState | null = null
  try {
    for (const stored of streams.get(stream) ?? []) {
      books.take(readTableEntry(stored.body))
      const step: ToldStep = stepOf(state, stored, books)
      const now = step.after.round
      const round: number = isUnderWay(now) || (state && isUnderWay(state.round)) ? step.after.roundsOpened : 0
      state = step.after
      if (round === 0 || (about.from !== null && step.entry.at < about.from)) continue
      const last = rounds.at(-1)
      if (last?.round === round) last.steps.push(step)
      else rounds.push({ round, steps: [step] })
    }
  } catch {
    return rounds
  }
  return rounds
}
