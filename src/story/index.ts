/** The story's door for those who take it as a library. English is there at once, another language when it is asked for. */

export * as en from '../words/en/index.ts'
export { vocabularyIn } from '../words/index.ts'
export { isLanguage, type Language, languageCodes } from '../words/languages.ts'
export type { StoryWords, Vocabulary } from '../words/vocabulary.ts'
export type { Passage, QuotedClause, StoryRow } from './passages.ts'
export { passagesOf, tellStory } from './story.ts'
