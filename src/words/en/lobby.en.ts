import { capitalise } from '../plain-text.ts'
import { nouns } from './nouns.en.ts'

export const lobby = {
  tagline: 'Roulette, conducted by the book',
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
