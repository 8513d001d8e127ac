import './felt-print.css'
import type { Book } from '../../books/rule-book.ts'
import { boardOf, type Lie } from '../../felt/board.ts'
import { type DrawnShape, drawFelt } from '../../felt/felt-drawing.ts'
import { editionOf, nouns } from '../words/names.ts'
import { memo } from './components.tsx'

type PrintProps = { book: Book; layout: string; lie: Lie; language: string }

/** The print on the cloth. It changes with the book and the language only. */
export const Print = memo(function Print({ book, layout, lie }: PrintProps) {
  const { cells, lines } = drawFelt(editionOf(book), layout, boardOf(book, layout, lie), nouns)
  return (
    <g class="felt-cloth" aria-hidden="true">
      {cells.map(({ spot, shapes }) => (
        <g key={spot}>{shapes.map(ShapeDrawn)}</g>
      ))}
      {lines.map(ShapeDrawn)}
    </g>
  )
})

const ShapeDrawn = ({ tag: Tag, class: look, colour, attributes, text }: DrawnShape) => (
  <Tag class={look} data-colour={colour} {...attributes}>
    {text}
  </Tag>
)
