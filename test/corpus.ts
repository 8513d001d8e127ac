import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where a journal of the corpus is kept. It is copied before anything is done with it. */
export const corpus = (name = ''): string => fileURLToPath(new URL(`./journals/${name}`, import.meta.url))

const numberOf = (name: string): number => Number(/^version-(\d+)$/.exec(name)?.[1])

/** The journals of the format versions, oldest first. */
export const versionsInCorpus = readdirSync(corpus())
  .filter((name) => numberOf(name) > 0)
  .sort((a, b) => numberOf(a) - numberOf(b))
