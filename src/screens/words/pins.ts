import { pins as pinsInEnglish } from '../../words/en/pins.en.ts'
import { wordsOf } from './speech.ts'

export const pins = wordsOf('pins', pinsInEnglish, 'desk')
