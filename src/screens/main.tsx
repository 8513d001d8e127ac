import './kit/kit.css'
import { type ComponentType, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ScreenName, screenAt } from '../wire/pages.ts'
import { Empty, type ScreenProps } from './kit/status.tsx'
import { common } from './words/common.ts'
import { followLanguage, speakOn } from './words/speech.ts'

type Screen = ComponentType<ScreenProps>

/** Each is fetched only when it is opened. */
const screens: Readonly<Record<ScreenName, () => Promise<{ default: Screen }>>> = {
  lobby: () => import('./lobby/index.tsx'),
  terminal: () => import('./terminal/index.tsx'),
  display: () => import('./display/index.tsx'),
  dealer: () => import('./dealer/index.tsx'),
  pit: () => import('./pit/index.tsx'),
  audit: () => import('./audit/index.tsx'),
  lab: () => import('./lab/index.tsx'),
}

function Router({ path }: { path: string }) {
  const [, table = ''] = path.split('/').filter((part) => part !== '')
  const [shown, setShown] = useState<Screen | 'failed' | null>(null)
  const screen = screenAt(path)
  const open = screen && screens[screen]
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

// Loaded separately, so that the first page's modules and the order of its styles stay the same.
void import('./kit/house-sign.ts').then(({ followHouseSign }) => followHouseSign())
void followLanguage().then(() => render(<Router path={location.pathname} />, document.getElementById('screen')!))
