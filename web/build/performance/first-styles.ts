import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = new URL('../../src/app/first-styles.css', import.meta.url);

/**
 * Links the styles of the pages' first drawing, which `npm run first-styles` collects, and names their classes in the link:
 * docs/decisions/026-first-styles-are-a-file.md. The name of a class is a hash of its style, so the browser makes a style that has
 * changed since.
 */
export const firstStyles: Plugin = {
  name: 'first-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { filename, bundle }) {
      if (!filename.endsWith('console.html')) return;
      const file = Object.values(bundle ?? {}).find(({ fileName }) => /\/first-styles-[^/]*\.css$/.test(fileName));
      if (!file) throw new Error('The build has no first-styles.css.');
      return [
        {
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file.fileName}`, 'data-emotion': names() },
          injectTo: 'head',
        },
      ];
    },
  },
  buildStart() {
    this.emitFile({ type: 'asset', name: 'first-styles.css', source: readFileSync(source) });
  },
};

/** Names the classes as Emotion does on a `<style>` that a server has rendered. */
function names(): string {
  const classes = readFileSync(source, 'utf8').matchAll(/\.css-([a-z0-9]+)/g);
  return ['css', ...new Set([...classes].map(([, name]) => name))].join(' ');
}
