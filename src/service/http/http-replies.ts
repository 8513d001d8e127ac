import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HouseRefusal, houseRefusals } from '../../house/house-refusals.ts'
import type { Reply } from '../floor/floor.ts'

/** What several doors answer in the same way. */
export const send = (reply: FastifyReply, { status, body }: Reply) => reply.code(status).send(body)
export const unknownAsker = (reply: FastifyReply) => reply.code(401).send({ problem: 'who are you' })
export const sendRefusal = (reply: FastifyReply, refusal: HouseRefusal) =>
  reply.code(houseRefusals[refusal.refused].status).send(refusal)

/** For doors that people and machines could guess at: whatever token they show, it is the address that is counted. */
export const rarely = { rateLimit: { max: 20, timeWindow: '1 minute', keyGenerator: addressOf } }

export function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip)
}
