import type { Plugin } from 'vite';

/** A style sheet that the build writes itself. @param name how it is imported: `virtual:<name>.css` */
export function virtualStyles(name: string, css: () => string): Plugin {
  const id = `virtual:${name}.css`;
  return {
    name: `${name}-styles`,
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? css() : null),
  };
}
