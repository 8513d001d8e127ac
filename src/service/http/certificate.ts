import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'

/** Where a certificate with its chain and its key are, as PEM. */
export type CertificateFiles = { cert: string; key: string }
export type Certificate = { cert: Buffer; key: Buffer }

/** Throws where they cannot be read or do not belong together. */
export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  const certificate = { cert: readFileSync(cert), key: readFileSync(key) }
  createSecureContext(certificate)
  // OpenSSL itself takes a key of another kind than the certificate's, and then nobody can connect.
  if (!new X509Certificate(certificate.cert).checkPrivateKey(createPrivateKey(certificate.key)))
    throw new Error('the key is not that of the certificate')
  return certificate
}

const CERTIFICATE_POLL_MS = 10_000

export type Renewal = { renew: () => void; stop: () => void }

/**
 * Whoever connects after a renewal is shown the new certificate; those who are there stay. It looks at the files by their
 * names, so that a link to others is noticed. One that is no good, or only half there, is said so and the old one stays.
 */
export function renewing(
  server: Server,
  files: CertificateFiles,
  tell: { renewed: () => void; failed: (error: Error) => void },
  lookEveryMs = CERTIFICATE_POLL_MS,
): Renewal {
  const renew = (): void => {
    try {
      server.setSecureContext(readCertificate(files))
      tell.renewed()
    } catch (error) {
      tell.failed(error as Error)
    }
  }
  let seen = stampOf(files)
  const look = setInterval(() => {
    const now = stampOf(files)
    if (now === seen) return
    seen = now
    renew()
  }, lookEveryMs).unref()
  return { renew, stop: () => clearInterval(look) }
}

/** Another one: the files, or what their names lead to, were written anew. */
const stampOf = ({ cert, key }: CertificateFiles): string =>
  [cert, key]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat ? [stat.dev, stat.ino, stat.size, stat.mtimeMs].join() : 'gone'))
    .join(' ')
