/**
 * Reasons that the program itself gives, by their purpose. The record has them in these words. Every language has its
 * own words for each, so that a record can be read in Chinese throughout (`nouns.systemReasons`).
 */
export const systemReasons = {
  betsNeverClosed: 'the ball came to rest before no more bets',
  terminalWasClosing: 'the round is concluded',
  demonstrationDecides: 'the demonstration voids what is referred',
  selfCheckFailed: 'a self-check found another program than the one that was shipped',
  serviceStopped: 'the service stopped while the ball was running',
} as const

export type SystemReason = (typeof systemReasons)[keyof typeof systemReasons]
