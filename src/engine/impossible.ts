/** Ends an exhaustive switch: a case that is missing does not compile, and one that arrives anyway stops the caller. */
export function impossible(value: never): never {
  throw new Error('No case for this value', { cause: value })
}
