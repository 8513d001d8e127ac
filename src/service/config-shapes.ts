import { isIP } from 'node:net'
import Type, { type TProperties, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { CENTS_MAX } from '../engine/money.ts'
import { mapPositions, type OfPositions, usualPolicy } from '../house/policy.ts'
import { staffRoles } from '../house/roles.ts'
import { MINUTE } from '../house/time.ts'
import { isKeyName } from '../proof/keys.ts'
import { setupFields } from '../wire/table-setup.ts'
import { contrastOf, isHexColour, LEAST_CONTRAST, litFelt, screenColours } from './house-brand.ts'
import { hostname, isOrigin } from './http/origins.ts'

/**
 * The single definition of a configuration's content. Settings, tables and witnesses are read by it, and
 * `schemas/house.json` is generated from it (`npm run golden`).
 */

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/**
 * `read`: converts text from a file or a flag to a value of the schema. `take`: converts that to the value used;
 * undefined if it is invalid.
 */
type KindRule = {
  readonly schema: TSchema
  readonly read?: (told: unknown) => unknown
  readonly take?: (value: never) => unknown
}

const asNumber = (told: unknown): unknown =>
  typeof told === 'string' && told.trim() !== '' && !Number.isNaN(Number(told)) ? Number(told) : told

/** A list, or a text with commas between the items. */
const asList = (told: unknown): unknown =>
  typeof told === 'string' ? told.split(',').filter((item) => item !== '') : told

const asSwitch = (told: unknown): unknown => ({ true: true, 1: true, false: false, 0: false })[String(told)]

const whole = (minimum: number, maximum: number): KindRule => ({
  schema: Type.Integer({ minimum, maximum }),
  read: asNumber,
})
const textThat = (schema: TSchema, isFit: (text: string) => boolean): KindRule => ({
  schema,
  take: (text: string) => (isFit(text) ? text : undefined),
})
const listOf = (description: string, take: (item: string) => string | null): KindRule => ({
  schema: Type.Array(Type.String(), { description }),
  read: asList,
  take(items: readonly string[]) {
    const taken = items.map(take)
    return taken.includes(null) ? undefined : taken
  },
})

/** A text without characters that could disguise something on a screen or in a log. */
const plainText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]*$', description })

const someText = Type.String({ minLength: 1 })
const colour = Type.String({ pattern: '^(?:#[0-9a-fA-F]{6})?$' })

/** A colour that is readable on or under the other one; empty for the default. */
const colourAgainst = (other: string, shown = (given: string) => given): KindRule =>
  textThat(colour, (given) => given === '' || (isHexColour(given) && contrastOf(shown(given), other) >= LEAST_CONTRAST))

const usualMinutes = mapPositions(usualPolicy.idleMs, (ms) => ms / MINUTE)

/** Minutes by position: an object in a file, or `dealer=5,auditor=30` as typed. */
const asPositions = (told: unknown): unknown =>
  typeof told === 'string'
    ? Object.fromEntries(
        told.split(',').map((pair) => {
          const [role = '', minutes = ''] = pair.split('=')
          return [role, asNumber(minutes)]
        }),
      )
    : told

/** The kinds of settings, with their schemas. */
export const kinds = {
  name: { schema: plainText(40, 'a name of 1 to 40 characters') },
  line: { schema: Type.Union([Type.Literal(''), plainText(120, 'a line of at most 120 characters')]) },
  zone: textThat(Type.String(), isTimeZone),
  clock: {
    schema: Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', description: 'a time of day, such as 06:00' }),
  },
  accent: colourAgainst(screenColours.panel),
  felt: colourAgainst(screenColours.ivory, litFelt),
  minutes: whole(0, 1_440),
  currency: {
    schema: Type.String({
      minLength: 1,
      maxLength: 4,
      pattern: '^[^\\d\\s.,\\p{Cc}\\p{Cf}]*$',
      description: '1 to 4 characters without digits',
    }),
  },
  hours: { schema: Type.Number({ minimum: 1 / 60, maximum: 168 }), read: asNumber },
  positions: {
    schema: Type.Object(
      Object.fromEntries(staffRoles.map((role) => [role, Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 }))])),
      { additionalProperties: false },
    ),
    read: asPositions,
    take: (minutes: Partial<OfPositions>) => ({ ...usualMinutes, ...minutes }),
  },
  age: whole(0, 3_660),
  days: whole(1, 3_660),
  text: { schema: someText },
  'key-name': textThat(someText, isKeyName),
  port: whole(0, 65_535),
  count: whole(1, Number.MAX_SAFE_INTEGER),
  cents: whole(1, CENTS_MAX),
  number: { schema: Type.Number({ exclusiveMinimum: 0 }), read: asNumber },
  switch: { schema: Type.Boolean(), read: asSwitch },
  level: { schema: Type.Enum(logLevels) },
  origins: listOf('origins such as https://pit.example', (item) => (isOrigin(item) ? item : null)),
  hosts: listOf('names of hosts', hostname),
  addresses: listOf('addresses such as 10.0.0.7 or 10.0.0.0/8', (item) => (isNetwork(item) ? item : null)),
  quorum: { schema: Type.Union([Type.Literal('all'), Type.Integer({ minimum: 0, maximum: 100 })]), read: asNumber },
} as const satisfies Record<string, KindRule>
export type Kind = keyof typeof kinds

