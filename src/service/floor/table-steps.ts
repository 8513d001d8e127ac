import type { Book } from '../../books/rule-book.ts'
import { numbersFrom } from '../../engine/committed-draw.ts'
import { isRefusal } from '../../engine/decision.ts'
import { drawBonusNumbers } from '../../engine/draw.ts'
import type { CommandOf } from '../../engine/language.ts'
import { isUnderWay, type RoundUnderWay } from '../../engine/table.ts'
import { serviceCaller, tableBy } from '../../house/caller.ts'
import type { Notice } from '../../house/floor-records.ts'
import { closingAt } from '../../house/terminals.ts'
import type { SealedIn } from '../../record/table-memory.ts'
import { cryptoBytes } from '../../wheel/chance.ts'
import type { Raised } from '../../wire/alarm.ts'
import type { DrawSecrets } from '../secrets/draw-secrets.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import { Retry } from '../stream/retry.ts'
import { StreamElsewhere } from '../stream/stream-stopped.ts'
import { bookOf, giveAs, type TableStream } from '../stream/table-stream.ts'

type StepName = Extract<Raised, { alarm: 'step-failed' }>['step']

/** Notices to players that one entry of the table calls for; `entry` 0: an entry of the house does. */
export type NoticesDue = { entry: number; notices: () => Promise<readonly { player: string; notice: Notice }[]> }

const RETRY_AFTER_MS = 1_000

/**
 * One task of the service itself at a table. No caller waits for it, so a failure raises an alarm and is retried until
 * the step is done. `due` returns a function that takes the step, or null while it is not due.
 */
export class Step {
  readonly #due: () => (() => Promise<unknown>) | null
  readonly #onFailure: (why: string) => void
  readonly #retry: Retry
  #isUnderWay = false
  #isFailing = false

  constructor(
    due: () => (() => Promise<unknown>) | null,
    onFailure: (why: string) => void,
    retryAfterMs = RETRY_AFTER_MS,
  ) {
    this.#due = due
    this.#onFailure = onFailure
    this.#retry = new Retry(retryAfterMs, () => this.#attempt())
  }

