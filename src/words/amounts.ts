/** Amounts for paper are whole cents, not negative. */
export function dollarsAndCents(cents: number): { dollars: number; rest: number } {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount of cents: ${cents}`)
  return { dollars: Math.floor(cents / 100), rest: cents % 100 }
}

/** The smallest group first. */
export function digitGroups(value: number, size: number): number[] {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / size)) groups.push(rest % size)
  return groups
}
