import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'

type SchemaCheck = { (value: unknown): boolean; errors?: FastifySchemaValidationError[] | null }

/** What comes is taken as it is or not at all: nothing is made to fit. */
const options = { customOptions: { coerceTypes: false, removeAdditional: false } }

const buildCompiler = AjvCompiler()
const checks = new WeakMap<object, SchemaCheck>()

function checkOf(schema: object): SchemaCheck {
  const known = checks.get(schema)
  if (known) return known
  const made = buildCompiler({}, options)({ schema }) as SchemaCheck
  checks.set(schema, made)
  return made
}

/**
 * What a door's schema says, as a check that is made when the first request needs it, once for all houses of a process: a service that
 * starts again need not wait for the checks of doors through which nobody comes.
 */
export const schemaCheck: FastifySchemaCompiler<object> = ({ schema }) => {
  const check: SchemaCheck = (value) => {
    const made = checkOf(schema)
    const isRight = made(value)
    check.errors = made.errors ?? null
    return isRight
  }
  return check
}
