import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { otherDocuments } from '../../docs/site/navigation.ts'

/** Copies the documents for the site. Links between documents lead to pages, links to source files become their paths. */
export function stagePages(folder: string): void {
  for (const [source, page] of documents()) writePage(folder, page, siteText(source, readFileSync(source, 'utf8')))
  cpSync('docs/screens', join(folder, 'screens'), { recursive: true })
}

export function writePage(folder: string, page: string, text: string): void {
  const file = join(folder, `${page}.md`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Every document by its path in the source tree, with the name of its page. */
export function documents(): ReadonlyMap<string, string> {
  const own = globSync('docs/*.md').map((path) => path.replaceAll('\\', '/'))
  return new Map([
    ...own.map((path): [string, string] => [path, path.slice('docs/'.length, -'.md'.length)]),
    ...Object.entries(otherDocuments),
  ])
}

/** `source`: the path of the document, where its links start. */
export const siteText = (source: string, text: string): string =>
  text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, bang: string, label: string, target: string) => {
    if (/^(\w+:|#)/.test(target)) return whole
    const [path = '', anchor] = target.split('#')
    const found = join(dirname(source), path)
    if (bang) return `![${label}](./${found.replace(/^docs\//, '')})`
    const page = documents().get(found)
    // An old change may name a heading of its time.
    const isStill = anchor !== undefined && source !== 'CHANGELOG.md'
    if (page) return `[${label}](./${page}.md${isStill ? `#${anchor}` : ''})`
    if (!existsSync(found)) throw new Error(`${source} links to ${target}, which does not exist`)
    return label.includes('`') ? label : `${label} (\`${found}\`)`
  })
