import type { Nouns } from './en/nouns.en.ts'

const wordIn = (table: Readonly<Record<string, string>>, code: unknown): string => table[String(code)] ?? String(code)

/** A position in words. What has no word is said as it came, here and below. */
export const roleIn = ({ roles }: Nouns, role: unknown): string => wordIn(roles, role)

export const betIn = ({ bets }: Nouns, bet: string): string => wordIn(bets, bet)

/** The colour of a player's chips. */
export const chipColourIn = ({ chipColours }: Nouns, colour: unknown): string => wordIn(chipColours, colour)

/** How a ball or a wheel moves. */
export const motionIn = ({ motions }: Nouns, motion: unknown): string => wordIn(motions, motion)
