import type { Spot } from '../engine/spots.ts'
import { spotFacts } from '../reference/facts.ts'
import { readArguments, readBook, spotList } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage = 'spots BOOK [--layout L] [--json]'

export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { layout: { type: 'string' }, json: { type: 'boolean' } })
  const list = spotList(readBook(words[0]), values.layout)
  if (values.json) await printJson(list.map(spotFacts))
  else
    await print(
      textTable(
        ['spot', 'kind', 'pays to 1', 'clause', 'placed', 'covers'],
        list.map((spot) => [spot.spot, spot.kind, levels(spot), spot.clause, spot.placed, spot.covers.join(' ')]),
      ),
    )
  return 0
}

const levels = ({ pays, paysBonus, paysSuperBonus }: Spot): string =>
  paysBonus === pays ? `${pays}` : `${pays}/${paysBonus}/${paysSuperBonus}`
