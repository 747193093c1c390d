import type { Plugin } from 'vite';
import { theme } from '../src/app/theme.ts';

const name = 'virtual:theme.css';

/** The theme's CSS variables, which the theme provider would otherwise put together in the browser at every start. */
export const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? css() : null),
};

function css(): string {
  return theme
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries(sheet as Record<string, Record<string, string | number>>)) // a selector and its declarations
    .map(([selector, values]) => `${selector}{${Object.entries(values).map(declaration).join(';')}}`)
    .join('\n');
}

function declaration([property, value]: [string, string | number]): string {
  return `${property === 'colorScheme' ? 'color-scheme' : property}:${value}`;
}
