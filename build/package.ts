import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Builds what `npm pack` takes: src/ without tests and screens as .js and .d.ts in lib/. It lies beside src/, so that what
 * looks for scenarios/ and dist/screens finds them from either.
 */
rmSync('lib', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.package.json', '--checkers', '1'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

/** The compiler writes .js for .ts in the imports of a module, but not in its types nor where a thread is started. */
const inTypes = /((?:\bfrom|\bimport)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g
const inThreads = /(new URL\('\.{1,2}\/[^']+)\.ts(?=', import\.meta\.url\))/g

for (const [pattern, ending] of [
  ['lib/**/*.d.ts', inTypes],
  ['lib/**/*.js', inThreads],
] as const)
  for (const file of globSync(pattern)) writeFileSync(file, readFileSync(file, 'utf8').replace(ending, '$1.js'))
