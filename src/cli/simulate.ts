import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Book } from '../books/rule-book.ts'
import { readJson } from '../engine/json-lines.ts'
import { type Limit, type Limits, tableLimits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import { gameProblem } from '../lab/game.ts'
import { GENERATOR } from '../lab/generator.ts'
import { isPlanProblem, type Plan, planCalled, plans, readPlan } from '../lab/plan.ts'
import { blocksOf, isSteady, type SimulationSetup, StakesTooLarge } from '../lab/simulation.ts'
import { type SimulationResult, simulationResult } from '../lab/simulation-result.ts'
import type { Tally } from '../lab/simulation-tally.ts'
import { fingerprintOf } from '../record/known-books.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput } from './declaration.ts'
import { readBook, readBytes, readLayout, readWager } from './input.ts'
import { printAnswer } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { type SimulationOrder, simulateOnCores, workersFor } from './simulation-pool.ts'
import { simulationText } from './simulation-text.ts'

const SESSION_ROUNDS = 1000

/** Exit 1: what was played and what is exact disagree. */
export async function runSimulate({ values, words }: Arguments<'simulate'>): Promise<number> {
  const book = await readBook(words[0])
  const setup = await readSimulation(book, readLayout(book, values.layout), values)
  const seed = readSeed(values.seed, values.crypto)
  const workers = values.workers ?? workersFor(setup)
  const result = simulationResult(setup, await playAll({ setup, seed }, workers))
  await printAnswer(values.json, simulationJson(setup, seed, result), () => simulationText(setup, seed, result))
  return result.disagreements.length === 0 ? 0 : 1
}

async function readSimulation(book: Book, layout: string, values: Options<'simulate'>): Promise<SimulationSetup> {
  const wagers = values.wager.map((text) => readWager(book, layout, text))
  const { rounds } = values
  const sessionRounds = values.session ?? SESSION_ROUNDS
  const setup: SimulationSetup = {
    book,
    layout,
    wagers: wagers.map(({ spot, stake }) => ({ spot: spot.spot, stake })),
    plan: await readPlanCalled(values.plan),
    limits: readLimits(book, layout, values.limit),
    rounds,
    bankroll: values.bankroll ?? null,
    sessionRounds: Math.min(sessionRounds, rounds),
  }
  const problem = gameProblem(setup)
  if (problem !== null) throw new BadInput(problem)
  if (values.session !== undefined && isSteady(setup)) throw new BadInput('--session needs --plan or --bankroll')
  return setup
}

/** A name, or a file that holds a plan as JSON. */
async function readPlanCalled(text: string): Promise<Plan> {
  const isPath = /[./]/.test(text)
  const named = isPath ? undefined : planCalled(text)
  if (named) return named
  if (!isPath && !existsSync(text))
    throw new BadInput(`there is no plan ${text}; there are ${plans.map(({ name }) => name).join(', ')}, or a file`)
  const json = readJson(new TextDecoder().decode(await readBytes(text)))
  if ('problem' in json) throw new BadInput(`${text}: ${json.problem}`)
  const plan = readPlan(json.value, basename(text, '.json'))
  if (isPlanProblem(plan)) throw new BadInput(`${text}, ${plan.field}: ${plan.field} ${plan.problem}`)
  return plan
}

/** `red=500-100000`, of which either may be left out; `default` for every kind that has none of its own. */
function readLimits(book: Book, layout: string, texts: readonly string[]): Limits {
  const limits: Record<string, Limit> = {}
  for (const text of texts) {
    const [, kind, min, max] = /^([a-z-]+)=(\d*)-(\d*)$/.exec(text) ?? []
    if (kind === undefined)
      throw new BadInput(`--limit must be KIND=MIN-MAX in cents, such as red=500-100000, not ${text}`)
    limits[kind] = {
      ...(min === '' ? {} : { min: Number(min) as Cents }),
      ...(max === '' ? {} : { max: Number(max) as Cents }),
    }
  }
  const read = tableLimits(book, layout, limits)
  if ('problem' in read) throw new BadInput(`--limit ${read.problem}`)
  return read.limits
}

/** Null: the real generator. Without a seed one is drawn and printed, so that the simulation can be repeated. */
function readSeed(seed: string | undefined, isCrypto: boolean | undefined): string | null {
  if (isCrypto && seed !== undefined) throw new BadInput('--crypto has no seed: say one of them')
  return isCrypto ? null : (seed ?? randomBytes(8).toString('hex'))
}

async function playAll(order: SimulationOrder, workers: number): Promise<Tally> {
  const bar = progressBar(blocksOf(order.setup))
  try {
    return await simulateOnCores(order, workers, bar.tell)
  } catch (error) {
    if (error instanceof StakesTooLarge) throw new BadInput(error.message)
    throw error
  } finally {
    bar.end()
  }
}

const simulationJson = (
  { book, layout, wagers, plan, limits, bankroll }: SimulationSetup,
  seed: string | null,
  result: SimulationResult,
) => ({
  book: book.id,
  fingerprint: fingerprintOf(book),
  layout,
  wagers,
  plan: plan.name,
  limits,
  bankroll,
  seed,
  generator: seed === null ? 'node:crypto' : GENERATOR,
  ...result,
})
