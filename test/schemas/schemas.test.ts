import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { bookById } from '../../src/books/index.ts'
import { commands } from '../../src/engine/language.ts'
import { BadConfig, plansOf, readConfig, witnessesOf } from '../../src/service/config.ts'
import { routeNames } from '../../src/wire/routes.ts'
import { corpus } from '../corpus.ts'
import { entriesIn } from '../support/journal.ts'
import { freshFolder } from '../support/service.ts'
import { jsonSchemas } from './schema-files.ts'

/** The files in `schemas/`: valid in their format, and true of the data that the service really reads and writes. */

const require = createRequire(import.meta.url)
type OpenApiValidator = new () => { validate(document: object): Promise<{ valid: boolean; errors?: unknown }> }
const { Validator } = require('@seriousme/openapi-schema-validator') as { Validator: OpenApiValidator }
const addFormats = require('ajv-formats') as (ajv: Ajv2020) => void

const folder = new URL('../../schemas/', import.meta.url)
const read = (path: string | URL): string => readFileSync(path, 'utf8')
const published = (name: string) => JSON.parse(read(new URL(name, folder)))

/** Compiles a published schema by JSON Schema 2020-12, strictly: an unknown keyword or an unreachable part is an error. */
function compiled(name: string): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
  })
  addFormats(ajv)
  return ajv.compile(published(name))
}

const misfits = (fits: ValidateFunction, values: readonly unknown[]) =>
  values.flatMap((value) => (fits(value) ? [] : [[JSON.stringify(value).slice(0, 300), fits.errors?.slice(0, 3)]]))

describe('JSON Schema 2020-12', () => {
  test.each(Object.keys(jsonSchemas))('%s is a valid schema', (name) => {
    expect(compiled(name).schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' })
  })

  test('script-line.json fits every line of every scenario, and command.json its commands', () => {
    const files = readdirSync(new URL('../../scenarios/', import.meta.url), { recursive: true, encoding: 'utf8' })
    const lines = files
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => read(new URL(`../../scenarios/${file}`, import.meta.url)).split('\n'))
      .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(lines.length).toBeGreaterThan(1_000)
    expect(misfits(compiled('script-line.json'), lines)).toEqual([])
    const given = lines.filter((line) => 'do' in line)
    expect(new Set(given.map((line) => line.do)).size).toBe(Object.keys(commands).length)
    expect(misfits(compiled('command.json'), given)).toEqual([])
    const bad = [{ do: 'wager', player: 'ann', spot: '17', stake: 1.5 }, { do: 'dance' }, { do: 'settle', now: true }]
    expect(misfits(compiled('command.json'), bad)).toHaveLength(bad.length)
  })

  test('journal-entry.json fits every entry of the corpus, and none with another field', async () => {
    const fits = compiled('journal-entry.json')
    const entries = [...(await entriesIn(corpus('version-1'))).values()].flat().map(({ body }) => JSON.parse(body))
    expect(entries.length).toBeGreaterThan(100)
    expect(misfits(fits, entries)).toEqual([])
    expect(
      misfits(
        fits,
        entries.map((entry) => ({ ...entry, more: 1 })),
      ),
    ).toHaveLength(entries.length)
  })

  test('house.json fits the configurations of the documents, and none with a wrong value', () => {
    const fits = compiled('house.json')
    const pages = ['operations', 'first-house'].map((name) => read(new URL(`../../docs/${name}.md`, import.meta.url)))
    const examples = [...pages.join('\n').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!))
    expect(examples.length).toBeGreaterThan(1)
    expect(misfits(fits, [...examples, { $schema: 'schemas/house.json' }])).toEqual([])
    const bad = [{ port: 65_536 }, { prot: 1 }, { tables: [{ id: 'R 1', book: 'x' }] }, { feltColour: 'green' }]
    expect(misfits(fits, bad)).toHaveLength(bad.length)
  })
})

