/** A PIN, one's own or somebody else's. */
export const pins = {
  ownPin: 'Change my PIN',
  ownPinDoes: 'The PIN before no longer works. Other sessions with this badge end; you stay signed in here.',
  currentPin: 'Current PIN',
  currentPinWrong: 'The current PIN is wrong',
  newPin: 'New PIN',
  newPinAgain: 'New PIN once more',
  pinsDiffer: 'The two differ',
  pinHint: '6 to 12 digits, no runs, not the badge',
}
