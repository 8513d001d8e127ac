import { fundsOf } from '../engine/summary.ts'
import {
  addTerminal,
  closeTerminal,
  type Left,
  nothing,
  openTerminal,
  removeTerminal,
  renewCode,
  terminalView,
} from '../house/terminals.ts'
import { hostAsWritten } from '../table/setups.ts'
import { atConsole, type House, inHouse, record } from './house.ts'
import { BadInput, readArguments } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage =
  'terminal WHAT [TERMINAL] [--table TABLE] [--player NAME] [--name NAME] [--reason TEXT] [--data DIR] [--json]'

export const details = (): string =>
  'WHAT: list, add, code, close, open or remove. add and code show an enrolment code, good once and for a day.\nThe service must be stopped; while it runs, use its doors.'

export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, {
    table: { type: 'string' },
    player: { type: 'string' },
    name: { type: 'string' },
    reason: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [what, terminal] = words
  const reason = values.reason ?? 'at the console'
  return inHouse(values.data ?? 'croupier-data', async (house) => {
    if (what === 'list') return list(house, values.json)
    if (terminal === undefined) throw new BadInput('TERMINAL is missing')
    const { state } = house.host
    if (what === 'add') return add(house, terminal, values)
    if (what === 'code')
      return shown(
        await record(house, renewCode(state, { terminal, reason }, atConsole, house.now, house.means)),
        terminal,
      )
    if (what === 'close')
      await record(house, closeTerminal(state, { terminal, reason, finishing: false }, atConsole, house.now))
    else if (what === 'open') await record(house, openTerminal(state, { terminal, reason }, atConsole, house.now))
    else if (what === 'remove') {
      const left = await leftOn(house, terminal)
      await record(house, removeTerminal(state, { terminal, reason, left }, atConsole, house.now))
    } else throw new BadInput(`terminal cannot ${what}: list, add, code, close, open or remove`)
    await print(`${terminal}: done`)
    return 0
  })
}

async function leftOn({ host, journal, now }: House, terminal: string): Promise<Left> {
  const found = host.state.terminals.get(terminal)
  const table = found && (await hostAsWritten(journal, found.table, () => now))
  return table ? fundsOf(table.state, found.player) : nothing
}

async function list({ host }: House, json: boolean | undefined): Promise<number> {
  const terminals = host.state.terminals.entries().map(([, one]) => terminalView(one))
  if (json) await printJson(terminals)
  else
    await print(
      textTable(
        ['terminal', 'table', 'player', 'status'],
        terminals.map(({ terminal, table, player, status }) => [terminal, table, player, status]),
      ),
    )
  return 0
}

async function add(
  house: House,
  terminal: string,
  { table, player, name }: { table?: string; player?: string; name?: string },
): Promise<number> {
  if (table === undefined) throw new BadInput('--table is missing')
  const wanted = { terminal, table, player: player ?? terminal, ...(name === undefined ? {} : { name }) }
  return shown(await record(house, addTerminal(house.host.state, wanted, atConsole, house.now, house.means)), terminal)
}

async function shown({ code, expires }: { code: string; expires: string }, terminal: string): Promise<number> {
  await print(`${terminal}: enrolment code ${code}, good once until ${expires}`)
  return 0
}
