import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

/**
 * The Chromium of the tests has no type of its own for Chinese, and falls over where it needs some. The screens bring
 * theirs; a page that asks for nothing has that of the machine, which is lent to it here.
 */
export async function lendChineseType(context: BrowserContext, text: string): Promise<void> {
  const slices = slicesFor(text)
  await context.addInitScript((given) => {
    for (const { range, data } of given) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      document.fonts.add(new FontFace('Noto Sans SC Variable', bytes, { unicodeRange: range, weight: '100 900' }))
    }
  }, slices)
}

const sheet = createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/index.css')

/** The parts of the font that hold these characters. */
function slicesFor(text: string): { range: string; data: string }[] {
  const codes = [...new Set(text)].map((letter) => letter.codePointAt(0)!)
  const faces = readFileSync(sheet, 'utf8').matchAll(/url\((\.\/files\/[^)]+\.woff2)\)[^}]*?unicode-range:\s*([^;}]+)/g)
  return [...faces].flatMap(([, file, range]) =>
    codes.some((code) => isIn(range!, code))
      ? [{ range: range!, data: readFileSync(join(dirname(sheet), file!)).toString('base64') }]
      : [],
  )
}

const isIn = (range: string, code: number): boolean =>
  range.split(',').some((part) => {
    const [from, to] = part.trim().replace(/^U\+/i, '').split('-')
    return code >= Number.parseInt(from!, 16) && code <= Number.parseInt(to ?? from!, 16)
  })
