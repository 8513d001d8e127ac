import { pins as pinsInEnglish } from '../../words/en/pins.en.ts'
import { sessionEnds as endsInEnglish } from '../../words/en/record.en.ts'
import { wordsOf } from './speech.ts'

export const pins = wordsOf('pins', pinsInEnglish, 'desk')
export const sessionEnds = wordsOf('sessionEnds', endsInEnglish, 'desk')
