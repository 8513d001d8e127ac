import * as english from '../../words/en/display.en.ts'
import { wordsOf } from './speech.ts'

export const { display } = wordsOf('hall', { display: english.display })
