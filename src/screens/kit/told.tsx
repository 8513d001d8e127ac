import './told.css'
import { Fragment } from 'preact'
import type { Passage } from '../../story/passages.ts'
import { clauseName } from '../words/names.ts'

/** A sentence with the rules that it rests on, or a small table. */
export function PassageShown({ passage }: { passage: Passage }) {
  if ('heading' in passage) return null
  return (
    <div class="lines told">
      {'says' in passage ? <p>{passage.says}</p> : <PassageTable passage={passage} />}
      {passage.cites.map(({ clause, means }) => (
        <p key={clause} class="told-cite fine">
          <b>{clauseName(clause)}</b> {means}
        </p>
      ))}
    </div>
  )
}

type TablePassage = Extract<Passage, { columns: unknown }>

/** A column that says something once for several rows becomes a heading over them: a column of text is narrow. */
function PassageTable({ passage: { columns, rows } }: { passage: TablePassage }) {
  const isGrouped = rows.some(({ cells }) => cells[0] === '')
  const used = [...columns.keys()]
    .slice(isGrouped ? 1 : 0)
    .filter((column) => rows.some(({ cells }) => cells[column] !== ''))
  const isMoney = (column: number) => rows.some(({ cells }) => /^-?\$/.test(cells[column]!))
  const look = (column: number) => (isMoney(column) ? 'is-number' : undefined)
  return (
    <table class="rows">
      <thead>
        <tr>
          {used.map((column) => (
            <th key={column} scope="col" class={look(column)}>
              {columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, note }, index) => (
          <Fragment key={index}>
            {isGrouped && cells[0] !== '' && <Across of={used.length} class="told-group" text={cells[0]!} />}
            <tr class={note ? 'has-note' : undefined}>
              {used.map((column) => (
                <td key={column} class={look(column)}>
                  {cells[column]}
                </td>
              ))}
            </tr>
            {note && <Across of={used.length} class="fine" text={note} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Across = ({ of, text, class: name }: { of: number; text: string; class: string }) => (
  <tr>
    <td class={name} colSpan={of}>
      {text}
    </td>
  </tr>
)
