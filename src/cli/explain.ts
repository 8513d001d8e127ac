import { playScript, type Script } from '../engine/script.ts'
import { WIDTH } from '../story/page.ts'
import { story } from '../story/story.ts'
import { wrap } from '../story/text.ts'
import { languageCodes } from '../words/languages.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { readArguments, readWords } from './input.ts'
import { printLines } from './output.ts'
import { loadScript } from './play.ts'

export const usage = `explain [FILE] [--language ${languageCodes.join('|')}]`

/** Tells a script's rounds for a person, clause by clause. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words: files } = readArguments(args, usage, { language: { type: 'string' } })
  const words = await readWords(values.language)
  await printLines(linesOf(await loadScript(files[0]), words))
  return 0
}

function* linesOf(script: Script, words: StoryWords): Generator<string> {
  const titles = script.flatMap((step) => (step.step === 'scenario' ? [step.title] : []))
  for (const title of titles) yield wrap(words.story.headings.scenario(title), WIDTH)
  if (titles.length > 0) yield ''
  yield* story(playScript(script), words)
}
