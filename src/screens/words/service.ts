import { service as serviceInEnglish } from '../../words/en/service.en.ts'
import { wordsOf } from './speech.ts'

export const service = wordsOf('service', serviceInEnglish, 'hall')
