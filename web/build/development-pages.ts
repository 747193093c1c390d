import type { Plugin } from 'vite';
import type { Renderer } from './renderer.ts';

const publicPath = /^\/(?:services|about|contact-us|documentation(?:\/[\w-]+)?)?$/;

/** In development: which of the two HTML files answers an address. Hosting does this with files and a rewrite. */
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
  /** Titles and descriptions as the build writes them; the content is drawn in the browser. */
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { server, filename, originalUrl = '/' }) {
      if (!server || !filename.endsWith('site.html')) return html;
      // The type of src/site/render.tsx, which Vite loads for Node.
      const { render } = (await server.ssrLoadModule('/src/site/render.tsx')) as Pick<Renderer, 'render'>;
      const { pathname, origin } = new URL(originalUrl, 'http://127.0.0.1:5173');
      return html.replace('<!--head-->', (await render(pathname, origin)).head);
    },
  },
};
