import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { documents as siteDocuments, siteText } from '../build/docs/staged-pages.ts'
import { generatedPages, sections } from '../docs/site/navigation.ts'
import { bookById } from '../src/books/index.ts'
import { type CommandLineName, commandNames, declarationOf } from '../src/cli/commands.ts'
import { isRefusal } from '../src/engine/decision.ts'
import { cashOf } from '../src/engine/ledger.ts'
import { isScriptProblem, playScript, readScript } from '../src/engine/script.ts'
import { isShort } from './suites.ts'
import { entryPoints } from './support/entry-points.ts'

/** Links in the documents lead somewhere, and their commands can be typed. */
const documents = ['*.md', 'docs/*.md', 'src/**/*.md', 'e2e/*.md', 'deploy/*.md']
  .flatMap((pattern) => globSync(pattern))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
const readme = documents.find(({ path }) => path === 'README.md')!.text

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!).filter((one) => !/^\w+:/.test(one))

/** Paths of ours; what is in capitals or has a star stands for others. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|docs|scenarios|bench|e2e)\/[^`\s]*)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !/[A-Z*{}]/.test(path.replace('README', '')))

test.each(documents)('$path: every link leads somewhere', ({ path, text }) => {
  expect(linksIn(text).filter((target) => !existsSync(join(dirname(path), target)))).toEqual([])
})

/** An old change may use the name of its time. */
test.each(documents.filter(({ path }) => path !== 'CHANGELOG.md'))('$path: every file named is there', ({ text }) => {
  expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([])
})

test('docs/architecture.md names no file that is not there', () => {
  const page = documents.find(({ path }) => path === 'docs/architecture.md')!.text
  const named = [...page.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, name]) => name!)
  const files = globSync('{src,test,e2e,bench,build}/**/*.{ts,tsx}').map((path) => `/${path.replaceAll('\\', '/')}`)
  expect(named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

test('every document is found from the README', () => {
  const pages = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.filter((page) => !linksIn(readme).includes(page))).toEqual([])
})

test('every page is once in the navigation of the site, and nothing else is', () => {
  const entries = sections.flatMap(({ entries }) => entries.map(({ page }) => page))
  expect(new Set(entries).size).toBe(entries.length)
  const all = [...siteDocuments().values(), ...generatedPages]
  expect(entries.filter((page) => !all.includes(page))).toEqual([])
  const own = documents.filter(({ path }) => path.startsWith('docs/') && !path.includes('/site/'))
  expect(own.filter(({ path }) => !entries.includes(path.slice(5, -3))).map(({ path }) => path)).toEqual([])
})

test.each([...siteDocuments().keys()])('%s: the site can show it with all its links', (path) => {
  const text = siteText(path, readFileSync(path, 'utf8'))
  const targets = linksIn(text).filter((target) => target.endsWith('.md'))
  const known = [...siteDocuments().values()].map((page) => `./${page}.md`)
  expect(targets.filter((target) => !known.includes(target))).toEqual([])
})

/** The lines of a page that start a program of ours, without comments. */
const fencedLines = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/```jsonl\n(.*?)```/gs)].flatMap(([, text]) => text!.trimEnd().split('\n'))

test('docs/first-round.md: the round ends with the balance that the page names, and what it breaks is refused', () => {
  const lines = fencedLines('docs/first-round.md')
  const play = (script: readonly string[]) => {
    const read = readScript(script.join('\n'), bookById)
    if (isScriptProblem(read)) throw new Error(read.problem)
    return [...playScript(read)].flatMap((step) => (step.played === 'command' ? [step] : []))
  }
  const page = readFileSync('docs/first-round.md', 'utf8')
  const played = play(lines)
  expect(played.filter(({ answer }) => isRefusal(answer))).toEqual([])
  const { state } = played.at(-1)!.table
  expect(page).toContain(`has ${cashOf(state.ledger, 'ann')} cents`)
  const [late, sameWay] = [...page.matchAll(/```json\n(.*?)\n```/gs)].map(([, line]) => line!)
  const at = lines.findIndex((line) => line.includes('no-more-bets')) + 1
  expect(play(lines.toSpliced(at, 0, late!))[at - 1]!.answer).toMatchObject({ refused: 'betting-is-closed' })
  const spun = play(lines.map((line) => (line.includes('"spin"') ? sameWay! : line)))
  expect(spun.flatMap(({ answer }) => (isRefusal(answer) ? [] : answer.events))).toContainEqual(
    expect.objectContaining({ type: 'round-voided', clause: '5.1' }),
  )
})

