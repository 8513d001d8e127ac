import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { commandLinePage, configurationPage, metricsPage, schemasPage } from './reference-pages.ts'
import { stagePages, writePage } from './staged-pages.ts'

/**
 * `npm run docs`: builds the documents into dist/docs, static files for any web server. VitePress, TypeDoc and the
 * TypeScript that TypeDoc needs are locked in docs/site: VitePress brings a Vite of its own, and nobody who builds
 * Croupier needs them.
 */
const site = join('docs', 'site')
const pages = join(site, 'pages')
const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(process.execPath, [join('node_modules', program), ...args], { cwd: site, stdio: 'inherit' })
}

if (!existsSync(join(site, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: site,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })

rmSync(pages, { recursive: true, force: true })
stagePages(pages)
cpSync('docs/screens/terminal.webp', join(pages, 'public', 'terminal.webp'))
writePage(pages, 'index', readFileSync(join(site, 'home.md'), 'utf8'))
writePage(pages, 'command-line', commandLinePage())
writePage(pages, 'configuration', configurationPage())
writePage(pages, 'metrics', await metricsPage())
writePage(pages, 'schemas', schemasPage())
documentLibrary()
run('vitepress/bin/vitepress.js', 'build')

/** A page for each entry point of the library, from the comments of its sources. */
function documentLibrary(): void {
  const { exports, name }: { exports: Record<string, string>; name: string } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const sources = Object.entries(exports)
    .filter(([entry]) => entry !== './package.json')
    .map(([, target]) => target.replace(/^\.\/lib\/(.*)\.js$/, './src/$1.ts'))
    // Books are values: one page says what all of them are.
    .filter((source) => basename(source) === 'index.ts')
  run(
    'typedoc/bin/typedoc',
    ...['--plugin', 'typedoc-plugin-markdown', '--name', name, '--readme', 'none', '--out', 'pages/library-reference'],
    ...['--tsconfig', '../../tsconfig.json', '--skipErrorChecking', '--logLevel', 'Error', '--disableSources'],
    ...['--entryFileName', 'index', '--hidePageHeader', '--hideBreadcrumbs', '--outputFileStrategy', 'modules'],
    ...[
      '--parametersFormat',
      'table',
      '--sanitizeComments',
      '--excludeExternals',
      '--useHTMLAnchors',
      '--basePath',
      '../../src',
    ],
    ...sources.map((source) => `../../${source}`),
  )
}
