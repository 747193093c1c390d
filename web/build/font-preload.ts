import type { Plugin } from 'vite';

const font = 'inter-latin-wght-normal';

/** A page whose font is there before its text is laid out once, not again after the font. */
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
