import type { Arrow } from './imports.ts'

/** Cycles of imports. Each is the list of its files, with the first one again at the end. */
export function cyclesOf(arrows: readonly Arrow[]): string[] {
  const next = Map.groupBy(
    arrows.filter(([from, to]) => from !== to),
    ([from]) => from,
  )
  const neighbours = (name: string): Set<string> => new Set(next.get(name)?.map(([, to]) => to))
  const done = new Set<string>()
  return [...next.keys()].sort().flatMap((name) => {
    const way = done.has(name) ? null : wayBack(name, neighbours)
    for (const passed of way ?? []) done.add(passed)
    return way ? [[...way, name].join(' > ')] : []
  })
}

/** The shortest way from a name back to itself; null where there is none. */
function wayBack(name: string, neighbours: (name: string) => Set<string>): string[] | null {
  const ways: string[][] = [[name]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const to of neighbours(way.at(-1)!)) {
      if (to === name) return way
      if (!seen.has(to)) ways.push([...way, to])
      seen.add(to)
    }
  return null
}

/** The arrows between the files and folders directly inside a folder, each folder as one. */
export function arrowsIn(folder: string, arrows: readonly Arrow[]): Arrow[] {
  const inside = folder === '' ? '' : `${folder}/`
  const sibling = (path: string): string => {
    const [name, ...rest] = path.slice(inside.length).split('/')
    return rest.length > 0 ? `${inside}${name}/` : path
  }
  return arrows
    .filter((arrow) => arrow.every((path) => path.startsWith(inside)))
    .map(([from, to]) => [sibling(from), sibling(to)])
}

/** Every folder that a path of these arrows is in. */
export const foldersOf = (arrows: readonly Arrow[]): string[] => {
  const folders = arrows.flat().flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return [...parts.keys()].map((depth) => parts.slice(0, depth + 1).join('/'))
  })
  return ['', ...new Set(folders)]
}
