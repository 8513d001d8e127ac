/** The pages of the site by the task of their reader. Every page of docs/ is here once; a test counts them. */

export type Entry = { readonly text: string; readonly page: string }
export type Section = { readonly title: string; readonly entries: readonly Entry[] }

const entry = (text: string, page: string): Entry => ({ text, page })

export const sections: readonly Section[] = [
  {
    title: 'Start',
    entries: [entry('Five minutes', 'start'), entry('Screens', 'screens'), entry('Glossary', 'words')],
  },
  {
    title: 'Tutorials',
    entries: [
      entry('A first round', 'first-round'),
      entry('A rule book of your own', 'first-book'),
      entry('A house of your own', 'first-house'),
    ],
  },
  {
    title: 'How-to',
    entries: [
      entry('Operate a house', 'operations'),
      entry('Run a cluster', 'cluster'),
      entry('Back up and restore', 'backup'),
      entry('Monitor a house', 'monitoring'),
      entry('Change keys', 'keys'),
      entry('Handle tickets', 'tickets'),
      entry('Debug a stopped table', 'stopped-table'),
      entry('Connect a wheel', 'wheel'),
      entry('Integrate', 'client'),
      entry('Deploy', 'deploy'),
      entry('Attach a kiosk', 'kiosk'),
      entry('Contribute', 'contributing'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      entry('Commands of a table', 'commands'),
      entry('Refusals', 'refusals'),
      entry('HTTP API', 'api'),
      entry('Command line', 'command-line'),
      entry('Configuration', 'configuration'),
      entry('Metrics', 'metrics'),
      entry('Schemas', 'schemas'),
      entry('The library', 'library'),
      entry('Library, by name', 'library-reference/index'),
      entry('Changes', 'changes'),
    ],
  },
  {
    title: 'Explanation',
    entries: [
      entry('Architecture', 'architecture'),
      entry('Readings of the rules', 'readings'),
      entry('Proof', 'proof'),
      entry('Security', 'security'),
      entry('Performance', 'speed'),
      entry('The cost of a wager', 'wager-cost'),
      entry('Large halls', 'scaling'),
      entry('Testing', 'testing'),
      entry('Long tests', 'campaigns'),
      entry('The lab', 'lab'),
      entry('Conformance', 'conformance'),
    ],
  },
]

/** Documents from elsewhere in the source tree, by their page. */
export const otherDocuments: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changes',
  'CONTRIBUTING.md': 'contributing',
  'CODE_OF_CONDUCT.md': 'conduct',
  'SECURITY.md': 'reporting',
  'deploy/README.md': 'deploy',
  'deploy/kiosk.md': 'kiosk',
  'e2e/README.md': 'browser-tests',
  'examples/verify/README.md': 'verify-yourself',
  'src/screens/README.md': 'screens-guide',
  'src/service/http/flood-protection/README.md': 'flood-protection',
  'test/journals/README.md': 'record-corpus',
}

/** Pages that the build makes from schemas, sources and the library. */
export const generatedPages: readonly string[] = [
  'index',
  'command-line',
  'configuration',
  'metrics',
  'schemas',
  'library-reference/index',
]
