import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

let shared: Promise<string> | null = null

async function sharedServer(): Promise<string> {
  const address = await text(connect(inject('postgres')))
  if (address.startsWith('none')) throw new Error(address)
  return address
}

/** A schema of its own in the server of this run: the address of a store in which nothing is. */
export async function freshStore(): Promise<string> {
  shared ??= sharedServer()
  return `${await shared}?schema=t${randomBytes(8).toString('hex')}`
}
