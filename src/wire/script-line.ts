import Type from 'typebox'
import { command } from './command.ts'
import { either, shape, textUpTo } from './shapes.ts'
import { setupFields } from './table-setup.ts'

/** One line of a script that is not empty and no comment. */
export const scriptLine = either(
  [
    shape({
      scenario: textUpTo(200),
      clauses: Type.Array(textUpTo(20), { description: 'the clauses that it shows' }),
      readings: Type.Optional(Type.Array(Type.Integer(), { description: 'the readings of docs/readings.md' })),
    }),
    shape({
      table: shape({
        ...setupFields,
        onlyInForce: Type.Optional(Type.Boolean({ description: 'rounds open only by a book that is in force' })),
      }),
    }),
    shape({ expect: Type.Unknown({ description: 'what the answer to the command before it must hold' }) }),
    command,
  ],
  { description: 'one line of a script: a title, a fresh table, a command, or what its answer must hold' },
)
