import { GENERATOR } from '../lab/generator.ts'
import { isLadder } from '../lab/plan.ts'
import type { SimulationSetup } from '../lab/simulation.ts'
import type { SessionResult, SimulationResult } from '../lab/simulation-result.ts'
import type { Interval } from '../lab/tails.ts'
import { grouped, plainMoney } from '../words/plain-text.ts'
import { percentText, textTable } from './output.ts'

/** A simulation as text for a person: the wagers played, and every figure beside the exact one. */
export function simulationText(setup: SimulationSetup, seed: string | null, result: SimulationResult): string {
  return [
    opening(setup, seed),
    textTable(['', 'played', 'the true figure lies in', 'exact', ''], figureRows(result)),
    ...closing(setup, result),
    verdict(result),
  ].join('\n\n')
}

const range = ([low, high]: Interval, text: (value: number) => string): string => `${text(low)} to ${text(high)}`
const share = (value: number): string => percentText(value, 4)
const mark = (agrees: boolean | null): string => (agrees === null ? '' : agrees ? 'agrees' : 'DISAGREES')

function opening({ book, wagers, plan, bankroll, limits }: SimulationSetup, seed: string | null): string {
  const stakes = wagers.map(({ spot, stake }) => `${plainMoney(stake)} on ${spot}`).join(', ')
  const limited = Object.entries(limits).map(
    ([kind, { min, max }]) =>
      `${kind} ${min === undefined ? '' : `from ${plainMoney(min)} `}${max === undefined ? '' : `to ${plainMoney(max)}`}`,
  )
  return [
    `${book.id}: ${stakes}`,
    `plan ${plan.name}${bankroll === null ? '' : `, bankroll ${plainMoney(bankroll)}`}${limited.length === 0 ? '' : `, limits: ${limited.join('; ').trim()}`}`,
    seed === null ? 'chance from node:crypto' : `chance from ${GENERATOR}, seed ${seed}`,
  ].join('\n')
}

function figureRows(result: SimulationResult): string[][] {
  const { hitRate, standardDeviation, longestLosingRun: run, sessions, exact, expected } = result
  const returned = exact === null ? share(expected) : `${share(expected)} = ${exact}`
  const rows = [
    ['return to player', share(result.returnToPlayer), range(result.interval, share), returned, mark(result.agrees)],
    [
      'rounds with a win',
      share(hitRate.played),
      range(hitRate.interval, share),
      `${share(hitRate.exact!)} = ${hitRate.exactFraction}`,
      mark(hitRate.agrees),
    ],
    [
      'deviation of a round',
      plainMoney(standardDeviation.played),
      '',
      standardDeviation.exact === null ? '' : plainMoney(standardDeviation.exact),
      '',
    ],
    [
      'longest losing run',
      grouped(run.played),
      '',
      run.range === null ? '' : range(run.range, grouped),
      mark(run.agrees),
    ],
  ]
  return sessions ? [...rows, ...sessionRows(sessions)] : rows
}

function sessionRows({ ruin, meanResult }: SessionResult): string[][] {
  return [
    [
      'ruined sessions',
      share(ruin.played),
      range(ruin.interval, share),
      ruin.exact === null ? '' : share(ruin.exact),
      mark(ruin.agrees),
    ],
    [
      'result of a session',
      plainMoney(meanResult.played),
      '',
      meanResult.exact === null ? '' : plainMoney(meanResult.exact),
      '',
    ],
  ]
}

function closing(setup: SimulationSetup, result: SimulationResult): string[] {
  const { rounds, played, staked, returned, heldRounds, sessions } = result
  const lines = [`${grouped(rounds)} rounds: ${plainMoney(staked)} staked, ${plainMoney(returned)} returned`]
  if (played < rounds) lines.push(`${grouped(rounds - played)} of them were sat out after ruin`)
  if (heldRounds > 0) lines.push(`in ${grouped(heldRounds)} of them a limit kept the stake below that of the plan`)
  if (sessions)
    lines.push(
      `${grouped(sessions.count)} sessions of ${grouped(sessions.rounds)} rounds: from ${plainMoney(sessions.worst)} to ${plainMoney(sessions.best)}, deviation ${plainMoney(sessions.standardDeviation)}`,
      ...(sessions.withoutLimits === null
        ? []
        : [
            `without the limits ${share(sessions.withoutLimits.ruin)} of sessions would be ruined, and the mean result of one would be ${plainMoney(sessions.withoutLimits.meanResult)}`,
          ]),
      ...(sessions.ruin.exact === null && setup.bankroll !== null ? [withoutExact(setup)] : []),
    )
  return [lines.join('\n')]
}

const withoutExact = ({ plan }: SimulationSetup): string =>
  isLadder(plan)
    ? 'the exact risk of ruin would take too long to compute here'
    : 'a plan with a line has too many states for an exact risk of ruin'

function verdict({ disagreements, confidence }: SimulationResult): string {
  const sure = `The intervals hold together in at least ${confidence * 100} of 100 simulations.`
  if (disagreements.length === 0) return `The simulation agrees with the exact figures. ${sure}`
  const names: Record<string, string> = {
    return: 'the return to player',
    hitRate: 'how often something wins',
    longestLosingRun: 'the longest losing run',
    ruin: 'the risk of ruin',
  }
  return `THE SIMULATION AND THE EXACT FIGURES DISAGREE on ${disagreements.map((name) => names[name] ?? name).join(', ')}. ${sure}`
}
