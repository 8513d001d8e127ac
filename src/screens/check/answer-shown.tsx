import './check.css'
import { isSound } from '../../receipts/check-bundle.ts'
import { tellReceipt, tellSigners } from '../../receipts/tell-receipt.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import type { FileAnswer } from './answers.ts'
import { BundleStory } from './bundle-story.tsx'

type AnswerProps = { answer: FileAnswer; words: Vocabulary }
type Ofs<Key extends string> = Extract<FileAnswer, { [K in Key]: unknown }>

/** What came of one file, in sentences. */
export function AnswerShown({ answer, words }: AnswerProps) {
  const { receipts } = words
  if ('split' in answer) {
    const [{ origin, size }] = answer.split
    return <VerdictSection name="" isGood={false} lines={[receipts.twoHistories(origin, size)]} />
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
    if ('problem' in receipt) return <Wrong name={answer.name} problem={receipt.problem} words={words} />
    return <VerdictSection name={answer.name} isGood lines={tellReceipt(receipt, words)} />
  }
  const { checkpoint } = answer
  if ('problem' in checkpoint) return <Wrong name={answer.name} problem={checkpoint.problem} words={words} />
  const { origin, size } = checkpoint.checkpoint
  const lines = [receipts.checkpoint(origin, size), ...tellSigners(checkpoint, words)]
  return <VerdictSection name={answer.name} isGood lines={lines} />
}

const Wrong = ({ name, problem, words }: { name: string; problem: string; words: Vocabulary }) => (
  <VerdictSection name={name} isGood={false} lines={[words.receipts.unsound, problem]} />
)

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
      <BundleStory bundle={bundle} words={words} />
    </>
  )
}

function streamLines(
  { report, checkpoints, signed, kept, problem }: Ofs<'checked'>['checked']['streams'][number],
  words: Vocabulary,
) {
  const { page } = words.receipts
  const head = page.journal(report.stream, report.entries, report.rounds)
  if (problem) return [head, page.foundAt(problem.seq, problem.problem)]
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
