import { accountsOf, type Ledger, playersOf } from '../../src/engine/ledger.ts'
import { must } from '../support/engine.ts'
import { cellsIn, chipsOut, type Model, stakesIn, sumOf, worthOf } from './model.ts'

/** The table's accounts say what the model counted from the events, nobody has less than nothing, all of it is nothing. */
export function isMoneyRight(model: Model, ledger: Ledger): void {
  const accounts = accountsOf(ledger)
  must(sumOf(Object.values(accounts), (amount) => amount) === 0, 'the accounts do not sum to zero', ledger)
  const said = (account: string) => accounts[account] ?? 0
  must(said('outside') === model.outside, 'outside', ledger, model.outside)
  must(said('house') === model.house, 'house', ledger, model.house)
  must(said('layout') === model.layoutMoney, 'layout', ledger, model.layoutMoney)
  must(said('awards') === 0 - model.awarded, 'awards', ledger, model.awarded)
  const lying = [...stakesIn(model), ...cellsIn(model)]
  must(model.layoutMoney === sumOf(lying, (held) => worthOf(model, held)), 'stakes', model.layoutMoney)
  for (const [player, { cash, chips, value, owed }] of model.players) {
    must(cash >= 0 && chips >= 0 && owed >= 0, 'less than nothing', player, cash, chips, owed)
    must(said(`player:${player}`) === cash, 'cash', player, ledger, cash)
    must(said(`chips:${player}`) === chips * value, 'chips', player, ledger, chips)
    must(said(`owed:${player}`) === -owed, 'owed', player, ledger, owed)
  }
  must(
    playersOf(ledger).every((player) => model.players.has(player)),
    'an account of nobody',
    ledger,
  )
}

/** A colour belongs to one player at a time. */
export function areColoursOwn(model: Model): void {
  const out = [...model.players].filter(([player]) => chipsOut(model, player) > 0).map(([, { colour }]) => colour)
  must(new Set(out).size === out.length, 'two players have chips of one colour', [...model.players])
}

/** The stakes in play over all rounds that stand. */
export const handleOf = ({ past }: Model): number => sumOf(past.values(), ({ played }) => played)
