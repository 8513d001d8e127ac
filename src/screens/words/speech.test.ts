import { effect } from '@preact/signals'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { languageCodes, languages } from '../../words/languages.ts'
import { common } from './common.ts'
import { dealer } from './desk.ts'
import { editionOf, roleName } from './names.ts'
import { language, nextLanguage, speak } from './speech.ts'

/** A language with only two words, added to the table of languages; and one whose words cannot be loaded. */
const words = { dealer: { spin: 'Mitte pilam' }, nouns: { roles: { dealer: 'praefectus' } } }
Object.assign(languages, {
  la: { name: 'Latina', tag: 'la', bundles: { hall: () => Promise.resolve(words) } },
  xx: { name: 'Broken', tag: 'xx', bundles: { hall: () => Promise.reject(new Error('away')) } },
})
languageCodes.push('la' as 'zh', 'xx' as 'zh')

afterEach(() => speak('en'))
// Other tests share the process, and know of two languages.
afterAll(() => {
  for (const code of languageCodes.splice(languageCodes.indexOf('la' as 'zh'))) delete languages[code]
})

test('words are said in the language spoken, facts and all', async () => {
  const said = () => [dealer.spin, dealer.consoleAt('1'), common.close]
  expect(said()).toEqual(['Spin the ball', 'Dealer console, 1', 'Close'])
  await speak('zh')
  expect(said()).toEqual(['转珠', '荷官台，1', '关闭'])
})

test('a reader of a word is notified once when the language changes, and never sees two languages', async () => {
  const heard: string[] = []
  const stop = effect(() => {
    heard.push(`${language.value} ${dealer.spin} ${common.close}`)
  })
  await speak('zh')
  await speak('en')
  stop()
  expect(heard).toEqual(['en Spin the ball Close', 'zh 转珠 关闭', 'en Spin the ball Close'])
})

test('the last one chosen is spoken, whichever comes first', async () => {
  await Promise.all([speak('zh'), speak('en')])
  expect([language.value, dealer.spin]).toEqual(['en', 'Spin the ball'])
})

test('the Chinese edition of a book comes with the words', async () => {
  const book = bookById('mbs/roulette@3')!
  expect(editionOf(book).texts.title).toBe('Roulette')
  await speak('zh')
  expect(editionOf(book).texts.title).toBe('轮盘')
})

test('a third language is a folder and a row: what it lacks is English, and the button leads on to it', async () => {
  await speak('zh')
  expect(nextLanguage.value).toBe('la')
  await speak('la' as 'zh')
  expect([dealer.spin, roleName('dealer')]).toEqual(['Mitte pilam', 'praefectus'])
  expect([dealer.settleNothing, roleName('auditor'), common.close]).toEqual(['Nothing was staked', 'auditor', 'Close'])
})

test('a language that cannot be fetched changes nothing', async () => {
  await speak('zh')
  await speak('xx' as 'zh')
  expect([language.value, dealer.spin]).toEqual(['zh', '转珠'])
})
