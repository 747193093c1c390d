import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder that is named once its files are there. */
export async function aSite(): Promise<{ origin: string; serve: (folder: string) => void }> {
  let folder = '';
  const server = createServer((req, res) => {
    const file = join(folder, req.url === '/' ? 'index.html' : (req.url ?? ''));
    if (!existsSync(file)) return res.writeHead(404).end();
    return createReadStream(file).pipe(res.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, serve: (to) => (folder = to) };
}

/**
 * Builds an app as its `npm run build` does, types and all: beside its own files come those of `npm create vite`, as far as they matter.
 * @returns the folder to serve
 */
export async function buildWithVite(folder: string): Promise<string> {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  );
  writeFileSync(
    join(folder, 'src/main.tsx'),
    "import { StrictMode } from 'react';\nimport { createRoot } from 'react-dom/client';\nimport App from './App.tsx';\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>);\n",
  );
  checkTypes(folder, { include: ['src'] });
  await build({ root: folder, configFile: false, logLevel: 'error' });
  return join(folder, 'dist');
}

/** Checks an app's types as the templates of Vite and Next.js do. */
export function checkTypes(
  folder: string,
  { include, ...own }: { include: string[]; types?: string[]; allowImportingTsExtensions?: boolean },
) {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    jsx: 'react-jsx',
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    skipLibCheck: true,
    types: [],
    ...own,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' });
}
