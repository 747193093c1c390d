import { theme } from '../../src/app/theme.ts';
import { virtualStyles } from '../virtual-styles.ts';

/** The theme's CSS variables, which the theme provider would otherwise put together in the browser at every start. */
export const themeStyles = virtualStyles('theme', css);

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
