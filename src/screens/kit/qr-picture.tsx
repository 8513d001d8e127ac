import './qr-picture.css'
import { useEffect, useState } from 'preact/hooks'

/** An address as a code to be photographed. The maker of codes is fetched when one is drawn. */
export function QrPicture({ address, label }: { address: string; label: string }) {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => void import('./qr-code.ts').then(({ qrCode }) => setCode(qrCode(address))), [address])
  if (code === null) return null
  const side = Math.sqrt(code.length)
  const dark = [...code].flatMap((module, at) =>
    module === '1' ? [`M${at % side} ${Math.floor(at / side)}h1v1h-1z`] : [],
  )
  return (
    <svg class="qr-picture" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={dark.join('')} />
    </svg>
  )
}
