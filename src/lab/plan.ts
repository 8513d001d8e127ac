/**
 * How stakes follow one another, in multiples of the first. A ladder has a rung for each multiple, and a place to go to
 * after a round that won and after one that lost; a line (Labouchere) is staked by its ends, which a win crosses out, and
 * a loss makes longer. A round that neither won nor lost changes nothing. A plan is a value: it can be written as JSON.
 */
type Move = 'first' | 'stay' | { readonly forward: number } | { readonly back: number }
export type LadderPlan = {
  readonly name: string
  readonly ladder: readonly number[]
  readonly won: Move
  readonly lost: Move
  /** The rung after the last one. */
  readonly end: 'stay' | 'first'
}
type LinePlan = { readonly name: string; readonly line: readonly number[] }
/** A plan: how stakes follow one another. */
export type Plan = LadderPlan | LinePlan

export const isLadder = (plan: Plan): plan is LadderPlan => 'ladder' in plan

/** Stakes beyond this exceed the limit of any table, and the sums would not be exact. */
export const MULTIPLE_MAX = 2 ** 36
const RUNGS_MAX = 10_000

const forward = { forward: 1 } as const
const doubling = Array.from({ length: 37 }, (_, rung) => 2 ** rung)

function fibonacciNumbers(): number[] {
  const numbers = [1, 1]
  while (numbers.at(-1)! < MULTIPLE_MAX / 2) numbers.push(numbers.at(-1)! + numbers.at(-2)!)
  return numbers
}

const counting = Array.from({ length: RUNGS_MAX }, (_, rung) => rung + 1)

export const flat: LadderPlan = { name: 'flat', ladder: [1], won: 'stay', lost: 'stay', end: 'stay' }

/** The plans that the lab knows by name. */
export const plans: readonly Plan[] = [
  flat,
  { name: 'martingale', ladder: doubling, won: 'first', lost: forward, end: 'stay' },
  { name: 'dalembert', ladder: counting, won: { back: 1 }, lost: forward, end: 'stay' },
  { name: 'fibonacci', ladder: fibonacciNumbers(), won: { back: 2 }, lost: forward, end: 'stay' },
  { name: 'labouchere', line: [1, 2, 3, 4] },
  { name: 'paroli', ladder: [1, 2, 4], won: forward, lost: 'first', end: 'first' },
]

/**
 * Finds a plan by its name in any spelling: d'Alembert is dalembert.
 *
 * @example
 * const plan: Plan | undefined = planCalled('martingale')
 */
export function planCalled(name: string): Plan | undefined {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return plans.find((plan) => plan.name === plain)
}

/** The problems of a plan, by field. */
export type PlanProblem = { field: string; problem: string }

/**
 * Tells a problem of a plan from a plan that was read.
 *
 * @example
 * const plan = readPlan(JSON.parse(text), 'mine')
 * if (isPlanProblem(plan)) console.log(plan.problem)
 */
export const isPlanProblem = (plan: Plan | PlanProblem): plan is PlanProblem => 'problem' in plan

/**
 * Reads a plan from a file or a request.
 *
 * @example
 * const plan = readPlan(JSON.parse(text), 'mine')
 */
export function readPlan(value: unknown, name: string): Plan | PlanProblem {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { field: 'plan', problem: 'must be an object' }
  const fields = value as Readonly<Record<string, unknown>>
  const known = 'line' in fields ? ['name', 'line'] : ['name', 'ladder', 'won', 'lost', 'end']
  const stranger = Object.keys(fields).find((field) => !known.includes(field))
  if (stranger !== undefined) return { field: stranger, problem: `is not a field of a plan: ${known.join(', ')}` }
  const given = fields.name ?? name
  if (typeof given !== 'string' || given === '') return { field: 'name', problem: 'must be a text' }
  return 'line' in fields ? readLine(given, fields.line) : readLadder(given, fields)
}

const multiples = `must be a list of 1 to ${RUNGS_MAX} whole numbers from 1 to ${MULTIPLE_MAX}`

const isMultiples = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= RUNGS_MAX &&
  value.every((one) => Number.isInteger(one) && one >= 1 && one <= MULTIPLE_MAX)

const readLine = (name: string, line: unknown): Plan | PlanProblem =>
  isMultiples(line) ? { name, line } : { field: 'line', problem: multiples }

function readLadder(name: string, fields: Readonly<Record<string, unknown>>): Plan | PlanProblem {
  const { ladder, won, lost, end = 'stay' } = fields
  if (!isMultiples(ladder)) return { field: 'ladder', problem: multiples }
  const move = 'must be first, stay, {"forward":N} or {"back":N}'
  if (!isMove(won)) return { field: 'won', problem: move }
  if (!isMove(lost)) return { field: 'lost', problem: move }
  if (end !== 'stay' && end !== 'first') return { field: 'end', problem: 'must be stay or first' }
  return { name, ladder, won, lost, end }
}

function isMove(value: unknown): value is Move {
  if (value === 'first' || value === 'stay') return true
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  const [way, count] = entries[0] ?? []
  return entries.length === 1 && (way === 'forward' || way === 'back') && Number.isInteger(count) && Number(count) > 0
}

/** The rung after a round: `net` is what the round brought. */
export function nextRung({ ladder, won, lost, end }: LadderPlan, rung: number, net: number): number {
  if (net === 0) return rung
  const move = net > 0 ? won : lost
  if (move === 'stay') return rung
  if (move === 'first') return 0
  if ('back' in move) return Math.max(0, rung - move.back)
  const next = rung + move.forward
  return next < ladder.length ? next : end === 'first' ? 0 : ladder.length - 1
}

/** A player who follows a plan: the present stake, in multiples, and the change after a round. */
export type Player = { multiple(): number; after(net: number): void; again(): void }

export const playerOf = (plan: Plan): Player => (isLadder(plan) ? ladderPlayer(plan) : linePlayer(plan))

function ladderPlayer(plan: LadderPlan): Player {
  let rung = 0
  return {
    multiple: () => plan.ladder[rung]!,
    after(net) {
      rung = nextRung(plan, rung, net)
    },
    again() {
      rung = 0
    },
  }
}

/** A line that is crossed out starts again. */
function linePlayer({ line }: LinePlan): Player {
  let left = [...line]
  let first = 0
  const again = (): void => {
    left = [...line]
    first = 0
  }
  const multiple = (): number => {
    const ends = left.length - first === 1 ? left[first]! : left[first]! + left.at(-1)!
    return Math.min(ends, MULTIPLE_MAX)
  }
  return {
    multiple,
    after(net) {
      if (net < 0) left.push(multiple())
      if (net <= 0) return
      left.pop()
      first++
      if (left.length <= first) again()
    },
    again,
  }
}
