import type { Plugin } from 'vite';
import type { Renderer } from './site-pages.ts';

const publicPath = /^\/(?:services|about|contact-us|terms|documentation(?:\/[\w-]+)?)?$/;

/** Chooses the HTML file that answers an address during development. Hosting does this with files and a rewrite. */
export const developmentPages: Plugin = {
  name: 'development-pages',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((req, _res, next) => {
      const [path = '/'] = (req.url ?? '/').split('?');
      const isPage = req.headers.accept?.includes('text/html') && !/\.\w+$/.test(path) && !/^\/(?:app|api|@)/.test(path);
      if (isPage) req.url = publicPath.test(path) ? '/site.html' : '/console.html';
      next();
    });
  },
  /** Adds titles and descriptions as the build does; the browser draws the content. */
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { server, filename, originalUrl = '/' }) {
      if (!server || !filename.endsWith('site.html')) return html;
      // Vite loads src/site/render.tsx for Node and gives it no type.
      const { render } = (await server.ssrLoadModule('/src/site/render.tsx')) as Pick<Renderer, 'render'>;
      const { pathname, origin } = new URL(originalUrl, 'http://127.0.0.1:5173');
      return html.replace('<!--head-->', (await render(pathname, origin)).head);
    },
  },
};
