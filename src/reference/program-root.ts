import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the program: a checkout, or an installed package. It holds `package.json`, scenarios, schemas and the built
 * screens. It is searched upwards, because modules run from sources and from a bundle at different depths.
 */
export const programRoot = nearestPackage(dirname(fileURLToPath(import.meta.url)))

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('The program has no package.json')
  return nearestPackage(above)
}
