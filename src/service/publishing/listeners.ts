/** Who hears of a table: the room, one player, the dealer, the pit. */
export type Audience = 'display' | 'player' | 'dealer' | 'pit'
/** A message as JSON; as bytes where many are told the same. */
export type Text = string | Buffer
export type Listener = { audience: Audience; player: string | null; send: (message: Text) => void }

export const isStaff = ({ audience }: Pick<Listener, 'audience'>): boolean =>
  audience === 'dealer' || audience === 'pit'

/** For whom: everybody who listens at a table, and whose screen is whose. */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #byPlayer = new Map<string, Set<Listener>>()

  get size(): number {
    return this.#all.size
  }

  /** Players who have a screen here. */
  get players(): ReadonlySet<string> {
    return new Set(this.#byPlayer.keys())
  }

  add(listener: Listener): void {
    this.#all.add(listener)
    const { player } = listener
    if (player !== null) this.#byPlayer.set(player, (this.#byPlayer.get(player) ?? new Set()).add(listener))
  }

  remove(listener: Listener): void {
    this.#all.delete(listener)
    if (listener.player === null) return
    const own = this.#byPlayer.get(listener.player)
    own?.delete(listener)
    if (own?.size === 0) this.#byPlayer.delete(listener.player)
  }

  has = (listener: Listener): boolean => this.#all.has(listener)
  everybody = (): Listener[] => [...this.#all]
  of = (player: string): Listener[] => [...(this.#byPlayer.get(player) ?? [])]
  staff = (): Listener[] => [...this.#all].filter(isStaff)
}
