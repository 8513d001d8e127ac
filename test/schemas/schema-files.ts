import { publishedSchema as publishedBookSchema } from '../../src/book-files/book-schema.ts'
import { publishedConfigSchema } from '../../src/service/config-schema.ts'
import { publishedEntrySchema } from '../../src/service/journal/entry-schema.ts'
import { command } from '../../src/wire/command.ts'
import { logLine } from '../../src/wire/log-line.ts'
import { scriptLine } from '../../src/wire/script-line.ts'
import { socketApi } from '../../src/wire/socket-api.ts'
import { apiInMemory } from '../support/http.ts'
import { freshSigner } from '../support/proof.ts'

/** The files in `schemas/`, each generated from the schema that the service itself uses. */

const jsonSchema = (name: string, title: string, schema: object) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:croupier:${name}:1`,
  title,
  ...schema,
})

/** Files with a JSON Schema, by their names. */
export const jsonSchemas: Readonly<Record<string, object>> = {
  'command.json': jsonSchema('command', 'Croupier command', command),
  'house.json': publishedConfigSchema,
  'journal-entry.json': publishedEntrySchema,
  'log-line.json': jsonSchema('log-line', 'Croupier log line', logLine),
  'rule-book.json': publishedBookSchema,
  'script-line.json': jsonSchema('script-line', 'Croupier script line', scriptLine),
}

/** OpenAPI as a service answers it at `/api/docs/json`. */
async function openapi(): Promise<object> {
  const { app } = await apiInMemory({ demo: true }, { signer: () => freshSigner('house.example', 1) })
  await app.ready()
  return app.swagger()
}

export async function schemaFiles(): Promise<Record<string, object>> {
  return { ...jsonSchemas, 'openapi.json': await openapi(), 'asyncapi.json': socketApi() }
}
