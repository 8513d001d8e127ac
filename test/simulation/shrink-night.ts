import { findingsOf } from './findings.ts'
import { playNight } from './night.ts'
import type { NightPlan } from './night-plan.ts'

/**
 * A night and what was found in it. `accepted`: commands that were; `story`: what happened, line by line; `faults`: what
 * went wrong, by name.
 */
export type TriedNight = {
  plan: NightPlan
  accepted: number
  findings: readonly string[]
  faults: readonly string[]
  story: readonly string[]
}

export async function tryNight(plan: NightPlan): Promise<TriedNight> {
  const { world, ...night } = await playNight(plan)
  const findings = await findingsOf({ world, ...night }).catch((error: Error) => [error.message])
  const accepted = night.told.filter(({ reply }) => 'done' in reply).length
  return { plan, accepted, findings, faults: world.faults.happened, story: world.story.lines }
}

/**
 * Shrinks a failing night within a number of tries: shorter, with fewer nodes, clients, commands and faults, as long as
 * it still fails. The story tells the smallest one.
 */
export async function shrinkNight(found: TriedNight, triesMax: number): Promise<TriedNight> {
  const shrinker = new Shrinker(found, triesMax)
  await shrinker.shrink()
  return shrinker.best
}

class Shrinker {
  best: TriedNight
  readonly #kinds: ReadonlySet<string>
  #left: number

  constructor(found: TriedNight, triesMax: number) {
    this.best = found
    this.#kinds = new Set(found.findings.map(kindOf))
    this.#left = triesMax
  }

  async shrink(): Promise<void> {
    // Short nights first: all that is tried after them takes less time.
    while (await this.#try({ ms: Math.ceil(this.best.plan.ms / 2) }));
    while (this.best.plan.nodes > 1 && (await this.#try({ nodes: this.best.plan.nodes - 1 })));
    await this.#leaveOut(this.best.plan.clients, (clients) => ({ clients }))
    await this.#leaveOut(this.best.faults, (faults) => ({ faults: new Set(faults) }))
    for (let most = 16; most >= 1 && (await this.#try({ commandsMax: most })); most = Math.floor(most / 2));
  }

  /** Half of them, then a quarter, and in the end each by itself: without, and still something is found? */
  async #leaveOut<T>(all: readonly T[], smaller: (kept: readonly T[]) => Partial<NightPlan>): Promise<void> {
    let kept = [...all]
    if (await this.#try(smaller([]))) return
    for (
      let size = Math.ceil(kept.length / 2);
      size >= 1 && this.#left > 0;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    )
      for (let at = 0; at < kept.length; ) {
        const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
        if (fewer.length > 0 && (await this.#try(smaller(fewer)))) kept = fewer
        else at += size
      }
  }

  async #try(smaller: Partial<NightPlan>): Promise<boolean> {
    if (this.#left-- <= 0) return false
    const tried = await tryNight({ ...this.best.plan, ...smaller })
    if (!tried.findings.some((finding) => this.#kinds.has(kindOf(finding)))) return false
    this.best = tried
    return true
  }
}

/** A finding without its names and numbers: a smaller night is to have the same thing wrong with it, not some other. */
const kindOf = (finding: string): string => finding.replace(/\S*\d\S*|\b(a|b|c|etg|single|fast|house)\b/g, '')

/** A report for the person who has to understand it. */
export function nightText({ plan, findings, faults, story }: TriedNight): string {
  const { seed, flaw, nodes, clients, ms } = plan
  return [
    `Night ${seed}${flaw ? ` with the flaw ${flaw}` : ''}: ${nodes} nodes, ${clients.length} clients, ${ms} ms, ${faults.length} faults`,
    ...story,
    ...findings.map((finding) => `FOUND: ${finding}`),
  ].join('\n')
}
