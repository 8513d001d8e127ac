/**
 * An immutable map: every version keeps its entries. The newest version owns a plain Map and works at its speed. An
 * older version remembers only the one change that leads to its successor, and takes the Map back when it is read
 * (Baker's rerooting). So placing a wager costs the same on a layout of ten wagers and of a hundred thousand, nothing
 * is copied, and an older state stays valid. The order of keys is not kept: sort before display.
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

  /** Values in no particular order, for sums and searches. */
  values(): V[] {
    return [...this.#owned().values()]
  }

  entries(): [string, V][] {
    return this.keys().map((key) => [key, this.#owned().get(key)!])
  }

  /** All keys and values of this version, in no particular order, without an array for each pair. */
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
   * Walks to the owner, reversing each link, and undoes the changes on the way back. It allocates no objects: the
   * durable and the pending state of a table take the Map from each other in every turn of the event loop.
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

/** The change from a version to the next one. */
type Change<V> = { next: PersistentMap<V>; readonly key: string; value: V | undefined }

function put<V>(store: Map<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) store.delete(key)
  else store.set(key, value)
}
