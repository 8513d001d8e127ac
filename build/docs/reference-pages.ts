import { globSync, readFileSync } from 'node:fs'
import { type CommandLineName, commandLine, declarationOf } from '../../src/cli/commands.ts'
import { helpOf } from '../../src/cli/declaration.ts'
import { flagOf, settings, typedSetting } from '../../src/service/config.ts'
import type { Floor } from '../../src/service/floor/floor.ts'
import { commitHistogram, metricsOf, type NodeFigures } from '../../src/service/http/metrics.ts'

/** Pages of the reference that are made from declarations, schemas and sources, so that they cannot differ from them. */

type Schema = {
  title?: string
  description?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: readonly string[]
  $id?: string
}

const readSchema = (path: string): Schema => JSON.parse(readFileSync(path, 'utf8'))
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

export function commandLinePage(): string {
  const names = Object.keys(commandLine) as CommandLineName[]
  const sections = names.map(
    (name) => `## ${name}\n\n\`\`\`text\n${helpOf(name, declarationOf(name)).trim()}\n\`\`\`\n`,
  )
  return [
    '# Command line',
    '',
    'From a checkout: `npm run -s croupier -- COMMAND`. `croupier COMMAND --help` prints the same as this page.',
    '',
    ...sections,
  ].join('\n')
}

export function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, { kind, value, means }]) => {
    const byDefault = typedSetting(value)
    return `| \`${name}\` | ${kind} | ${byDefault === '' ? '' : `\`${cell(byDefault)}\``} | ${cell(means)} |`
  })
  const { tables, witnesses } = readSchema('schemas/house.json').properties!
  return [
    '# Configuration',
    '',
    'A house is configured by a JSON file (`croupier serve --config FILE`). An option of the command line overrides the',
    'environment (`CROUPIER_PORT`), which overrides the file. Editors complete the file by `schemas/house.json`.',
    '',
    `A setting such as \`logLevel\` is the option \`--${flagOf('logLevel')}\`.`,
    '',
    '| setting | kind | default | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...fieldsOf('## `tables`', tables!),
    ...fieldsOf('## `witnesses`', witnesses!),
  ].join('\n')
}

function fieldsOf(heading: string, { items, description = '' }: Schema): string[] {
  const rows = Object.entries(items!.properties ?? {}).map(([name, field]) => {
    const isRequired = items!.required?.includes(name) ? 'yes' : ''
    return `| \`${name}\` | ${field.type ?? ''} | ${isRequired} | ${cell(field.description ?? '')} |`
  })
  return [heading, '', `${description}.`, '', '| field | type | required | meaning |', '|---|---|---|---|', ...rows, '']
}

export function schemasPage(): string {
  const rows = globSync('schemas/*.json')
    .sort()
    .map((path) => {
      const { title, description, info } = readSchema(path) as Schema & { info?: { title?: string } }
      return `| \`${path}\` | ${cell(title ?? info?.title ?? '')} | ${cell(description ?? '')} |`
    })
  return [
    '# Schemas',
    '',
    'The package has these files in `schemas/`. A service publishes its own at `/api/openapi.json` and `/api/asyncapi.json`.',
    '',
    '| file | title | describes |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** The metrics as the service registers them. A house without tables is enough: names and texts do not depend on it. */
export async function metricsPage(): Promise<string> {
  const emptyFloor = { rooms: new Map(), now: () => '' } as unknown as Floor
  const { registry } = metricsOf(emptyFloor, { figures: () => ({}) as NodeFigures, commits: commitHistogram() })
  const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('croupier_'))
  const rows = own.map((metric) => {
    const { name, help, labelNames = [] } = metric as typeof metric & { labelNames?: readonly string[] }
    return `| \`${name}\` | ${metric.constructor.name.toLowerCase()} | ${labelNames.join(', ')} | ${cell(help)} |`
  })
  return [
    '# Metrics',
    '',
    '`GET /metrics` has these in the format of Prometheus, and those of the process (`process_*`, `nodejs_*`). A node of a',
    'cluster has all of them; one machine alone lacks those of nodes. [Monitor a house](./monitoring.md) says which to watch.',
    '',
    '| metric | type | labels | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
