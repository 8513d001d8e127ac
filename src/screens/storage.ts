/**
 * Settings that the browser stores for us. Some browsers forbid that; then they are lost, and everything else works.
 */

const name = (key: string): string => `croupier.${key}`

export function readKept(key: string, store: 'local' | 'session' = 'local'): string | null {
  try {
    return storeOf(store).getItem(name(key))
  } catch {
    return null
  }
}

export function keep(key: string, value: string | null, store: 'local' | 'session' = 'local'): void {
  try {
    if (value === null) storeOf(store).removeItem(name(key))
    else storeOf(store).setItem(name(key), value)
  } catch {
    // The browser forbids it: nothing is kept.
  }
}

export function readKeptJson<T>(key: string, store: 'local' | 'session' = 'local'): T | null {
  try {
    return JSON.parse(readKept(key, store) ?? 'null') as T | null
  } catch {
    return null
  }
}

const storeOf = (store: 'local' | 'session'): Storage => (store === 'local' ? localStorage : sessionStorage)
