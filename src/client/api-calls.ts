import type { Cents } from '../engine/money.ts'
import type { Refused } from '../wire/failures.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteName } from '../wire/routes.ts'
import { fetchFrom } from './node-fetch.ts'
import type { NodeRing } from './node-ring.ts'

/** The answer of a route, or the reason why there is none. Status 0: the service did not answer. */
export type Failure = { status: number; refused?: Refused; problem?: string }
/** The reply of a route: its body, or a failure. */
export type ApiReply<T> = { ok: true; body: T } | ({ ok: false } & Failure)

/** Money is any whole number until the service has checked it. */
type Loose<T> = T extends object ? { readonly [Field in keyof T]: T[Field] extends Cents ? number : T[Field] } : T

/** The input of a route: parameters of the path, body, and query. */
type RouteParts<Name extends RouteName> = (keyof ParamsOf<Name> extends never
  ? unknown
  : { readonly params: ParamsOf<Name> }) &
  (BodyOf<Name> extends undefined ? unknown : { readonly body: Loose<BodyOf<Name>> }) &
  (QueryOf<Name> extends undefined ? unknown : { readonly query?: QueryOf<Name> })

/** Optional for a route without required input. */
export type RouteInput<Name extends RouteName> =
  object extends RouteParts<Name> ? [through?: RouteParts<Name>] : [through: RouteParts<Name>]

/** Routes that change no state, or that may be repeated without harm. */
const harmless: readonly RouteName[] = ['POST /api/tables/:id/foresee', 'POST /api/sessions', 'DELETE /api/sessions']

export const credentials = (token: string | null): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

type CallParts = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

/** Calls a route, at whichever node answers. */
export async function callRoute<Name extends RouteName>(
  nodes: NodeRing,
  token: string | null,
  name: Name,
  ...[through]: RouteInput<Name>
): Promise<ApiReply<AnswerOf<Name>>> {
  const [method, path] = name.split(' ') as [string, string]
  const { params = {}, query, body } = (through ?? {}) as CallParts
  try {
    const request = {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...credentials(token) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }
    const isRepeatable = method === 'GET' || harmless.includes(name) || (body !== undefined && 'id' in body)
    const response = await fetchFrom(nodes, filledPath(path, params, query), request, isRepeatable)
    return await replyOf<AnswerOf<Name>>(response)
  } catch {
    return { ok: false, status: 0 }
  }
}

function filledPath(path: string, params: Record<string, string>, query: Record<string, string> | undefined): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

async function replyOf<T>(response: Response): Promise<ApiReply<T>> {
  // JSON Lines are returned as text.
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
  const said = isJson ? await response.json() : await response.text()
  return response.ok ? { ok: true, body: said as T } : { ok: false, status: response.status, ...failureOf(said) }
}

function failureOf(said: unknown): { refused?: Refused; problem?: string } {
  if (typeof said !== 'object' || said === null) return {}
  if ('refused' in said) return { refused: said as Refused }
  return 'problem' in said ? { problem: String(said.problem) } : {}
}
