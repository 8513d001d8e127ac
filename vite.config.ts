import { defineConfig } from 'vite'
import { checkPage, oxc } from './build/check-page.ts'

/** The screens: built into dist/screens, which the service serves. In development the service stands beside them. */
const service = process.env.CROUPIER_SERVICE ?? 'http://127.0.0.1:8080'

/**
 * In pieces of a few hundred bytes it would be larger, and asked for one by one. With them goes the sheet that says the order
 * of the layers: it must be the first that is read.
 */
const everyScreens = /\/kit\/(kit\.css|(connection|limits-text|phase-ring|stage|top-bar|wheel-motion)\.tsx?)$/

export default defineConfig({
  root: 'src/screens',
  base: '/',
  oxc,
  plugins: [checkPage()],
  build: {
    outDir: '../../dist/screens',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'kit', test: everyScreens }] } } },
  },
  server: { proxy: { '/api': { target: service, changeOrigin: false }, '/ws': { target: service, ws: true } } },
})