  /** Takes the step if it is due. A step that becomes due while one is under way follows it. */
  take(): void {
    if (!this.#isUnderWay) void this.#attempt().then((isDone) => isDone || this.#retry.start())
  }

  end(): void {
    this.#retry.end()
  }

  async #attempt(): Promise<boolean> {
    if (this.#isUnderWay) return true
    this.#isUnderWay = true
    try {
      for (let take = this.#due(); take; take = this.#due()) await take()
      this.#isFailing = false
      return true
    } catch (error) {
      // The node that owns the table now takes the step.
      if (error instanceof StreamElsewhere) return true
      if (!this.#isFailing) this.#onFailure((error as Error).message)
      this.#isFailing = true
      return false
    } finally {
      this.#isUnderWay = false
    }
  }
}

type StepOptions = {
  table: TableStream
  house: HouseStream
  draws: DrawSecrets
  raise: (alarm: Raised) => void
  /** Reads the notices that were still due when this node became the owner of the table. */
  outstandingNotices: () => Promise<readonly NoticesDue[]>
}

const bySystem = { role: 'system' } as const

/**
 * The steps that the service takes at a table: it draws the bonus numbers after no more bets; between rounds it closes
 * terminals and sets planned limits; it records notices to players. They are taken after every recorded entry, at the
 * start, when the table or the house comes back, and when this node takes the table over.
 */
export class TableSteps {
  readonly #table: TableStream
  readonly #house: HouseStream
  readonly #draws: DrawSecrets
  readonly #raise: (alarm: Raised) => void
  readonly #outstandingNotices: () => Promise<readonly NoticesDue[]>
  readonly #steps: readonly Step[]
  /** Notices that the house has not recorded yet, in the order of their entries. */
  #notices: readonly NoticesDue[] = []
  #hasLookedBack = false
  /** The last round whose lost secret raised an alarm. */
  #lostRound = 0

  constructor({ table, house, draws, raise, outstandingNotices }: StepOptions) {
    this.#table = table
    this.#house = house
    this.#draws = draws
    this.#raise = raise
    this.#outstandingNotices = outstandingNotices
    this.#steps = [
      this.#step('draw-bonus-numbers', () => this.#drawDue()),
      this.#step('close-terminals', () => this.#closingDue()),
      this.#step('set-planned-limits', () => this.#plannedLimitsDue()),
      this.#step('give-notices', () => this.#noticesDue()),
    ]
  }

  #step(step: StepName, due: () => (() => Promise<unknown>) | null): Step {
    const table = this.#table
    // A replica takes no steps: the node that owns the table does.
    const dueHere = () => (table.role === 'follower' ? null : due())
    return new Step(dueHere, (why) => this.#raise({ table: table.id, alarm: 'step-failed', step, why }))
  }

  /** Takes every step that is due. */
  take(): void {
    for (const step of this.#steps) step.take()
  }

  giveNotices(given: NoticesDue): void {
    this.#notices = [...this.#notices, given]
    this.take()
  }

  /** Another node owns the table: it finds the notices that are still due in the journal. */
  leave(): void {
    this.#notices = []
    this.#hasLookedBack = false
  }

  end(): void {
    for (const step of this.#steps) step.end()
  }

  #drawDue(): (() => Promise<void>) | null {
    const draw = this.#table.consider((memory) => {
      const { round, powerOut } = memory.state
      const book = bookOf(memory)
      if (!book.rules.bonus || !('draw' in round) || !isUnderWay(round) || round.draw || powerOut) return null
      // The draw of a referred round waits for the ball: until then the round may return to open betting.
      const isWaiting = round.phase === 'referred' && round.pocket === null
      return isWaiting ? null : this.#drawFor(book, round, memory.sealed)
    })
    return draw && (() => this.#draw(draw))
  }

  /**
   * The numbers of a round with a commitment follow from its secret. A round without one is drawn at random. Null if
   * the secret is lost: no numbers may be made up.
   */
  #drawFor(
    book: Book,
    { round, commitment }: RoundUnderWay,
    sealed: SealedIn | null,
  ): CommandOf<'bonus-numbers'> | null {
    if (!commitment) return { do: 'bonus-numbers', numbers: drawBonusNumbers(book, cryptoBytes()), by: bySystem }
    const secret = sealed && this.#draws.open(this.#table.id, round, commitment.hash, sealed)
    if (secret !== null)
      return { do: 'bonus-numbers', numbers: numbersFrom(book, secret, commitment.sent), secret, by: bySystem }
    if (this.#lostRound !== round) this.#raise({ table: this.#table.id, alarm: 'draw-secret-lost', round })
    this.#lostRound = round
    return null
  }

  async #draw(draw: CommandOf<'bonus-numbers'>): Promise<void> {
    const answer = await giveAs(this.#table, serviceCaller, draw)
    if (isRefusal(answer) && this.#drawDue()) throw new Error(`the draw was refused: ${answer.refused}`)
  }

  #isConcluded(): boolean {
    return this.#table.consider(({ state }) => !isUnderWay(state.round))
  }

  #closingDue(): (() => Promise<unknown>) | null {
    const house = this.#house
    if (!this.#isConcluded()) return null
    const terminals = house.consider(({ state }) => closingAt(state, this.#table.id))
    if (terminals.length === 0) return null
    return () => askHouse(house, { do: 'close-after-round', terminals, by: { system: 'table' } })
  }

  /** Limits that the pit planned while a round was under way. The table decides then whether they fit the book. */
  #plannedLimitsDue(): (() => Promise<unknown>) | null {
    const plan = this.#house.settled.state.plans.get(this.#table.id)
    if (!plan || !this.#isConcluded()) return null
    const { limits, reason } = plan
    const command = { do: 'set-limits', limits, reason, by: tableBy(plan.by) } as const
    return async () => {
      await giveAs(this.#table, serviceCaller, command)
      await askHouse(this.#house, { do: 'end-plan', table: this.#table.id, by: { system: 'table' } })
    }
  }

  #noticesDue(): (() => Promise<unknown>) | null {
    if (!this.#hasLookedBack) return () => this.#lookBack()
    const [first] = this.#notices
    if (!first) return null
    return async () => {
      const notices = await first.notices()
      const given = { table: this.#table.id, entry: first.entry, notices }
      await askHouse(this.#house, { do: 'give-notices', ...given, by: { system: 'table' } })
      this.#notices = this.#notices.filter((one) => one !== first)
    }
  }

  async #lookBack(): Promise<void> {
    const outstanding = await this.#outstandingNotices()
    const entries = new Set(this.#notices.map(({ entry }) => entry))
    this.#notices = [...outstanding.filter(({ entry }) => !entries.has(entry)), ...this.#notices]
    this.#hasLookedBack = true
  }
}
