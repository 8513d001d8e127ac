import Type, { type Static, type TProperties } from 'typebox'
import { alarm } from './alarm.ts'
import { either, oneOf, only, optional, real, shape, text, whole } from './shapes.ts'

/** The log lines of the service: JSON Lines on standard output. Every line has the fields of `anyLine`. */
const anyLine = {
  level: Type.Enum([10, 20, 30, 40, 50, 60], { description: '20: debug, 30: info, 40: warn, 50: error, 60: fatal' }),
  time: Type.Integer({ description: 'milliseconds since 1970, by the clock of the machine' }),
  pid: whole,
  hostname: text,
  node: optional(Type.String({ description: 'the name of the node in its cluster, where it was given one' })),
}

const reqId = Type.String({
  pattern: '^[\\w.-]{1,80}$',
  description: 'the request: the x-request-id of its answer. A command over a WebSocket adds its number',
})
const ms = Type.Number({ minimum: 0, description: 'how long it took, in milliseconds' })

const outcome = {
  outcome: oneOf(['accepted', 'refused', 'fault']),
  ms,
  problem: optional(Type.String({ description: 'of a fault: why the service could not decide it' })),
}

/** One request over HTTP. Level debug. */
export const requestFields = shape({
  method: text,
  route: either([text, Type.Null()], { description: 'null: there is no such route' }),
  status: whole,
  ms,
})
/** One command, over HTTP or a WebSocket. Level debug; level warn where the service could not decide it. */
export const commandFields = shape({
  reqId,
  table: text,
  command: either([text, Type.Null()], { description: 'null: it names none' }),
  ...outcome,
})
/**
 * Another node's request about a table of this node. The request keeps the id that it has there. Levels as of a
 * command.
 */
export const forwardedFields = shape({
  reqId: optional(reqId),
  from: Type.String({ description: 'the node that asked' }),
  table: text,
  ask: oneOf(['command', 'foresight', 'ticket-out', 'ticket-in', 'demo-credits', 'funds']),
  ...outcome,
})

export type RequestFields = Static<typeof requestFields>
export type CommandFields = Static<typeof commandFields>
export type ForwardedFields = Static<typeof forwardedFields>

const line = (fields: TProperties, msg: string) => shape({ ...anyLine, ...fields, msg: only(msg) })

const error = shape({ type: text, message: text, stack: text, code: optional(either([text, real])) })

export const logLine = either(
  [
    line({ reqId, ...requestFields.properties }, 'request'),
    line(commandFields.properties, 'command'),
    line(forwardedFields.properties, 'forwarded'),
    ...alarm.anyOf.map(({ properties }) => line(properties, 'alarm')),
    Type.Object(
      { ...anyLine, reqId: optional(reqId), err: error, msg: text },
      { description: 'an error that nothing in the service expected' },
    ),
    shape({ ...anyLine, reqId: optional(reqId), msg: Type.String({ description: 'a sentence for operators' }) }),
  ],
  { description: 'one line of the log of `croupier serve`' },
)
