import type { Plugin } from 'vite';

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
};
