import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { type Installed, installedBrowser } from './browser.ts'
import { buildScreens } from './build-screens.ts'
import { staffedFolder } from './house.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: Installed
    staffed: string
  }
}

/** The common set-up of all tests: a browser, the screens, a house with its staff. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const browser = await installedBrowser()
  const [staffed] = await Promise.all([staffedFolder(), buildScreens()])
  project.provide('browser', browser)
  project.provide('staffed', staffed)
  return () => rm(staffed, { recursive: true, force: true })
}
