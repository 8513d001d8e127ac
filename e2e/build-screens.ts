import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './house.ts'

/** Builds the screens where the service looks for them, as `npm run build` does. The environment of the tests is not passed on. */
export async function buildScreens(): Promise<void> {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    env,
  })
}
