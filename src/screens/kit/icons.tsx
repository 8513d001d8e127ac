import type { ComponentChildren } from 'preact'

/** One family: 24 by 24, a line of 2, round ends. */
const Icon = ({ children, size = 22 }: { children: ComponentChildren; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)
type Size = { size?: number }

/** Makes an icon of lines. Unused icons are left out of the build. */
// @__NO_SIDE_EFFECTS__
const icon =
  (...lines: readonly string[]) =>
  (p: Size) => (
    <Icon {...p}>
      {lines.map((d) => (
        <path key={d} d={d} />
      ))}
    </Icon>
  )

export const UndoIcon = icon('M9 14 4 9l5-5', 'M4 9h10a6 6 0 0 1 0 12h-3')
export const BellIcon = icon('M4 18h16', 'M5.5 18a6.5 6.5 0 0 1 13 0', 'M12 11.5V8.5M10 6.5h4')
export const BackspaceIcon = icon('M9 6h11v12H9l-6-6z', 'm12 10 4 4M16 10l-4 4')
export const EraserIcon = icon('M9 20h11', 'm4 14 8.5-8.5 6 6L10 20H8z')
/** Up to a line, and no further. */
export const MaximumIcon = icon('M5 4h14', 'M12 20V8.5m-5 5 5-5 5 5')
export const LockIcon = icon('M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3')
export const ClearIcon = icon('M5 7h14', 'M10 11v6M14 11v6', 'M7 7l1 13h8l1-13', 'M9 7V4h6v3')
export const RepeatIcon = icon('m17 2 4 4-4 4', 'M3 11V9a3 3 0 0 1 3-3h15', 'm7 22-4-4 4-4', 'M21 13v2a3 3 0 0 1-3 3H3')
export const StarIcon = icon('m12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z')
export const TicketIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M3 9V6h18v3a3 3 0 0 0 0 6v3H3v-3a3 3 0 0 0 0-6z" />
    <path d="M14 6v12" stroke-dasharray="2 3" />
  </Icon>
)
export const CashOutIcon = icon('M12 3v12', 'm7 10 5 5 5-5', 'M4 20h16')
export const BookIcon = icon('M4 5a2 2 0 0 1 2-2h14v16H6a2 2 0 0 0-2 2z', 'M4 21a2 2 0 0 0 2 1h14', 'M9 8h6')
export const ClockIcon = (p: Size) => (
  <Icon {...p}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </Icon>
)
export const CloseIcon = icon('m6 6 12 12M18 6 6 18')
/** As loud as it has waves. */
export const SoundIcon = ({ waves = 1, ...p }: Size & { waves?: number }) => (
  <Icon {...p}>
    <path d="M3 9v6h4l5 4V5L7 9z" />
    {waves >= 1 && <path d="M15 10a3 3 0 0 1 0 4" />}
    {waves >= 2 && <path d="M17.5 8a6 6 0 0 1 0 8" />}
    {waves >= 3 && <path d="M20 6a9 9 0 0 1 0 12" />}
  </Icon>
)
export const MuteIcon = icon('M4 9v6h4l5 4V5L8 9z', 'm17 10 4 4M21 10l-4 4')
export const BackIcon = icon('m14 6-6 6 6 6')
export const PrintIcon = icon('M7 9V3h10v6', 'M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3', 'M7 14h10v7H7z')
export const WarningIcon = icon('M12 3 2 20h20z', 'M12 10v4M12 17.5v.01')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const MinusIcon = icon('M5 12h14')
export const PlugIcon = icon('m3 21 5-5', 'm6 14 4 4 3-3-4-4z', 'm21 3-5 5', 'm14 6 4 4-3 3-4-4z')

export const LanguageIcon = icon(
  'M3 6h11M8.5 3.5V6',
  'M11.5 6c-1 4-4 7-8 8.5M5.5 9c1.5 2.5 3.5 4 6 5',
  'm12.5 20.5 4-10 4 10M14 17h5',
)
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const MoreIcon = icon('M4 6h16M4 12h16M4 18h16')
export const TrackIcon = icon('M8 6h8a6 6 0 0 1 0 12H8A6 6 0 0 1 8 6z', 'M9 10h6a2 2 0 0 1 0 4H9a2 2 0 0 1 0-4z')
export const BarsIcon = icon('M4 20V10M10 20V4M16 20v-7M21 20H3')
