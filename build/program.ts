import { globSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { inProgram } from './sbom.ts'

/**
 * Bundles the command with the service: one file, and one for each thread that it starts. Resolving 900 modules is most of a
 * start; packages that the program depends on stay packages.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const threads = globSync('src/{cli,service}/**/*-worker.ts').map((file) => [basename(file, '.ts'), file] as const)
  for (const [name, file] of [['bin', 'src/cli/bin.ts'], ['croupier', 'src/cli/program.ts'], ...threads] as const)
    await bundleFile(folder, name, file)
}

async function bundleFile(folder: string, name: string, file: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [besideEachOther, packagesOnDemand],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: resolve(folder),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: { input: { [name]: file }, output: { entryFileNames: '[name].js', codeSplitting: false } },
    },
  })
}

const startsThread = /(?<=new URL\(')\.{1,2}\/(?:[\w-]+\/)*([\w-]+-worker)\.ts(?=', import\.meta\.url\))/g
const loadsProgram = "import('./program.ts')"

/** A thread, and the command after the check of Node's version, are files of their own in the same folder. */
const besideEachOther: Plugin = {
  name: 'beside-each-other',
  enforce: 'pre',
  transform: (code) => {
    const changed = code.replace(startsThread, './$1.js').replace(loadsProgram, "import('./croupier.js')")
    return changed === code ? null : { code: changed, map: null }
  },
  resolveId: (id) => (id === './croupier.js' ? { id, external: true } : null),
}

/** The packages of the library are bundled: typebox alone has some hundred modules. */
const isBundled = (id: string): boolean => inProgram.some((name) => id === name || id.startsWith(`${name}/`))
const isPackage = (id: string): boolean => /^[@\w]/.test(id) && !isBuiltin(id) && !isBundled(id)
const PREFIX = '\0package:'

/**
 * A package is loaded when the module that imports it is: `import` statements of the one file would load all of them for
 * `croupier --help`.
 */
const packagesOnDemand: Plugin = {
  name: 'packages-on-demand',
  enforce: 'pre',
  resolveId: (id, importer) => (importer && isPackage(id) && !importer.startsWith(PREFIX) ? `${PREFIX}${id}` : null),
  load: (id) => {
    if (!id.startsWith(PREFIX)) return null
    return `module.exports = process.getBuiltinModule('module').createRequire(import.meta.url)('${id.slice(PREFIX.length)}')`
  },
}

if (import.meta.main) await bundleProgram('dist/program')
