import './round-panel.css'
import { useMemo } from 'preact/hooks'
import { grouped, signedMoney } from '../../words/plain-text.ts'
import { Button } from '../kit/controls.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { PassageShown } from '../kit/told.tsx'
import { lab } from '../words/lab.ts'
import { language } from '../words/speech.ts'
import { storyWords } from '../words/story.ts'
import type { LabDesk, LabPlay } from './lab-desk.ts'
import { imprisonedIn, labTable, playRound, tellRound } from './play-round.ts'

const randomByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0]!

/** One ball for the chips on the felt, settled by the book and told with its clauses. */
export function RoundPanel({ desk }: { desk: LabDesk }) {
  const play = desk.play.value
  const spin = (): void => {
    const of = desk.layout.value
    const { table, round } = playRound(play?.table ?? labTable(of.book, of.layout), of.stakes, randomByte)
    const { rounds = 0, net = 0 } = play ?? {}
    const waiting = imprisonedIn(table)
    desk.play.value = { table, of, last: round, waiting, rounds: rounds + 1, net: net + round.net }
  }
  return (
    <section class="panel list lab-round" aria-label={lab.oneRound}>
      <h2>{lab.oneRound}</h2>
      <p class="fine">{lab.oneRoundMeans}</p>
      <Button look="primary" onPress={spin}>
        {lab.spin}
      </Button>
      {play && <RoundShown play={play} />}
    </section>
  )
}

function RoundShown({ play: { table, last, rounds, net } }: { play: LabPlay }) {
  const passages = useMemo(() => tellRound(table.book, last, storyWords), [language.value, table, last])
  return (
    <div class="list" aria-live="polite">
      <p class="row lab-rested" data-net={last.net}>
        <PocketBadge book={table.book} pocket={last.pocket} />
        <strong>{signedMoney(last.net)}</strong>
        <span class="fine">{lab.soFar(grouped(rounds), signedMoney(net))}</span>
      </p>
      {passages.map((passage, index) => (
        <PassageShown key={index} passage={passage} />
      ))}
    </div>
  )
}
