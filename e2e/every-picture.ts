import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Size } from './browser.ts'
import {
  bothLanguages,
  prepareQuestions,
  type See,
  type Sight,
  screens,
  seeAudit,
  seeConsoleDialogs,
  seeOpenScreens,
  seePit,
  seeRound,
} from './every-screen.ts'
import { misfitsIn, resize } from './fitting.ts'
import type { Place } from './house.ts'
import { seeTerminalDialogs } from './terminal-dialogs.ts'
import { everyTable } from './testing-tables.ts'

/**
 * Every screen of every book, at every size that people have it, in both languages: The pictures are for review one by
 * one, with a list of misfits beside them, in a folder of their own, since there are hundreds. `only`: pictures whose
 * names contain it. Returns the number of misfits.
 */
export async function everyPicture(place: Place, folder: string, only: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const misfits: string[] = []
  let taken = 0
  const see: See = async (sight) => {
    const { sizes, isTouched, ...promised } = screens[sight.screen]
    for (const size of sizes) {
      const name = nameOf(sight, size)
      if (!name.includes(only)) continue
      await resize(sight.page, size, isTouched(size))
      await sight.page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
      const found = (await misfitsIn(sight.page, promised)).map((text) => `${name}: ${text}`)
      for (const line of found) console.log(line)
      misfits.push(...found)
      taken++
    }
  }
  for (const { id } of everyTable) await seeRound(place, id, bothLanguages, see)
  await prepareQuestions(place)
  for (const language of bothLanguages)
    for (const tour of [seeOpenScreens, seeConsoleDialogs, seePit, seeAudit, seeTerminalDialogs])
      await tour(place, language, see)
  await writeFile(join(folder, 'misfits.txt'), misfits.map((line) => `${line}\n`).join(''))
  console.log(`${taken} pictures in ${folder}, ${misfits.length} misfits in misfits.txt`)
  return misfits.length
}

const nameOf = ({ screen, of, language, state }: Sight, { width, height }: Size): string =>
  [screen, of, `${width}x${height}`, language, state].join('.')
