import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The entry points of the library: the name that a user imports, with the source file behind it. */
export function entryPoints(): ReadonlyMap<string, string> {
  const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  return new Map(
    Object.entries(exports)
      .filter(([entry]) => entry !== './package.json')
      .map(([entry, target]): [string, string] => {
        const source = target.replace(/^\.\/lib\/(.*)\.js$/, './src/$1.ts')
        const name = entry === '.' || entry === './engine' ? '' : entry.slice(1)
        return [`@croupier/engine${name}`, resolve(source)]
      }),
  )
}
