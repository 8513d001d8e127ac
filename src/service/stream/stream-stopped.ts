/** The stream is stopped: an append failed, or a bug was found. It comes back from the journal, not from memory. */
export class StreamStopped extends Error {
  readonly stream: string

  constructor(stream: string, why: string) {
    super(why)
    this.stream = stream
  }
}

/** Another node decides what this stream is asked, or none does just now. Nothing of what was asked was written. */
export class StreamElsewhere extends StreamStopped {
  constructor(stream: string) {
    super(stream, 'another node has it, or is about to')
  }
}

/** Somebody else wrote first: what was decided is to be decided again. Nobody outside a stream hears of it. */
export class Overtaken extends StreamStopped {
  constructor(stream: string) {
    super(stream, 'others are quicker, again and again')
  }
}
