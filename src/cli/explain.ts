import { playScript, type Script } from '../engine/script.ts'
import { WIDTH } from '../story/page.ts'
import { story } from '../story/story.ts'
import { wrap } from '../story/text.ts'
import { vocabularyIn } from '../words/index.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Arguments } from './commands.ts'
import { printLines } from './output.ts'
import { loadScript } from './play.ts'

/** Tells a script's rounds for a person, clause by clause. */
export async function run({ values, words: files }: Arguments<'explain'>): Promise<number> {
  const words = await vocabularyIn(values.language)
  await printLines(storyLines(await loadScript(files[0]), words))
  return 0
}

function* storyLines(script: Script, words: StoryWords): Generator<string> {
  const titles = script.flatMap((step) => (step.step === 'scenario' ? [step.title] : []))
  for (const title of titles) yield wrap(words.story.headings.scenario(title), WIDTH)
  if (titles.length > 0) yield ''
  yield* story(playScript(script), words)
}
