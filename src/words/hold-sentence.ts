import type { pit } from './en/pit.en.ts'
import { chanceText } from './plain-text.ts'

/** As the lab judges it (lab/hold-chance.ts). */
type Judged = { verdict: 'none' | 'too-few' | 'within' | 'unusual' | 'very-unusual'; p: number }
type HoldWords = Pick<typeof pit, `chance${'None' | 'TooFew' | 'Within' | 'Unusual' | 'VeryUnusual'}`>

/** The sentence about the hold and its limits. `enough`: the number of rounds from which the hold is judged. */
export function holdSentence({ verdict, p }: Judged, rounds: number, enough: number, words: HoldWords): string {
  const chance = chanceText(p)
  return {
    none: words.chanceNone,
    'too-few': words.chanceTooFew(rounds, enough),
    within: words.chanceWithin(chance),
    unusual: words.chanceUnusual(chance),
    'very-unusual': words.chanceVeryUnusual(chance),
  }[verdict]
}
