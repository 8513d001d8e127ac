import { afterEach, expect } from 'vitest'
import { isWhole } from '../test/campaign.ts'
import { barriersIn } from './axe.ts'
import { englishIn } from './english-left.ts'
import { type ScreenName, type See, type Sight, screens } from './every-screen.ts'
import { misfitsIn, resize } from './fitting.ts'

/** The table of clauses is of commands, scenarios and places in a book, by the names that they have. */
const isForMachines = ({ screen, state }: Sight): boolean => screen === 'audit' && state === 'tabBooks'

/** For the tests of one file: whoever looks at each sight on a walk through the screens, and finds what is wrong with it. */
export function lookForFaults(): (beginning: number) => See {
  const wrong: string[] = []
  afterEach(() => expect(wrong.splice(0)).toEqual([]))

  /** Barriers are asked for once on each screen and in each dialog; in a campaign in each state. */
  const asked = new Set<string>()
  const isNewKind = ({ screen, of, state }: Sight): boolean => {
    const isOfRound = ['closed', 'result', 'settled', 'next', 'void', 'between'].includes(state)
    const kind = state === 'open' ? `${screen} ${of}` : isOfRound && !isWhole ? screen : `${screen} ${state}`
    return asked.size < asked.add(kind).size
  }

  /**
   * Each sight at one of its screen's sizes, the next time at the next: with another beginning for each table every state comes
   * in every size. All of them in all sizes and both languages: `npm run screenshots -- --all FOLDER`.
   */
  return (beginning) => {
    const turns = new Map<ScreenName, number>()
    return async (sight) => {
      const { page, screen, of, language, state } = sight
      const { sizes: offered, isTouched, ...promised } = screens[screen]
      const turn = turns.get(screen) ?? beginning
      turns.set(screen, turn + 1)
      const size = offered[turn % offered.length]!
      await resize(page, size, isTouched(size))
      const name = `${screen} at ${of}, ${state}, ${size.width} x ${size.height}, ${language}`
      const found = await misfitsIn(page, promised)
      if (isNewKind(sight)) found.push(...(await barriersIn(page)))
      wrong.push(...found.map((text) => `${name}: ${text}`))
      if (language === 'zh' && !isForMachines(sight))
        await expect.poll(() => englishIn(page), { message: name }).toEqual([])
    }
  }
}
