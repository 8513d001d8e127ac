import Type from 'typebox'
import { limits } from './play-shapes.ts'

/** How a table is set up, in a configuration and in a script. Its rule book says which layouts, terminals and limits are possible. */
export const setupFields = {
  book: Type.String({ description: 'the id of a rule book, or a file such as ./books/harbour.json' }),
  layout: Type.Optional(Type.String({ description: 'the layout; needed only where the book has several' })),
  terminal: Type.Optional(
    Type.String({ description: 'the kind of terminal; needed only where the layout has several' }),
  ),
  limits: Type.Optional({ ...limits, description: 'the limits displayed, in cents, by kind of wager, or default' }),
  wheelOrder: Type.Optional(
    Type.Array(Type.String(), { description: 'the pockets as they follow one another, where not as in the book' }),
  ),
}
