import type { Line } from '../../src/engine/settlement.ts'
import type { Spot } from '../../src/engine/spots.ts'
import { must } from '../support/engine.ts'
import { type Cell, cellName, cellsIn, type Model, spotNamed, sumOf, wealthOf } from './model.ts'

/**
 * En prison, modelled independently: each stake in prison is a cell that remembers what every later round did to it.
 */

type Fate = 'kept' | 'freed' | 'lost'

export const isOfPrison = ({ imprisonedIn }: Line): boolean => imprisonedIn !== undefined

export function imprisons({ book }: Model, { kind, covers }: Spot, pocket: string): boolean {
  const { enPrison } = book.rules
  return !!enPrison?.pockets.includes(pocket) && enPrison.kinds.includes(kind) && !covers.includes(pocket)
}

function fateOn(model: Model, { spot: id }: { spot: string }, pocket: string): Fate {
  const spot = spotNamed(model, id)!
  if (spot.covers.includes(pocket)) return 'freed'
  return imprisons(model, spot, pocket) && model.book.rules.enPrison!.further === 'stays' ? 'kept' : 'lost'
}

const fateTold = ({ result }: Line): Fate =>
  result === 'imprisoned' ? 'kept' : result === 'returned' ? 'freed' : 'lost'

const nameIn = ({ player, spot, imprisonedIn }: Line, round: number): string =>
  cellName(imprisonedIn ?? round, spot, player)

/** Every stake that was in prison has one line, which does what the pocket says and names where it came from. */
export function areFatesRight(model: Model, lines: readonly Line[], cells: readonly Cell[], pocket: string): void {
  const told = lines.filter(isOfPrison)
  must(told.length === cells.length, 'other stakes were in prison', told, cells)
  for (const line of told) {
    const cell = cells.find((one) => one.name === nameIn(line, 0))
    must(cell !== undefined && line.stake === cell.amount && line.paid === 0, 'a stake of nobody in prison', line)
    must(fateTold(line) === fateOn(model, line, pocket), 'a stake in prison came out wrong', line)
    const parts = [line.collected, line.returned, line.imprisoned ?? 0]
    must(
      parts.filter((part) => part === line.stake).length === 1 && sumOf(parts, (part) => part) === line.stake,
      'parts',
      line,
    )
  }
}

/** The effect of a settled round on the prison. */
export function moveCells(model: Model, round: number, lines: readonly Line[]): void {
  for (const line of lines) {
    const cell = model.cells.get(nameIn(line, round))
    if (isOfPrison(line)) {
      cell!.fates.set(round, fateTold(line))
      cell!.isIn = line.result === 'imprisoned'
      if (!cell!.isIn) Object.assign(cell!, { cash: 0, chips: 0 })
    } else if (line.result === 'imprisoned') addCell(model, round, line, line.chips?.imprisoned ?? 0)
  }
}

function addCell(model: Model, round: number, { player, spot, imprisoned }: Line, chips: number): void {
  const name = cellName(round, spot, player)
  const amount = Number(imprisoned)
  const cash = amount - chips * wealthOf(model, player).value
  model.cells.set(name, { name, player, spot, round, amount, cash, chips, isIn: true, fates: new Map() })
}

/** The prison after a concluded round is settled on another pocket, or (null) is void. */
export function changeCells(model: Model, round: number, lines: readonly Line[], isVoid: boolean): void {
  for (const cell of [...model.cells.values()])
    if (
      cell.round === round &&
      !lines.some((line) => nameIn(line, round) === cell.name && Number(line.imprisoned ?? 0) === cell.amount)
    )
      forget(model, cell, round)
  for (const cell of model.cells.values()) if (cell.fates.has(round)) changeFate(model, cell, round, lines, isVoid)
  for (const line of lines)
    if (line.result === 'imprisoned' && !isOfPrison(line) && !model.cells.has(nameIn(line, round)))
      addCell(model, round, line, 0)
}

/** It was never in prison: later rounds have no line of it any more. */
function forget(model: Model, cell: Cell, after: number): void {
  for (const later of cell.fates.keys()) if (later > after) takeLine(model, cell, later)
  if (cell.round === after) model.cells.delete(cell.name)
}

function takeLine(model: Model, cell: Cell, round: number): void {
  const past = model.past.get(round)!
  past.lines = past.lines.filter((line) => !isOfPrison(line) || nameIn(line, round) !== cell.name)
  cell.fates.delete(round)
}

function changeFate(model: Model, cell: Cell, round: number, lines: readonly Line[], isVoid: boolean): void {
  const before = cell.fates.get(round)!
  const now = isVoid ? null : fateTold(lines.find((line) => isOfPrison(line) && nameIn(line, round) === cell.name)!)
  if (now === null) cell.fates.delete(round)
  else cell.fates.set(round, now)
  const isOut = now === 'freed' || now === 'lost'
  if (before !== 'kept' && !isOut) Object.assign(cell, { isIn: true, cash: cell.amount, chips: 0 })
  if (before === 'kept' && isOut) {
    forget(model, cell, round)
    Object.assign(cell, { isIn: false, cash: 0, chips: 0 })
  }
}

/** A player's stakes in prison. */
export const imprisonedOf = (model: Model, player: string): number =>
  sumOf(cellsIn(model), (cell) => (cell.player === player ? cell.amount : 0))
