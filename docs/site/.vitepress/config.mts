import { defineConfig } from 'vitepress'
import { sections } from '../navigation.ts'

const link = (page: string): string => `/${page.replace(/index$/, '')}`

export default defineConfig({
  title: 'Croupier',
  description: 'Roulette, conducted by the book',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../../dist/docs',
  cacheDir: '../../node_modules/.cache/croupier-docs',
  themeConfig: {
    search: { provider: 'local' },
    nav: sections.map(({ title, entries }) => ({ text: title, link: link(entries[0]!.page) })),
    sidebar: sections.map(({ title, entries }) => ({
      text: title,
      collapsed: false,
      items: entries.map(({ text, page }) => ({ text, link: link(page) })),
    })),
    outline: [2, 3],
    footer: { message: 'MIT licensed. To offer games of chance you need a licence of your regulator.' },
  },
})
