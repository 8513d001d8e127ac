import * as en from './en/index.ts'
import { bundleNames, type Language, wordsIn } from './languages.ts'
import { complete, type Vocabulary } from './vocabulary.ts'

/**
 * A language, whole: with English where it lacks a word.
 *
 * @example
 * const words = await vocabularyIn('zh')
 */
export const vocabularyIn = (language: Language): Promise<Vocabulary> =>
  Promise.all(bundleNames.map((bundle) => wordsIn(bundle, language))).then((parts) =>
    complete(en, Object.assign({}, ...parts)),
  )
