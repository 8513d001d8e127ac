import '../kit/tokens.css'
import './check.css'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { vocabularyIn } from '../../words/index.ts'
import { type Language, languageCodes, languages } from '../../words/languages.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { AnswerShown } from './answer-shown.tsx'
import { checkFiles, type Dropped, type FileAnswer, trustFrom } from './answers.ts'

/** The page that checks: one file, no requests, from a USB stick. */
function CheckPage() {
  const [language, setLanguage] = useState<Language>(navigator.language.startsWith('zh') ? 'zh' : 'en')
  const [words, setWords] = useState<Vocabulary | null>(null)
  const [keys, setKeys] = useState('')
  const [witnesses, setWitnesses] = useState('')
  const [pasted, setPasted] = useState('')
  const [dropped, setDropped] = useState<readonly Dropped[]>([])
  const [answers, setAnswers] = useState<readonly FileAnswer[]>([])
  useEffect(() => void vocabularyIn(language).then(setWords), [language])
  useEffect(() => {
    document.documentElement.lang = languages[language].tag
  }, [language])
  const trust = words && trustFrom(keys, witnesses, words)
  const problem = trust && 'problem' in trust ? trust.problem : null
  const trusted = trust && !('problem' in trust) ? trust : null
  useEffect(() => {
    if (!trusted || !words) return setAnswers([])
    const start = performance.now()
    let isCurrent = true
    void checkFiles(dropped, trusted).then((found) => {
      if (!isCurrent) return
      setAnswers(found)
      // For whoever measures it (bench/receipts.ts).
      performance.measure('check', { start })
    })
    return () => {
      isCurrent = false
    }
  }, [dropped, keys, witnesses, words])
  const isAnswered = answers.length > 0
  const verdicts = useRef<HTMLDivElement>(null)
  // Below the form they would be out of sight. The focus stays where it is.
  useEffect(() => {
    if (isAnswered) verdicts.current?.scrollIntoView({ block: 'start' })
  }, [dropped, isAnswered])
  if (!words) return null
  const { page } = words.receipts
  const take = async (files: FileList | null) => setDropped(await Promise.all([...(files ?? [])].map(readDropped)))
  return (
    <main class="check">
      <header class="check-head">
        <h1>{page.title}</h1>
        {languageCodes
          .filter((code) => code !== language)
          .map((code) => (
            <button type="button" key={code} class="check-button" onClick={() => setLanguage(code)}>
              {languages[code].name}
            </button>
          ))}
      </header>
      <p>{page.intro}</p>
      <section class="check-form">
        <Lines label={page.keys} value={keys} onInput={setKeys} />
        <Lines label={page.witnesses} value={witnesses} onInput={setWitnesses} />
        <p class="check-fine">{page.whereFrom}</p>
        {problem && <p role="alert">{problem}</p>}
        <label
          class="check-drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer?.files ?? null)
          }}
        >
          <strong>{page.drop}</strong>
          <span class="check-fine">{page.kinds}</span>
          <span class="check-button">{page.choose}</span>
          <input type="file" multiple onChange={(event) => void take(event.currentTarget.files)} />
        </label>
        <Lines label={page.paste} value={pasted} onInput={setPasted} />
        <button
          type="button"
          class="check-button"
          onClick={() => setDropped([{ name: page.paste, bytes: new TextEncoder().encode(pasted) }])}
        >
          {page.check}
        </button>
      </section>
      <div aria-live="polite" ref={verdicts}>
        {answers.map((answer) => (
          <AnswerShown key={answer.name} answer={answer} words={words} />
        ))}
      </div>
    </main>
  )
}

async function readDropped(file: File): Promise<Dropped> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

type LinesProps = { label: string; value: string; onInput: (value: string) => void }

function Lines({ label, value, onInput }: LinesProps) {
  return (
    <label class="check-lines">
      <span>{label}</span>
      <textarea rows={3} spellcheck={false} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  )
}

render(<CheckPage />, document.getElementById('check')!)
