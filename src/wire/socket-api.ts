import type { TSchema } from 'typebox'
import { license, withComponents } from './components.ts'
import { type Audience, fromClient, toClient } from './messages.ts'
import { closeCodes } from './protocol.ts'

/** The WebSocket as an AsyncAPI document, made from the schemas that the service checks its messages by. */

const meanings: Readonly<Record<string, string>> = {
  view: 'The whole view of the table, when a client comes or its gap is too old',
  missed: 'The changes that a reconnecting client missed',
  changes: 'What changed; with the answer of the own command where that changed it',
  answer: 'The answer to one command, with its id',
  stopped: 'The table stopped: nothing more is taken until it comes back',
  moving: 'No node owns the table at the moment',
  nodes: 'Other addresses of the house',
  owner: 'The address of the node that decides the table',
  problem: 'The message is not valid, or too large',
}

type Fields = { readonly properties: Readonly<Record<string, unknown>> }

/** A message is known by the fields that it has. */
function messageName({ properties }: Fields): string {
  if ('changes' in properties) return 'answer' in properties ? 'changes' : 'missed'
  return Object.keys(meanings).find((name) => name in properties)!
}

const audienceNames = Object.keys(toClient) as Audience[]
const isOfAudience = (name: string): boolean => ['view', 'missed', 'changes'].includes(name)

/** Every message of the service: those with a view or its changes once for each audience. */
function messagesToClient(): Record<string, object> {
  const all = audienceNames.flatMap((audience) =>
    (toClient[audience].anyOf as unknown as (TSchema & Fields)[]).map((payload) => {
      const name = messageName(payload)
      return [isOfAudience(name) ? `${audience}-${name}` : name, { name, summary: meanings[name], payload }] as const
    }),
  )
  return Object.fromEntries(all)
}

const [hello, command] = fromClient.anyOf
const messagesFromClient = {
  hello: {
    name: 'hello',
    summary: 'The first message: who it is, and which version of the view it knows',
    payload: hello,
  },
  command: {
    name: 'command',
    summary: 'A command of the table language; with an id it is idempotent',
    payload: command,
  },
}

const closes = Object.entries(closeCodes).map(([why, code]) => `${code} (${why})`)

const referTo = (messages: object) =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/table/messages/${name}` }))

export function socketApi(): object {
  const toIt = messagesToClient()
  return withComponents({
    asyncapi: '3.0.0',
    info: {
      title: 'Croupier',
      version: '1',
      description:
        'One table over a WebSocket: commands, their answers, the view and its changes. docs/api.md explains them.',
      license: { name: license.name },
    },
    servers: {
      house: {
        host: 'roulette.example',
        protocol: 'wss',
        description: 'the address of the house; ws without certificates',
      },
    },
    defaultContentType: 'application/json',
    channels: {
      table: {
        address: '/ws',
        title: 'One table',
        description: `The first message is hello. The service closes a socket with ${closes.join(', ')}.`,
        messages: { ...messagesFromClient, ...toIt },
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              required: ['table'],
              properties: { table: { type: 'string', description: 'the id of the table' } },
            },
            bindingVersion: '0.1.0',
          },
        },
      },
    },
    operations: {
      hear: {
        action: 'receive',
        channel: { $ref: '#/channels/table' },
        summary: 'What a client sends',
        messages: referTo(messagesFromClient),
      },
      tell: {
        action: 'send',
        channel: { $ref: '#/channels/table' },
        summary: 'What the service sends',
        messages: referTo(toIt),
      },
    },
  })
}
