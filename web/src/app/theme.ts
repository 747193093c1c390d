import { createTheme, type PaletteOptions } from '@mui/material/styles';
import { componentDefaults } from './theme-components.ts';
import { fonts, tokens } from '../lib/theme/tokens.ts';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    accent: Palette['primary'];
    raised: string;
    control: string;
    code: string;
    floating: string;
  }
  interface PaletteOptions {
    accent?: PaletteOptions['primary'];
    raised?: string;
    control?: string;
    code?: string;
    floating?: string;
  }
  interface TypographyVariants {
    mono: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    mono?: React.CSSProperties;
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    mono: true;
  }
}

/**
 * The only place for colours, type and component defaults. Follows the system's scheme until the
 * person chooses one.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: paletteOf('light') }, dark: { palette: paletteOf('dark') } },
  shape: { borderRadius: 8 },
  spacing: 4,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 150, standard: 180, complex: 180, enteringScreen: 180, leavingScreen: 120 },
  },
  typography: {
    fontFamily: fonts.text,
    htmlFontSize: 16,
    fontSize: 14,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: { fontSize: '1.5rem', lineHeight: '32px', fontWeight: 650, letterSpacing: '-0.022em' },
    h2: { fontSize: '1.125rem', lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.016em' },
    h3: { fontSize: '0.9375rem', lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    body1: { fontSize: '0.875rem', lineHeight: '20px' },
    body2: { fontSize: '0.8125rem', lineHeight: '20px' },
    caption: { fontSize: '0.75rem', lineHeight: '16px' },
    button: { textTransform: 'none', fontWeight: 550, fontSize: '0.875rem', lineHeight: '20px' },
    mono: { fontFamily: fonts.mono, fontSize: '0.8125rem', lineHeight: '20px', fontVariantLigatures: 'none' },
  },
  components: componentDefaults,
});

function paletteOf(mode: 'light' | 'dark'): PaletteOptions {
  const c = tokens[mode];
  return {
    mode,
    primary: { main: c.primary, dark: c.primaryHover, contrastText: c.onPrimary },
    accent: { main: c.accent },
    success: { main: c.success },
    warning: { main: c.warning },
    error: { main: c.danger },
    info: { main: c.info },
    background: { default: c.background, paper: c.surface },
    text: { primary: c.text, secondary: c.muted, disabled: c.faint },
    divider: c.hairline,
    action: { active: c.muted },
    raised: c.raised,
    control: c.control,
    code: c.code,
    floating: c.shadow,
  };
}
