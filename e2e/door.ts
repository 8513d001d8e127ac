import type { AuditorView, DealerView, DisplayView, PitView, PlayerView } from '../src/engine/views.ts'

type Views = { display: DisplayView; player: PlayerView; dealer: DealerView; pit: PitView; auditor: AuditorView }

/** The service's HTTP doors, as one asker. What a screen shows is held against what is heard here. */
export class Door {
  readonly token: string | null
  private readonly url: string

  constructor(url: string, token: string | null) {
    this.url = url
    this.token = token
  }

  static async signedIn(url: string, { badge, pin }: { badge: string; pin: string }): Promise<Door> {
    const { token } = await new Door(url, null).post<{ token: string }>('/api/sessions', { badge, pin })
    return new Door(url, token)
  }

  text = (path: string): Promise<string> => this.ask('GET', path)
  get = async <T>(path: string): Promise<T> => JSON.parse(await this.ask('GET', path))
  post = async <T = unknown>(path: string, body: object): Promise<T> => JSON.parse(await this.ask('POST', path, body))

  /** Commands in turn; the first that is refused is an error. */
  async give(table: string, ...commands: readonly object[]): Promise<void> {
    for (const command of commands) await this.post(`/api/tables/${table}/commands`, command)
  }

  async view<A extends keyof Views>(_as: A, table: string): Promise<Views[A]> {
    return (await this.get<{ view: Views[A] }>(`/api/tables/${table}`)).view
  }

  private async ask(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const told = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${told}`)
    return told
  }
}
