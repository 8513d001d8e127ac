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

export const UndoIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M9 14 4 9l5-5" />
    <path d="M4 9h10a6 6 0 0 1 0 12h-3" />
  </Icon>
)
export const BellIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M4 18h16" />
    <path d="M5.5 18a6.5 6.5 0 0 1 13 0" />
    <path d="M12 11.5V8.5M10 6.5h4" />
  </Icon>
)
export const BackspaceIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M9 6h11v12H9l-6-6z" />
    <path d="m12 10 4 4M16 10l-4 4" />
  </Icon>
)
export const EraserIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M9 20h11" />
    <path d="m4 14 8.5-8.5 6 6L10 20H8z" />
  </Icon>
)
/** Up to a line, and no further. */
export const MaximumIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M5 4h14" />
    <path d="M12 20V8.5m-5 5 5-5 5 5" />
  </Icon>
)
export const LockIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M6 11h12v9H6z" />
    <path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
  </Icon>
)
export const ClearIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M5 7h14" />
    <path d="M10 11v6M14 11v6" />
    <path d="M7 7l1 13h8l1-13" />
    <path d="M9 7V4h6v3" />
  </Icon>
)
export const RepeatIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m17 2 4 4-4 4" />
    <path d="M3 11V9a3 3 0 0 1 3-3h15" />
    <path d="m7 22-4-4 4-4" />
    <path d="M21 13v2a3 3 0 0 1-3 3H3" />
  </Icon>
)
export const StarIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z" />
  </Icon>
)
export const TicketIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M3 9V6h18v3a3 3 0 0 0 0 6v3H3v-3a3 3 0 0 0 0-6z" />
    <path d="M14 6v12" stroke-dasharray="2 3" />
  </Icon>
)
export const CashOutIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M12 3v12" />
    <path d="m7 10 5 5 5-5" />
    <path d="M4 20h16" />
  </Icon>
)
export const BookIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M4 5a2 2 0 0 1 2-2h14v16H6a2 2 0 0 0-2 2z" />
    <path d="M4 21a2 2 0 0 0 2 1h14" />
    <path d="M9 8h6" />
  </Icon>
)
export const ClockIcon = (p: Size) => (
  <Icon {...p}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </Icon>
)
export const CloseIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)
/** As loud as it has waves. */
export const SoundIcon = ({ waves = 1, ...p }: Size & { waves?: number }) => (
  <Icon {...p}>
    <path d="M3 9v6h4l5 4V5L7 9z" />
    {waves >= 1 && <path d="M15 10a3 3 0 0 1 0 4" />}
    {waves >= 2 && <path d="M17.5 8a6 6 0 0 1 0 8" />}
    {waves >= 3 && <path d="M20 6a9 9 0 0 1 0 12" />}
  </Icon>
)
export const MuteIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M4 9v6h4l5 4V5L8 9z" />
    <path d="m17 10 4 4M21 10l-4 4" />
  </Icon>
)
export const BackIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m14 6-6 6 6 6" />
  </Icon>
)
export const PrintIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M7 9V3h10v6" />
    <path d="M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3" />
    <path d="M7 14h10v7H7z" />
  </Icon>
)
export const WarningIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M12 3 2 20h20z" />
    <path d="M12 10v4M12 17.5v.01" />
  </Icon>
)
export const PlusIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
export const MinusIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M5 12h14" />
  </Icon>
)
export const PlugIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m3 21 5-5" />
    <path d="m6 14 4 4 3-3-4-4z" />
    <path d="m21 3-5 5" />
    <path d="m14 6 4 4-3 3-4-4z" />
  </Icon>
)

export const LanguageIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M3 6h11M8.5 3.5V6" />
    <path d="M11.5 6c-1 4-4 7-8 8.5M5.5 9c1.5 2.5 3.5 4 6 5" />
    <path d="m12.5 20.5 4-10 4 10M14 17h5" />
  </Icon>
)
export const CheckIcon = (p: Size) => (
  <Icon {...p}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
export const MoreIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)
export const TrackIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M8 6h8a6 6 0 0 1 0 12H8A6 6 0 0 1 8 6z" />
    <path d="M9 10h6a2 2 0 0 1 0 4H9a2 2 0 0 1 0-4z" />
  </Icon>
)
export const BarsIcon = (p: Size) => (
  <Icon {...p}>
    <path d="M4 20V10M10 20V4M16 20v-7M21 20H3" />
  </Icon>
)
