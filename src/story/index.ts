/** The story's door for those who take it as a library. A page that speaks one language takes `en` or `zh` alone. */

export type { Citation, Passage, Row } from './passages.ts'
export { passagesOf, story } from './story.ts'
export { en } from './words/en.ts'
export { languages } from './words/index.ts'
export type { Words } from './words/words.ts'
export { zh } from './words/zh.ts'