describe('a configuration', () => {
  const fits = compiled('house.json')
  const table = { id: 'r1', book: 'mbs/roulette@3' }
  const file = join(freshFolder(), 'house.json')

  /** Whether the service takes it. */
  function isTaken(config: object): boolean {
    writeFileSync(file, JSON.stringify(config))
    try {
      const read = readConfig({ config: file }, {})
      plansOf(read, bookById)
      witnessesOf(read)
      return true
    } catch (error) {
      if (error instanceof BadConfig) return false
      throw error
    }
  }

  test.each<[string, object]>([
    ['a schema for the editor', { $schema: 'schemas/house.json', tables: [table] }],
    ['numbers and switches', { port: 0, demo: false, speed: 0.5, storeSeconds: 2.5, ticketMax: 1, tables: [table] }],
    [
      'lists',
      { publicHosts: ['roulette.example'], proxies: ['10.0.0.0/8'], origins: ['https://a.example'], tables: [table] },
    ],
    ['a quorum', { witnessQuorum: 0, tables: [table] }],
    [
      'everything about a table',
      {
        tables: [
          {
            ...table,
            name: 'One',
            short: '1',
            limits: { default: { min: 5 } },
            wheel: { tcp: '10.0.0.7:4001', bettingSeconds: 20 },
          },
        ],
      },
    ],
    ['a simulated wheel', { tables: [{ ...table, wheel: { simulated: 10 } }] }],
  ])('with %s fits the schema, and the service takes it', (_, config) => {
    expect([fits(config), isTaken(config)]).toEqual([true, true])
  })

  test.each<[string, object]>([
    ['a port above all', { port: 65_536, tables: [table] }],
    ['a setting that there is not', { prot: 1, tables: [table] }],
    ['a name with a hidden character', { houseName: 'a\u200db', tables: [table] }],
    ['a time of day that there is not', { gamingDayStart: '24:00', tables: [table] }],
    ['a level that there is not', { logLevel: 'loud', tables: [table] }],
    ['a table without an id', { tables: [{ book: 'mbs/roulette@3' }] }],
    ['a table with capitals', { tables: [{ ...table, id: 'R1' }] }],
    ['a table with a field that there is not', { tables: [{ ...table, colour: 'green' }] }],
    ['a short name that is long', { tables: [{ ...table, short: 'x'.repeat(25) }] }],
    ['a wheel of two kinds', { tables: [{ ...table, wheel: { simulated: 1, tcp: 'a:1' } }] }],
    [
      'a wheel that is open for two hours',
      { tables: [{ ...table, wheel: { serial: '/dev/x', bettingSeconds: 7_200 } }] },
    ],
    ['limits that are a text', { tables: [{ ...table, limits: 'low' }] }],
    ['a witness without an address', { witnesses: [{ key: 'x' }], tables: [table] }],
  ])('with %s fits neither the schema nor the service', (_, config) => {
    expect([fits(config), isTaken(config)]).toEqual([false, false])
  })
})

describe('OpenAPI', () => {
  test('is valid by its own schema, and has every route once', async () => {
    const { valid, errors } = await new Validator().validate(published('openapi.json'))
    expect([valid, errors]).toEqual([true, undefined])
    const { paths, openapi } = published('openapi.json') as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
    }
    expect(openapi).toBe('3.1.0')
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    expect(ids).toHaveLength(routeNames.length)
    expect(new Set(ids).size).toBe(ids.length)
    const { tags, servers } = published('openapi.json') as { tags: { name: string }[]; servers: object[] }
    const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags))
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used))
    expect(servers).toHaveLength(1)
  })
})

describe('AsyncAPI', () => {
  test('is valid by its own schema, and its messages are valid schemas', () => {
    const specification = require('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const document = published('asyncapi.json')
    const fits = ajv.compile(specification)
    expect([fits(document), fits.errors]).toEqual([true, null])
    const schemas = new Ajv2020({ strict: false })
    addFormats(schemas)
    schemas.addSchema(document, 'asyncapi')
    const { messages } = document.channels.table
    for (const name of Object.keys(messages))
      expect(schemas.compile({ $ref: `asyncapi#/channels/table/messages/${name}/payload` })).toBeTypeOf('function')
    expect(Object.keys(messages)).toEqual(
      expect.arrayContaining(['hello', 'command', 'player-view', 'display-changes']),
    )
  })
})
