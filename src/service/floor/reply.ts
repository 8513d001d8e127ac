/** What a door answers: the HTTP status and the body; a WebSocket leaves the status out. */
export type Reply = { status: number; body: object }
