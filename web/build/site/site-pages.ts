import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rollup } from 'vite';
import { tokenStyles } from '../token-styles.ts';
import { topics } from '../topics/plugin.ts';
import { agentTexts } from './agent-texts.ts';

/** The exports of src/site/render.tsx. */
export interface Renderer {
  publicPages: { path: string; module: string }[];
  render(path: string, origin: string): Promise<{ head: string; content: string }>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Open Graph pictures, canonical addresses and the sitemap need a full address. */
const origin = (process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:5000').replace(/\/+$/, '');

/** Writes each public page as an HTML file with its content, so that it can be read without JavaScript. */
export function sitePages(): Plugin {
  const chunks = new Map<string, Rollup.OutputChunk>();
  return {
    name: 'site-pages',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') chunks.set(file.facadeModuleId ?? file.fileName, file);
      }
    },
    async writeBundle() {
      const dist = join(root, 'dist');
      const template = readFileSync(join(dist, 'site.html'), 'utf8');
      const { publicPages, render } = await renderer();
      for (const { path, module } of publicPages) {
        const { head, content } = await render(path, origin);
        const preloads = preloadsOf(chunks, join(root, 'src', module));
        const html = template.replace('<!--head-->', [head, ...preloads].join('\n    ')).replace('<!--content-->', () => content);
        const file = join(dist, path === '/' ? 'index.html' : `${path}.html`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, html);
      }
      rmSync(join(dist, 'site.html'));
      // Hosting answers an address that firebase.json does not name with this file and with the status 404.
      copyFileSync(join(dist, 'console.html'), join(dist, '404.html'));
      writeFileSync(join(dist, 'sitemap.xml'), sitemap(publicPages.map(({ path }) => path)));
      writeFileSync(join(dist, 'robots.txt'), `User-agent: *\nDisallow: /app/\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`);
      for (const [path, text] of agentTexts(origin)) writeFileSync(join(dist, path), text);
    },
  };
}

/** Builds the code of the pages for Node and loads it. */
async function renderer(): Promise<Renderer> {
  // The code finds its packages from below node_modules. The folder is absent when the root's has all of them.
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  const outDir = mkdtempSync(join(root, 'node_modules/.render-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react(), topics, tokenStyles],
      build: {
        ssr: 'src/site/render.tsx',
        outDir,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
      },
    });
    return (await import(pathToFileURL(join(outDir, 'render.mjs')).href)) as Renderer; // built from src/site/render.tsx above
  } finally {
    process.once('exit', () => rmSync(outDir, { recursive: true, force: true })); // the pages load parts of it later
  }
}

/** Names the code of the page in its HTML, so that the browser asks for it before the entry does. */
function preloadsOf(chunks: Map<string, Rollup.OutputChunk>, module: string): string[] {
  const chunk = chunks.get(module);
  if (!chunk) throw new Error(`No chunk was built for ${module}.`);
  return [chunk.fileName, ...chunk.imports].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
}

function sitemap(paths: string[]): string {
  const urls = paths.filter((path) => path !== '/documentation').map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
