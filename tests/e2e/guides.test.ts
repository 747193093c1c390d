import { once } from 'node:events';
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { freshEmail, anAdmin } from '../support/personas.ts';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

const picture = fileURLToPath(new URL('../../web/public/pictures/preview.png', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder that is named once its files are there. */
async function aSite(): Promise<{ origin: string; serve: (folder: string) => void }> {
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

async function enter(page: Page, button: 'Sign up' | 'Sign in', name: string) {
  await page.getByLabel('Name').fill(name);
  if (button === 'Sign up') await page.getByLabel('E-mail').fill(freshEmail(name));
  await page.getByLabel('Password').fill('Correct-horse-9');
  await page.getByRole('button', { name: button }).click();
}

async function add(page: Page, text: string) {
  await page.getByLabel('Note').fill(text);
  await page.getByRole('button', { name: 'Add' }).click();
}

test('the plain page signs people up, keeps their notes apart, and shows them live with pictures', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const { folder, remove } = writeGuide('plain-page', values);
  onTestFinished(remove);
  serve(folder);
  const { page } = await openWindow({ width: 800, height: 600 });
  await page.goto(origin);
  await enter(page, 'Sign up', 'ann');
  await page.getByText('live', { exact: true }).waitFor();

  const second = await openWindow({ width: 390, height: 700 });
  await second.page.goto(origin);
  await enter(second.page, 'Sign in', 'ann');
  await second.page.getByText('live', { exact: true }).waitFor();
  await page.getByLabel('Picture').setInputFiles(picture);
  await add(page, 'Buy <b>moss</b>');
  await second.page.getByText('Buy <b>moss</b>').waitFor();
  await second.page.locator('li img').waitFor();

  await page.reload();
  await page.getByText('Buy <b>moss</b>').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enter(page, 'Sign up', 'bob');
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
  await second.page.getByRole('button', { name: 'Delete' }).click();
  await second.page.getByRole('listitem').waitFor({ state: 'detached' });
});

test('the React app compiles against the served packages, and shows changes in every window', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const { folder, remove } = writeGuide('react-app', values);
  onTestFinished(remove);
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  asViteTemplate(folder);
  await build({ root: folder, configFile: false, logLevel: 'error' });
  serve(join(folder, 'dist'));
  const [first, second] = [await openWindow({ width: 800, height: 600 }), await openWindow({ width: 390, height: 700 })];
  await first.page.goto(origin);
  await enter(first.page, 'Sign up', 'ann');
  await first.page.getByText('No notes yet').waitFor();
  await second.page.goto(origin);
  await enter(second.page, 'Sign in', 'ann');
  await second.page.getByText('No notes yet').waitFor();
  await add(first.page, 'Buy moss');
  await second.page.getByLabel('Buy moss', { exact: true }).click();
  await expect.poll(() => first.page.getByLabel('Buy moss', { exact: true }).isChecked()).toBe(true);
  await first.page.getByLabel('Picture of Buy moss').setInputFiles(picture);
  await second.page.locator('li img').waitFor();
  await second.page.getByRole('button', { name: 'Delete' }).click();
  await first.page.getByRole('listitem').waitFor({ state: 'detached' });
  await first.page.getByRole('button', { name: 'Sign out' }).click();
  await first.page.getByRole('button', { name: 'Sign up' }).waitFor();
});

/** Writes beside the guide's files those of `npm create vite`, as far as they matter, and checks types as its `npm run build` does. */
function asViteTemplate(folder: string) {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  );
  writeFileSync(
    join(folder, 'src/main.tsx'),
    "import { StrictMode } from 'react';\nimport { createRoot } from 'react-dom/client';\nimport App from './App.tsx';\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>);\n",
  );
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
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' });
}
