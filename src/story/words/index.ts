import { en } from './en.ts'
import type { Words } from './words.ts'
import { zh } from './zh.ts'

/** The languages that the story is told in, all at once; a screen imports the one that it needs when it needs it. */
export const languages: ReadonlyMap<string, Words> = new Map([
  ['en', en],
  ['zh', zh],
])
