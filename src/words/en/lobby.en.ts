import { capitalise } from '../plain-text.ts'
import { nouns } from './nouns.en.ts'

export const lobby = {
  tagline: 'Choose a table and play. Every round is on record.',
  check: 'Check a receipt',
  checkMeans: 'Proof that a wager is on record, without us.',
  labMeans: 'Exact odds of any layout of chips.',
  forEverybody: 'For everybody',
  tables: 'Tables',
  play: 'Play',
  display: 'Display',
  dealer: capitalise(nouns.roles.dealer),
  audit: 'Audit',
  lab: 'The lab',
  staff: 'For staff',
  find: 'Find a table',
  noneFound: 'No table is called that.',
  layout: (name: string) => `Layout ${name}`,
  noTables: 'No tables are open',
  noTablesMeans: 'This page shows them as soon as there are any.',
  terminals: 'Terminals',
  free: (free: number, total: number) => `${free} of ${total} free`,
  full: 'All taken',
  noTerminals: 'None',
  round: 'Round',
  version: (number: number) => `Version ${number}`,
}
