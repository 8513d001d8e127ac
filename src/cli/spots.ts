import type { Spot } from '../engine/spots.ts'
import { spotFacts } from '../reference/facts.ts'
import type { Arguments } from './commands.ts'
import { readBook, spotList } from './input.ts'
import { print, printJson, textTable } from './output.ts'

export async function run({ values, words }: Arguments<'spots'>): Promise<number> {
  const list = spotList(readBook(words[0]), values.layout)
  if (values.json) await printJson(list.map(spotFacts))
  else
    await print(
      textTable(
        ['spot', 'kind', 'pays to 1', 'clause', 'placed', 'covers'],
        list.map((spot) => [
          spot.spot,
          spot.kind,
          paysWithBonus(spot),
          spot.clause,
          spot.placed,
          spot.covers.join(' '),
        ]),
      ),
    )
  return 0
}

const paysWithBonus = ({ pays, paysBonus, paysSuperBonus }: Spot): string =>
  paysBonus === pays ? `${pays}` : `${pays}/${paysBonus}/${paysSuperBonus}`
