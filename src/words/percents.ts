/** Parts of a whole, the same in every language and on every paper: no room before the sign, a true minus. */
export const percent = (part: number, digits = 2): string => `${(part * 100).toFixed(digits)}%`.replace('-', '−')

/** A probability for people: never a bare zero, never more digits than it is worth. */
export const chanceText = (p: number): string => (p < 0.0001 ? '< 0.01%' : percent(p, p < 0.01 ? 2 : p < 0.1 ? 1 : 0))
