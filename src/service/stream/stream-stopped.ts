/** The stream is stopped: an append failed, or a bug was found. It comes back from the journal, not from memory. */
export class StreamStopped extends Error {
  readonly stream: string

  constructor(stream: string, why: string) {
    super(why)
    this.stream = stream
  }
}

/** This node does not own the stream: another node decides, or none does just now. The request was not written. */
export class StreamElsewhere extends StreamStopped {
  constructor(stream: string) {
    super(stream, 'another node has it, or is about to')
  }
}

/**
 * A write conflict: another node wrote first, so the command must be decided again. The stream handles it internally.
 */
export class WriteConflict extends StreamStopped {
  constructor(stream: string) {
    super(stream, 'write conflict: other nodes wrote first, at every attempt')
  }
}
