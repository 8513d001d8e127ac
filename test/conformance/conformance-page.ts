import type { Evidence, Part, Requirement } from './requirements.ts'

const statusWords = { met: 'met', partly: 'partly', open: '**open**', 'not-applicable': 'not applicable' } as const

const evidenceText = ([file, title]: Evidence): string => `\`${file}\`: \`${title.replaceAll('|', '\\|')}\``

function rowOf(one: Requirement): string {
  const evidence = 'evidence' in one ? one.evidence.map(evidenceText).join('<br>') : ''
  const how = 'why' in one ? one.why : 'missing' in one ? `${one.how}. **Missing:** ${one.missing}` : one.how
  return `| ${one.number} | ${one.asks} | ${statusWords[one.status]} | ${how} | ${evidence} |`
}

const sectionOf = ({ title, standard, requirements }: Part): string[] => [
  `## ${title}`,
  '',
  `${standard}.`,
  '',
  '| number | asks | | how, or why not | shown by |',
  '|---|---|---|---|---|',
  ...requirements.map(rowOf),
  '',
]

/** `docs/conformance.md`. */
export function conformancePage(parts: readonly Part[]): string {
  const all = parts.flatMap(({ requirements }) => requirements)
  const count = (status: Requirement['status']) => all.filter((one) => one.status === status).length
  return [
    '# Conformance',
    '',
    'This page lists requirements of standards in our own words, and how Croupier meets them. It is our own statement: no laboratory has tested it. The',
    'sections of GLI-19 v3.0 about parts that Croupier has were read; the others are summed up. The texts of GLI-11, GLI-24, GLI-25 and of Singapore’s technical standards could not be had.',
    '',
    `Croupier meets ${count('met')} of ${all.length} requirements, and ${count('partly')} in part; ${count('open')} are open and ${count('not-applicable')} do not apply.`,
    'Each that is met, or met in part, names tests that show it. A test fails when one of them does not exist any more. This page is made from',
    '`test/conformance/requirements.ts`.',
    '',
    ...parts.flatMap(sectionOf),
  ].join('\n')
}
