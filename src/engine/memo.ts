/** A function whose results are cached by its first argument. `keep` stores a result that was computed elsewhere. */
type Memo<Key extends object, Value, Context> = {
  (key: Key, context: Context): Value
  keep: (key: Key, value: Value) => void
}

/**
 * Computes a value once for each object, and keeps it as long as that object. Values of the engine never change, so neither
 * does what follows from them. `context`: what else it is computed from; it must follow from the key.
 *
 * The mark lets a bundler drop a memo that nobody asks: a terminal needs no odds.
 */
/* @__NO_SIDE_EFFECTS__ */
export function memoByIdentity<Key extends object, Value, Context = void>(
  compute: (key: Key, context: Context) => Value,
): Memo<Key, Value, Context> {
  const kept = new WeakMap<Key, { value: Value }>()
  const memo = (key: Key, context: Context): Value => {
    const before = kept.get(key)
    if (before) return before.value
    const value = compute(key, context)
    kept.set(key, { value })
    return value
  }
  return Object.assign(memo, { keep: (key: Key, value: Value) => void kept.set(key, { value }) })
}
