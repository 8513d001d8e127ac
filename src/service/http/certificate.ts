import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'

/** Paths of a certificate with its chain, and of its key, as PEM. */
export type CertificateFiles = { cert: string; key: string }
export type Certificate = { cert: Buffer; key: Buffer }

/** Reads a certificate. Throws if a file cannot be read or the two do not belong together. */
export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  const certificate = { cert: readFileSync(cert), key: readFileSync(key) }
  createSecureContext(certificate)
  // OpenSSL accepts a key of another kind than the certificate's, but then no client can connect.
  if (!new X509Certificate(certificate.cert).checkPrivateKey(createPrivateKey(certificate.key)))
    throw new Error('the key is not that of the certificate')
  return certificate
}

const CERTIFICATE_POLL_MS = 10_000

export type Renewal = { renew: () => void; stop: () => void }

/**
 * Watches the certificate files and renews the server's certificate: new connections get the new one, open ones stay.
 * It watches the files by name, so that a changed link is noticed. An invalid or incomplete certificate is reported,
 * and the old one stays in use.
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

/** A stamp that changes when the files, or the files behind their links, are written. */
const stampOf = ({ cert, key }: CertificateFiles): string =>
  [cert, key]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat ? [stat.dev, stat.ino, stat.size, stat.mtimeMs].join() : 'gone'))
    .join(' ')
