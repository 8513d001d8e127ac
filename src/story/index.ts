/** Entry point of the story for users of the library. English is available at once, other languages on request. */

export * as en from '../words/en/index.ts'
export { vocabularyIn } from '../words/index.ts'
export { isLanguage, type Language, languageCodes } from '../words/languages.ts'
export type { StoryWords, Vocabulary } from '../words/vocabulary.ts'
export type { Passage, QuotedClause, StoryRow } from './passages.ts'
export { passagesOf, tellStory } from './story.ts'
