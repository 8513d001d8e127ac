import type { Refused } from '../../wire/failures.ts'
import { refusals as refusalsInEnglish } from '../../words/en/refusals.en.ts'
import { nouns } from './names.ts'
import { wordsOf } from './speech.ts'

export const refusals = wordsOf('refusals', refusalsInEnglish, 'hall')

/** A refusal for the one who asked; a code that is not known here is said as it came. */
export const refusalText = (refused: Refused): string => refusals[refused.refused]?.(refused, nouns) ?? refused.refused
