import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = new URL('../src/app/first-styles.css', import.meta.url);

/**
 * Links the styles that the pages' first drawing needs, as `npm run first-styles` has noted them, and names their classes in the link.
 * A class is named by what its style says, so a style that has changed since is not among them and is made in the browser as before.
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

/** Emotion's own way to name what a style holds, except that it is a link. */
function names(): string {
  const classes = readFileSync(source, 'utf8').matchAll(/\.css-([a-z0-9]+)/g);
  return ['css', ...new Set([...classes].map(([, name]) => name))].join(' ');
}
