import { useColorScheme } from '@mui/material/styles';
import { tokens } from './tokens.ts';

/** Colours of what a chart sets side by side: no two look alike, and each has at least 3:1 on the surface. Grey comes last, for all others. */
export const chartHues = {
  light: ['#1A66DC', '#0F9A78', '#B7791F', '#7A3FD1', '#C9302F', '#C2409A', '#5E7A12', '#7A4A2E', '#7D8896'],
  dark: ['#5B9BFF', '#35C9A1', '#E0A64A', '#B18CFF', '#F26D6F', '#EE86D0', '#A9C23F', '#B08968', '#7A8593'],
} as const;

/** Charts draw with real colours, not CSS variables. */
export function useColours() {
  return tokens[useScheme()];
}

/** @returns the colours of the series of a chart, in their order */
export function useHues(): readonly string[] {
  return chartHues[useScheme()];
}

function useScheme(): 'light' | 'dark' {
  const { mode, systemMode } = useColorScheme();
  return (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
}
