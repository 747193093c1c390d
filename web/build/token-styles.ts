import { fonts, tokens } from '../src/lib/theme/tokens.ts';
import type { Plugin } from 'vite';

const id = 'virtual:tokens.css';

/** Gives the design tokens of the console as CSS variables to the public pages, which load no theme. */
export const tokenStyles: Plugin = {
  name: 'token-styles',
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? css() : null),
};

function css(): string {
  return [
    block(':root', { ...tokens.light, fontText: fonts.text.replace(', Inter,', ', "Inter Fallback", Inter,'), fontMono: fonts.mono }),
    ':root{color-scheme:light}',
    // Paper is white in either theme.
    `@media screen{${block('[data-theme="dark"]', tokens.dark)}[data-theme="dark"]{color-scheme:dark}}`,
  ].join('\n');
}

function block(selector: string, values: Record<string, string>): string {
  const names = Object.entries(values).map(([key, value]) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`);
  return `${selector}{${names.join(';')}}`;
}
