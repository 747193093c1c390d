import type { Plugin } from 'vite';

const font = 'inter-latin-wght-normal';

/** Loads the font before the text, so that the text is laid out only once. */
export const fontPreload: Plugin = {
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => name.includes(`/${font}-`));
      if (!file) throw new Error(`The build has no font ${font}.`);
      return [
        { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }, injectTo: 'head' },
      ];
    },
  },
};
