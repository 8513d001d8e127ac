import './draw-banner.css'
import type { Draw } from '../../engine/draw.ts'
import { common } from '../words/common.ts'
import { memo } from './components.tsx'

/** Announces what the bonus numbers make together, over the layout. The panel beside it keeps it. */
export const DrawBanner = memo(function DrawBanner({ draw }: { draw: Draw | null }) {
  if (!draw || (draw.links.length === 0 && !draw.scatter)) return null
  return (
    <div class="draw-banner" aria-hidden="true" data-made={draw.scatter ? 'scatter' : 'super'}>
      {draw.links.length > 0 && (
        <p>
          <strong>{common.superBonus}</strong>
          <span>{common.link(draw.links.join(', '))}</span>
          <b>{draw.superNumbers.join(' · ')}</b>
        </p>
      )}
      {draw.scatter && (
        <p>
          <strong>{common.scatter}</strong>
        </p>
      )}
    </div>
  )
})