/** Reads the value of a setting, from a file or as typed; undefined if it is not of its kind. */
export function readValue(kind: Kind, told: unknown): unknown {
  const { schema, read, take }: KindRule = kinds[kind]
  const value = read ? read(told) : told
  if (!Check(schema, value)) return undefined
  return take ? take(value as never) : value
}

/** Whether the machine knows the time zone, by its IANA name. */
function isTimeZone(told: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: told }) !== null
  } catch {
    return false
  }
}

/** Whether a text is an address, or a network of addresses with the same first bits: 10.0.0.7, 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most
}

// ---- Tables and witnesses -------------------------------------------------------------------------------------------

const closed = <Fields extends TProperties>(fields: Fields, description: string) =>
  Type.Object(fields, { additionalProperties: false, description })

const SPEED_MAX = 1_000
/** A short name is for places where many tables are listed: cards, lists, headers. */
const SHORT_MAX = 24

/** A wheel's lines do not say how long its bets stay open. The configuration may, so that terminals can count down. */
const bettingSeconds = Type.Optional(
  Type.Number({ exclusiveMinimum: 0, maximum: 3_600, description: 'a number of seconds, an hour at most' }),
)

const countUpTo = (most: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: most, description }))
const rpm = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }))

/** Limits outside which a real wheel raises alarms. */
const limits = Type.Optional(
  closed(
    {
      rotorRpmMin: rpm('the least speed of the rotor with the ball in the rim, in rpm; 8 by default'),
      rotorRpmMax: rpm('the greatest, 35 by default'),
      sameDirection: countUpTo(1_000, 'spins in a row with the rotor in one direction, 30 by default'),
      spinsAnHour: countUpTo(1_000, 'spins within an hour, 120 by default'),
      sensorSeconds: countUpTo(3_600, 'how long the sensor flag may stay up, 30 by default'),
    },
    'limits outside which the wheel raises alarms',
  ),
)

/** The makers do not publish the numbers of their errors: a house enters those of its handbook. */
const errors = Type.Optional(
  Type.Record(Type.String({ pattern: '^\\d{1,4}$' }), Type.String({ minLength: 1, maxLength: 120 }), {
    description: "the wheel's error numbers in words, by the handbook of its maker",
  }),
)

/** The wheel of a table, by its kind of connection. */
export const wheelForms = {
  tcp: closed(
    { tcp: Type.String({ pattern: '^.+:\\d{1,5}$', description: 'HOST:PORT' }), bettingSeconds, limits, errors },
    'a wheel at a network address',
  ),
  serial: closed(
    { serial: Type.String({ description: 'the device' }), bettingSeconds, limits, errors },
    'a wheel at a serial line',
  ),
  simulated: closed(
    {
      simulated: Type.Number({
        exclusiveMinimum: 0,
        maximum: SPEED_MAX,
        description: 'how fast it runs; 10 is ten times a real one',
      }),
    },
    'a simulated wheel',
  ),
} as const

/** Rules for an id and an address, in words. */
export const TABLE_ID = '1 to 32 small letters, digits and dashes'
export const WITNESS_URL = 'an address with http or https'

export const tableFields = {
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,31}$', description: '1 to 32 small letters, digits and dashes' }),
  name: Type.Optional(plainText(64, 'a name of 1 to 64 characters')),
  short: Type.Optional(plainText(SHORT_MAX, `a name of 1 to ${SHORT_MAX} characters`)),
  ...setupFields,
  wheel: Type.Optional(
    Type.Union(Object.values(wheelForms), { description: 'the wheel; without it a dealer enters the results' }),
  ),
}
export const tableSchema = closed(tableFields, 'a table of the house')

export const witnessFields = {
  key: Type.String({ description: 'the key of the witness, NAME+ID+KEY' }),
  url: Type.String({ pattern: '^https?://', description: WITNESS_URL }),
  name: Type.Optional(plainText(64, 'a name of 1 to 64 characters')),
}
export const witnessSchema = closed(witnessFields, 'a witness that signs the checkpoints of the house')

/** Describes the problem of the first of these fields that does not match its schema; null if all match. */
export function fieldProblem(fields: TProperties, value: Readonly<Record<string, unknown>>): string | null {
  const wrong = Object.entries(fields).find(([field, schema]) =>
    Object.hasOwn(value, field) && value[field] !== undefined ? !Check(schema, value[field]) : !Type.IsOptional(schema),
  )
  return wrong ? `${wrong[0]} must be ${(wrong[1] as { description?: string }).description}` : null
}
