import type { Page } from 'playwright-core'
import { books } from '../src/books/index.ts'
import { demoStaff } from '../src/service/demo.ts'
import { foreignBooks } from '../test/books/foreign-books.ts'
import { reasons, walkNames } from './every-screen.ts'

/** Texts that stay English: names and typed texts, ids and titles of documents, and the button that leads back. */
const names = [
  ...demoStaff.map(({ name }) => name),
  ...[...books, ...foreignBooks].flatMap(({ id, texts }) => [texts.en.document, id]),
  'Croupier',
  'MBS',
  'Rapid',
  'rapid',
  'Alfastreet',
  'alfastreet',
  'JSON Lines',
  'docs/readings.md',
  'English',
  'wager.tlog-proof',
  'house.example',
  'witness.example/w1',
  'single',
  'ann',
  ...Object.values(reasons),
  ...walkNames,
].sort((a, b) => b.length - a.length)

/** Commands to be typed, the house's key, hashes, actors as the record has them, and places and fields in the file of a book. */
const shapes = [
  String.raw`croupier [\w ./@=-]+`,
  String.raw`[\w./-]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+`,
  '[0-9a-f]{16,}|[0-9a-f]{8}…',
  // A root hash in Base 64, as checkpoints write it.
  '[A-Za-z0-9+/]{43}=',
  String.raw`(?:staff|terminal):[\w-]+`,
  String.raw`\$(?:\.\w+|\[\d+\])+`,
  String.raw`\bid\b`,
]
const named = new RegExp([...shapes, ...names.map((name) => RegExp.escape(name))].join('|'), 'g')

/** Finds texts of the page that are not Chinese. A part that is marked as English is left out. */
export async function englishIn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const heard = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode())
      if (!walk.currentNode.parentElement!.closest('script, style, [lang=en]'))
        heard.push(walk.currentNode.textContent!)
    return heard
  })
  return [...new Set(texts)].filter((text) => /[A-Za-z]{2,}/.test(text.replace(named, '')))
}
