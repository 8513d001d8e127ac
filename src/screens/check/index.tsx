import '../kit/kit.css'
import '../kit/controls.css'
import './check.css'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { utf8 } from '../../proof/bytes.ts'
import type { Trust } from '../../receipts/check-note.ts'
import { vocabularyIn } from '../../words/index.ts'
import { type Language, languageCodes, languages } from '../../words/languages.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { readReceiptLink } from '../kit/receipt-link.ts'
import { AnswerShown } from './answer-shown.tsx'
import { checkFiles, type Dropped, type FileAnswer, trustFrom } from './answers.ts'

/** The page that checks: one file, no requests, from a USB stick. */
function CheckPage() {
  const [language, setLanguage] = useState<Language>(navigator.language.startsWith('zh') ? 'zh' : 'en')
  const [words, setWords] = useState<Vocabulary | null>(null)
  useEffect(() => void vocabularyIn(language).then(setWords), [language])
  useEffect(() => {
    document.documentElement.lang = languages[language].tag
  }, [language])
  if (!words) return null
  const { page } = words.receipts
  return (
    <main class="column check">
      <header class="apart">
        <h1>{page.title}</h1>
        {languageCodes
          .filter((code) => code !== language)
          .map((code) => (
            <button type="button" key={code} class="button" onClick={() => setLanguage(code)}>
              {languages[code].name}
            </button>
          ))}
      </header>
      <p>{page.intro}</p>
      <Check words={words} />
    </main>
  )
}

/** The trusted keys, the files, and the verdict on each. */
function Check({ words }: { words: Vocabulary }) {
  const [keys, setKeys] = useState('')
  const [witnesses, setWitnesses] = useState('')
  const [quorum, setQuorum] = useState('')
  const [dropped, setDropped] = useState<readonly Dropped[]>([])
  const { page } = words.receipts
  const trust = trustFrom({ keys, witnesses, quorum }, words)
  const problem = 'problem' in trust ? trust.problem : null
  const answers = useAnswers(dropped, 'problem' in trust ? null : trust, [dropped, keys, witnesses, quorum, words])
  const isAnswered = answers.length > 0
  const [isLinked, setLinked] = useState(false)
  useEffect(() => {
    void readReceiptLink(location.hash).then((linked) => {
      if (!linked) return
      setLinked(true)
      setKeys(linked.keys.join('\n'))
      setWitnesses(linked.witnesses.join('\n'))
      if (linked.receipt !== null) setDropped([{ name: '', bytes: utf8(linked.receipt) }])
    })
  }, [])
  const verdicts = useRef<HTMLDivElement>(null)
  // Below the form they would be out of sight. The focus stays where it is.
  useEffect(() => {
    if (isAnswered) verdicts.current?.scrollIntoView({ block: 'start' })
  }, [dropped, isAnswered])
  const verdict = (
    <div aria-live="polite" ref={verdicts}>
      {problem && dropped.length > 0 && (
        <section class="check-verdict is-bad">
          <p>{page.notChecked}</p>
        </section>
      )}
      {answers.map((answer) => (
        <AnswerShown key={answer.name} answer={answer} words={words} />
      ))}
      {isLinked && isAnswered && <p class="fine">{page.compareKey(keys)}</p>}
    </div>
  )
  return (
    <>
      {isLinked && verdict}
      <section class="column">
        <Lines label={page.keys} value={keys} onInput={setKeys} />
        <Lines label={page.witnesses} value={witnesses} onInput={setWitnesses} />
        <label class="field">
          <span>{page.quorum}</span>
          <input inputMode="numeric" value={quorum} onInput={(event) => setQuorum(event.currentTarget.value)} />
        </label>
        <p class="fine">{page.whereFrom}</p>
        {problem && <p role="alert">{problem}</p>}
        <Files words={words} onFiles={setDropped} />
      </section>
      {!isLinked && verdict}
    </>
  )
}

/** Checks the files whenever one of `changes` does; without trust nothing is checked. */
function useAnswers(dropped: readonly Dropped[], trust: Trust | null, changes: readonly unknown[]) {
  const [answers, setAnswers] = useState<readonly FileAnswer[]>([])
  useEffect(() => {
    if (!trust) return setAnswers([])
    const start = performance.now()
    let isCurrent = true
    void checkFiles(dropped, trust).then((found) => {
      if (!isCurrent) return
      setAnswers(found)
      // For measurements (bench/receipts.ts).
      performance.measure('check', { start })
    })
    return () => {
      isCurrent = false
    }
  }, changes)
  return answers
}

/** Files that are dropped or chosen, or a text that is pasted. */
function Files({ words, onFiles }: { words: Vocabulary; onFiles: (files: readonly Dropped[]) => void }) {
  const [pasted, setPasted] = useState('')
  const { page } = words.receipts
  const take = async (files: FileList | null) => onFiles(await Promise.all([...(files ?? [])].map(readDropped)))
  return (
    <>
      <label
        class="list check-drop shows-focus"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer?.files ?? null)
        }}
      >
        <strong>{page.drop}</strong>
        <span class="fine">{page.kinds}</span>
        <span class="button">{page.choose}</span>
        {/* The browser's own speaks the browser's language. Unseen over the whole field, it is dropped on and pressed. */}
        <input class="unseen" type="file" multiple onChange={(event) => void take(event.currentTarget.files)} />
      </label>
      <Lines label={page.paste} value={pasted} onInput={setPasted} />
      <button
        type="button"
        class="button"
        onClick={() => onFiles([{ name: page.paste, bytes: new TextEncoder().encode(pasted) }])}
      >
        {page.check}
      </button>
    </>
  )
}

async function readDropped(file: File): Promise<Dropped> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

type LinesProps = { label: string; value: string; onInput: (value: string) => void }

function Lines({ label, value, onInput }: LinesProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea rows={3} spellcheck={false} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  )
}

render(<CheckPage />, document.getElementById('check')!)
