import { playScript } from '../engine/script.ts'
import { WIDTH } from '../story/page.ts'
import { story } from '../story/story.ts'
import { wrapped } from '../story/text.ts'
import { readArguments } from './input.ts'
import { loadScript } from './play.ts'

export const usage = 'explain [FILE]'

/** Tells a script's rounds for a person, clause by clause. */
export function run(args: readonly string[]): number {
  const { words } = readArguments(args, usage, {})
  const script = loadScript(words[0])
  const titles = script.flatMap((step) => (step.step === 'scenario' ? [wrapped(`Scenario: ${step.title}`, WIDTH)] : []))
  console.log([...titles, ...(titles.length > 0 ? [''] : []), ...story(playScript(script))].join('\n'))
  return 0
}