test('the round of the README is played without a refusal', () => {
  const script = readScript(readme.match(/^ {4}\{.*\}$/gm)!.join('\n'), bookById)
  if (isScriptProblem(script)) throw new Error(script.problem)
  const answers = [...playScript(script)].flatMap((step) => (step.played === 'command' ? [step.answer] : []))
  expect(answers.filter(isRefusal)).toEqual([])
  expect(answers.length).toBeGreaterThan(5)
})

/** The text in fences of the README by kind, in order. */
const readmeBlocks = (kind: string): string[] =>
  [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, own]) => own === kind).map(([, , text]) => text!)
const program = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['src/cli/main.ts', ...args], { encoding: 'utf8' })
const typedIn = (text: string): string[][] =>
  [...text.matchAll(/npm run -s croupier -- ([^#\n]*)/g)].map(([, line]) => line!.trim().split(/\s+/))

test('the README shows the real output of a story, a program and a receipt', () => {
  const [story, printed, receipt] = readmeBlocks('text')
  const explain = typedIn(readme).find(([command]) => command === 'explain')!
  expect(program(...explain)).toContain(story)
  const check = typedIn(readme).find(([command]) => command === 'check')!
  const lines = program(...check).split('\n')
  const shown = receipt!.trimEnd().split('\n')
  expect(lines.filter((line) => shown.includes(line))).toEqual(shown)
  const sources = entryPoints()
  const [code] = readmeBlocks('js')
  expect(code!.trimEnd().split('\n').length).toBeLessThanOrEqual(7)
  const file = join(folder, 'readme.mjs')
  writeFileSync(
    file,
    code!.replace(/from '([^']*)'/g, (_, name: string) => `from '${pathToFileURL(sources.get(name)!)}'`),
  )
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(printed)
})

/** Scripts of package.json, as the documents type them. */
test.each(documents.filter(({ path }) => path !== 'CHANGELOG.md'))(
  '$path: every npm script that it types exists',
  ({ text }) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => name!)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  },
)

/** The text that a draw is derived from (docs/proof.md), not a command. */
const hashedText = '`croupier draw 1`'

/** `croupier COMMAND --option` in code: the command exists, and has the option. */
test.each(documents.filter(({ path }) => path !== 'CHANGELOG.md'))(
  '$path: every command and option of croupier exists',
  ({ text }) => {
    const code = [...text.matchAll(/^ {4,}.*$|`[^`\n]+`/gm)].map(([code]) => code).filter((code) => code !== hashedText)
    const wrong = code.flatMap((line) =>
      [
        ...line.matchAll(
          /(?:^\s*|[`;|] ?|-- )croupier(?: --)? ([a-z][\w-]*)([^#;|`]*)|croupier -- ([a-z][\w-]*)([^#;|`]*)/g,
        ),
      ].flatMap(([, plain, rest, scripted, after]) => {
        const name = plain ?? scripted!
        if (!isCommand(name)) return [name]
        const { options } = declarationOf(name)
        const typed = [...(rest ?? after ?? '').matchAll(/ --([a-z][\w-]*)/g)].map(([, option]) => option!)
        return typed
          .filter((option) => !(option in options) && option !== 'help')
          .map((option) => `${name} --${option}`)
      }),
    )
    expect(wrong).toEqual([])
  },
)
const isCommand = (name: string): name is CommandLineName => (commandNames as readonly string[]).includes(name)

/** The journal that is verified there is one that the reader has played. */
const typed = [...readme.matchAll(/npm run -s croupier -- ([^#\n]*)/g)]
  .map(([, line]) => line!.trim().split(/\s+/))
  .filter(([command]) => command !== 'verify')
  // A million draws: `src/cli/help.test.ts` types the same command with fewer.
  .filter(([command]) => !(isShort && command === 'randomness'))

const folder = mkdtempSync(join(tmpdir(), 'croupier-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(typed)('the README says to type: croupier %s %s', (...args) => {
  // Commands that write files are not run here.
  const typedElsewhere = args.map((word) => (word.endsWith('.html') ? join(folder, word) : word))
  expect(execFileSync(process.execPath, ['src/cli/main.ts', ...typedElsewhere], { encoding: 'utf8' })).not.toBe('')
})
