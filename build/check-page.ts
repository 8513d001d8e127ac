import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

type Output = Rolldown.RolldownOutput['output'][number]

/**
 * The page that checks, in one file that asks for nothing: script and styles stand in it, and its own policy lets nothing
 * else in. It is made after the screens, so that whoever builds them has it.
 */
export const checkPage = (): Plugin => ({ name: 'check-page', apply: 'build', closeBundle: () => buildCheckPage() })

/** As all screens are written. */
export const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

const place = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
export const CHECK_PAGE = place('dist/screens/check.html')
const { version } = JSON.parse(readFileSync(place('package.json'), 'utf8')) as { version: string }

export async function buildCheckPage(): Promise<void> {
  const built = await build({
    configFile: false,
    root: place('src/screens/check'),
    logLevel: 'warn',
    oxc,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      reportCompressedSize: false,
      // The font stands in the styles.
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  mkdirSync(dirname(CHECK_PAGE), { recursive: true })
  writeFileSync(CHECK_PAGE, inOne(output))
}

const textOf = (one: Output): string => (one.type === 'chunk' ? one.code : String(one.source))

function inOne(output: readonly Output[]): string {
  const named = (end: string): string[] => output.filter(({ fileName }) => fileName.endsWith(end)).map(textOf)
  const [scripts, styles] = [named('.js'), named('.css')]
  const strange = output.filter(({ fileName }) => !/\.(js|css|html)$/.test(fileName))
  if (scripts.length !== 1 || strange.length > 0)
    throw new Error(`The page that checks must be one file, not ${output.map(({ fileName }) => fileName).join(', ')}`)
  // A page reads a bare zero byte as another character, and the minifier writes one where the source has an escape.
  const script = scripts[0]!.replaceAll('</script', '<\\/script').replaceAll('\0', '\\x00')
  const style = styles.join('\n')
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; font-src data:; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8" />',
    `<meta http-equiv="content-security-policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<title>Croupier</title>',
    `<style>${style}</style>`,
    '</head>',
    // It cannot name the digest of the program, which it is a part of.
    `<body data-program="Croupier ${version}">`,
    '<div id="check"></div>',
    `<script type="module">${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
