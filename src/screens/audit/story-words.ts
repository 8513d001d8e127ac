import { signal } from '@preact/signals'
import { en } from '../../story/words/en.ts'
import type { Words } from '../../story/words/words.ts'
import { language } from '../kit/language.ts'

const chinese = signal<Words | null>(null)
let isAsked = false

/** The story's words in the language chosen. Chinese is fetched when it is first read; until then it is English. */
export function storyWords(): Words {
  if (language.value !== 'zh') return en
  if (!isAsked) void fetchChinese()
  return chinese.value ?? en
}

async function fetchChinese(): Promise<void> {
  isAsked = true
  try {
    chinese.value = (await import('../../story/words/zh.ts')).zh
  } catch {
    isAsked = false
  }
}
