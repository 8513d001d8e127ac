import { playScript } from '../engine/script.ts'
import { WIDTH } from '../story/page.ts'
import { story } from '../story/story.ts'
import { wrapped } from '../story/text.ts'
import { languageCodes } from '../words/languages.ts'
import { readArguments, readWords } from './input.ts'
import { loadScript } from './play.ts'

export const usage = `explain [FILE] [--language ${languageCodes.join('|')}]`

/** Tells a script's rounds for a person, clause by clause. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words: files } = readArguments(args, usage, { language: { type: 'string' } })
  const words = await readWords(values.language)
  const script = loadScript(files[0])
  const titles = script.flatMap((step) =>
    step.step === 'scenario' ? [wrapped(words.story.headings.scenario(step.title), WIDTH)] : [],
  )
  console.log([...titles, ...(titles.length > 0 ? [''] : []), ...story(playScript(script), words)].join('\n'))
  return 0
}
