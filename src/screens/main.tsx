import './kit/kit.css'
import { type ComponentType, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ScreenProps } from './kit/screen-props.ts'
import { Empty } from './kit/status.tsx'
import { common } from './words/common.ts'
import { followLanguage, speakOn } from './words/speech.ts'

type Screen = ComponentType<ScreenProps>

/** Every screen by the first word of its address; each is fetched only when it is opened. */
const screens: Readonly<Record<string, () => Promise<{ default: Screen }>>> = {
  '': () => import('./lobby/index.tsx'),
  play: () => import('./terminal/index.tsx'),
  display: () => import('./display/index.tsx'),
  dealer: () => import('./dealer/index.tsx'),
  pit: () => import('./pit/index.tsx'),
  audit: () => import('./audit/index.tsx'),
  lab: () => import('./lab/index.tsx'),
}

function Router({ path }: { path: string }) {
  const [first = '', table = ''] = path.split('/').filter((part) => part !== '')
  const [shown, setShown] = useState<Screen | 'failed' | null>(null)
  const open = Object.hasOwn(screens, first) ? screens[first] : undefined
  useEffect(() => {
    open?.().then(
      (module) => speakOn().then(() => setShown(() => module.default)),
      () => setShown('failed'),
    )
  }, [open])
  if (!open) return <Empty title={common.notHere} action={{ label: common.toLobby, href: '/' }} />
  if (shown === 'failed')
    return <Empty title={common.serviceAway} action={{ label: common.retry, onPress: () => location.reload() }} />
  const Shown = shown
  return Shown ? <Shown table={decodeURIComponent(table)} /> : <Empty title={common.loading} />
}

// By itself: what the first page is made of, and in which order its styles come, stays as it is.
void import('./kit/house-sign.ts').then(({ followHouseSign }) => followHouseSign())
void followLanguage().then(() => render(<Router path={location.pathname} />, document.getElementById('screen')!))
