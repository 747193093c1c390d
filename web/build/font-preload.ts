import type { Plugin } from 'vite';

const font = 'inter-latin-wght-normal';

/** The console's text is drawn once it is ready: with its font already there, the page is laid out once, not again after the font. */
export const fontPreload: Plugin = {
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle, filename }) {
      if (!filename.endsWith('console.html')) return;
      const file = Object.keys(bundle ?? {}).find((name) => name.includes(`/${font}-`));
      if (!file) throw new Error(`The build has no font ${font}.`);
      return [
        { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }, injectTo: 'head' },
      ];
    },
  },
};
