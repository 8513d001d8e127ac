/**
 * A map whose every version stays as it was. The newest version owns an ordinary Map and answers at its speed; an older
 * one remembers only the one change that leads to its successor, and takes the Map back when it is asked (Baker's
 * rerooting). So placing a wager costs the same on a layout of ten and of a hundred thousand, nothing is copied, and a
 * state held from before still says what it said. The order of keys is not kept: sort what is shown.
 */
export class PersistentMap<V> {
  #store: Map<string, V> | null
  #change: Change<V> | null = null

  private constructor(store: Map<string, V>) {
    this.#store = store
  }

  static of<V>(entries: Iterable<readonly [string, V]> = []): PersistentMap<V> {
    return new PersistentMap(new Map(entries))
  }

  get(key: string): V | undefined {
    return this.#owned().get(key)
  }

  get size(): number {
    return this.#owned().size
  }

  keys(): string[] {
    return [...this.#owned().keys()].sort()
  }

  /** In no particular order; for sums and searches. */
  values(): V[] {
    return [...this.#owned().values()]
  }

  entries(): [string, V][] {
    return this.keys().map((key) => [key, this.#owned().get(key)!])
  }

  /** All of it as it is now, in no particular order, and without a pair for each. */
  columns(): { keys: string[]; values: V[] } {
    const store = this.#owned()
    return { keys: [...store.keys()], values: [...store.values()] }
  }

  set(key: string, value: V): PersistentMap<V> {
    return this.#changed(key, value)
  }

  without(key: string): PersistentMap<V> {
    return this.#owned().has(key) ? this.#changed(key, undefined) : this
  }

  toJSON(): Record<string, V> {
    return Object.fromEntries(this.entries())
  }

  #changed(key: string, value: V | undefined): PersistentMap<V> {
    const store = this.#owned()
    const next = new PersistentMap(store)
    this.#change = { next, key, value: store.get(key) }
    this.#store = null
    put(store, key, value)
    return next
  }

  #owned(): Map<string, V> {
    return this.#store ?? this.#reroot()
  }

  /**
   * Walks to the owner, turning each link round, and undoes the changes on the way back. Nothing is made on the way: the
   * table as it is on disk and the table as it will be take the Map from each other with every turn of the event loop.
   */
  #reroot(): Map<string, V> {
    let owner: PersistentMap<V> = this
    let back: PersistentMap<V> | null = null
    while (owner.#change) {
      const { next }: Change<V> = owner.#change
      owner.#change.next = back!
      back = owner
      owner = next
    }
    const store = owner.#store!
    while (back) {
      const change: Change<V> = back.#change!
      const further: PersistentMap<V> | null = change.next
      const now = store.get(change.key)
      put(store, change.key, change.value)
      change.next = back
      change.value = now
      owner.#change = change
      owner.#store = null
      back.#change = null
      back.#store = store
      owner = back
      back = further
    }
    return store
  }
}

/** What leads from a version to the one after it. */
type Change<V> = { next: PersistentMap<V>; readonly key: string; value: V | undefined }

function put<V>(store: Map<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) store.delete(key)
  else store.set(key, value)
}
