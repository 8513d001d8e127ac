import { expect, test } from 'vitest'
import { books } from '../../books/index.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { boardOf } from '../../felt/board.ts'
import { dollyPlace } from './felt-lights.tsx'
import { placeTags } from './felt-tags.ts'

const cases = books.flatMap((book) =>
  layoutNames(book).flatMap((layout) => (['wide', 'tall'] as const).map((lie) => ({ id: book.id, book, layout, lie }))),
)

test.each(cases)(
  '$id $layout, $lie: whatever a number pays is told beside numbers, dolly and each other',
  ({ book, layout, lie }) => {
    const board = boardOf(book, layout, lie)
    const touching: string[] = []
    for (const pocket of book.wheel.pockets) {
      const won = spotsOf(book, layout).list.filter(({ covers }) => covers.includes(pocket))
      const paid = won.map(({ spot, pays }) => ({ spot, text: `+${pays * 5}` }))
      const dolly = dollyPlace(board, pocket)!
      const tags = placeTags(board, paid, dolly)
      const boxes = [...tags, { ...dolly, spot: 'dolly' }]
      const numbers = [...board.byId.values()].filter(({ spot }) => board.numbers.has(spot))
      for (const [index, a] of tags.entries()) {
        for (const b of boxes.slice(index + 1))
          if (Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.y - b.y) < (a.h + b.h) / 2)
            touching.push(`${pocket}: ${a.spot} and ${b.spot}`)
        for (const { spot, x, y } of numbers)
          if (Math.abs(a.x - x) < a.w / 2 && Math.abs(a.y - y) < a.h / 2)
            touching.push(`${pocket}: ${a.spot} over ${spot}`)
      }
    }
    expect(touching).toEqual([])
  },
)
