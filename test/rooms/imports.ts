import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** The imports among the project's files, type imports included. */
export type Source = { path: string; text: string }

const home = new URL('../../src/', import.meta.url)
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

export const sources: readonly Source[] = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isSource)
  .sort()
  .map((path) => ({ path, text: readFileSync(new URL(path, home), 'utf8') }))

/** Comments may name what code may not do. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const importForms = [
  /^\s*(?:import|export)\s[^'"`=]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
]

export const importedBy = (text: string): string[] =>
  importForms.flatMap((form) => [...withoutComments(text).matchAll(form)].map(([, name]) => name!))

/** A file and the targets of its imports as paths of the project, without packages. */
const neighbours = ({ path, text }: Source): string[] =>
  importedBy(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(path), name))

export type Arrow = readonly [from: string, to: string]

/** Every import between files of the house. */
export const arrowsOf = (files: readonly Source[]): Arrow[] =>
  files.flatMap((file) => neighbours(file).map((to) => [file.path, to] as const))

export const roomOf = (path: string): string => path.split('/')[0]!
