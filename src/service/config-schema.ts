import Type, { type TSchema } from 'typebox'
import { settings } from './config.ts'
import { kinds, tableSchema, witnessSchema } from './config-shapes.ts'

const settingSchemas = Object.entries(settings).map(([setting, { kind, value, means }]) => {
  const schema: TSchema = kinds[kind].schema
  // An empty text means no value: the file leaves the setting out.
  const stated = value === '' ? {} : { default: value }
  return [setting, Type.Optional({ ...schema, description: means, ...stated } as TSchema)] as const
})

/** The schema of a configuration file, as it is published. */
export const publishedConfigSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:croupier:house:1',
  title: 'Croupier house',
  ...Type.Object(
    {
      $schema: Type.Optional(Type.String({ description: 'the address or path of this schema, for editors' })),
      ...Object.fromEntries(settingSchemas),
      tables: Type.Optional(Type.Array(tableSchema, { description: 'the tables of the house' })),
      witnesses: Type.Optional(Type.Array(witnessSchema, { description: 'who signs its checkpoints too' })),
    },
    { additionalProperties: false, description: 'the configuration of a house: what croupier serve --config reads' },
  ),
}
