/** Colours by meaning, per scheme. Text on its surface has at least 4.5:1, controls 3:1. */
export const tokens = {
  light: {
    background: '#F7F8FA',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    text: '#12161C',
    muted: '#55606E',
    faint: '#6B7684',
    hairline: '#E3E7EC',
    control: '#C6CDD6',
    primary: '#1A66DC',
    primaryHover: '#1656BC',
    onPrimary: '#FFFFFF',
    accent: '#0B7F62',
    success: '#157A4C',
    warning: '#8F5D10',
    danger: '#C9302F',
    info: '#2B6CB0',
    code: '#F2F4F7',
    shadow: '0 1px 2px rgb(18 22 28 / 0.06), 0 12px 32px -8px rgb(18 22 28 / 0.18)',
  },
  dark: {
    background: '#0E1116',
    surface: '#151A21',
    raised: '#1B212A',
    text: '#E8ECF1',
    muted: '#A3AEBB',
    faint: '#828D9A',
    hairline: '#262E39',
    control: '#3C4654',
    primary: '#5B9BFF',
    primaryHover: '#7DB0FF',
    onPrimary: '#0B1220',
    accent: '#35C9A1',
    success: '#3DBD83',
    warning: '#E0A64A',
    danger: '#F26D6F',
    info: '#63A4E8',
    code: '#10151B',
    shadow: '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -8px rgb(0 0 0 / 0.6)',
  },
} as const;

export const fonts = {
  text: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif',
  mono: '"JetBrains Mono Variable", ui-monospace, SFMono-Regular, Menlo, monospace',
} as const;

/** Sizes of the shell, in pixels. */
export const shellSizes = { header: 56, sidebar: 232, collapsed: 64, content: 1440 } as const;
