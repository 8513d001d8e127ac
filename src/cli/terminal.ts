import type { Left, UnsignedWish } from '../house/house-commands.ts'
import { nothing, terminalView } from '../house/terminals.ts'
import { leftIn } from '../service/floor/meter-desk.ts'
import { freshCode } from '../service/secrets/secrets.ts'
import { readTable } from '../service/stream/table-stream.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput } from './declaration.ts'
import { type House, housePlaceOf, inHouse, record } from './house-at-console.ts'
import { print, printAnswer, textTable } from './output.ts'

export async function runTerminal({ values, words }: Arguments<'terminal'>): Promise<void> {
  const [what, terminal = ''] = words
  if (what !== 'list' && words.length < 2) throw new BadInput('TERMINAL is missing')
  if (what === 'add' && values.table === undefined) throw new BadInput('--table is missing')
  const { reason } = values
  const act = async (house: House): Promise<void> => {
    if (what === 'list') return listTerminals(house, values.json)
    if (what === 'add') return addTerminal(house, terminal, values)
    if (what === 'code') return withCode(house, terminal, (code) => ({ do: 'renew-code', terminal, reason, code }))
    if (what === 'close') await record(house, { do: 'close-terminal', terminal, reason, finishing: false })
    else if (what === 'open') await record(house, { do: 'open-terminal', terminal, reason })
    else await record(house, { do: 'remove-terminal', terminal, reason, left: await leftOn(house, terminal) })
    await print(`${terminal}: done`)
  }
  return inHouse(housePlaceOf(values), act, { makes: what === 'add' })
}

async function leftOn({ house, journal, now }: House, terminal: string): Promise<Left> {
  const found = house.settled.state.terminals.get(terminal)
  const table = found && (await readTable(found.table, journal, () => now))
  return table ? leftIn(table.settled.state, found.player) : nothing
}

async function listTerminals({ house }: House, json: boolean | undefined): Promise<void> {
  const terminals = house.settled.state.terminals.entries().map(([, one]) => terminalView(one))
  await printAnswer(json, terminals, () =>
    textTable(
      ['terminal', 'table', 'player', 'status'],
      terminals.map(({ terminal, table, player, status }) => [terminal, table, player, status]),
    ),
  )
}

function addTerminal(house: House, terminal: string, { table = '', player, name }: Options<'terminal'>): Promise<void> {
  const wanted = { terminal, table, player: player ?? terminal, ...(name === undefined ? {} : { name }) }
  return withCode(house, terminal, (code) => ({ do: 'add-terminal', ...wanted, code }))
}

async function withCode(house: House, terminal: string, wishOf: (hash: string) => UnsignedWish): Promise<void> {
  const { code, hash } = freshCode(house.keyMaterial)
  const [event] = await record(house, wishOf(hash))
  const { expires } = (event as { code: { expires: string } }).code
  await print(`${terminal}: enrolment code ${code}, good once until ${expires}`)
}
