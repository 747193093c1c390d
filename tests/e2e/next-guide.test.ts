import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { anAdmin, keysOf } from '../support/personas.ts';
import { checkTypes } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

/** In the place of Next.js, which is 341 MB: the page as React renders it on a server, and its first render in the browser (decision 093). */
const entries = {
  'server.tsx': `import { cloneElement } from 'react';
import { renderToString } from 'react-dom/server';
import Page from './app/page';
export { addNote } from './app/actions';
export async function render() {
  const page = Page();
  const start = page.props.children;
  const notes = await start.type(start.props);
  return { html: renderToString(cloneElement(page, {}, notes)), props: notes.props };
}`,
  'browser.tsx': `import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Notes } from './app/notes';
const problems: string[] = [];
(window as unknown as { problems: string[] }).problems = problems;
hydrateRoot(document.getElementById('root')!, <Suspense><Notes {...JSON.parse(document.getElementById('props')!.textContent!)} /></Suspense>, {
  onRecoverableError: (error) => problems.push(String(error)),
});`,
};

/** Of Next.js the guide's files import this alone: it tells that a page is made for each visit. */
const next = {
  'package.json': '{ "name": "next", "type": "module" }',
  'server.d.ts': 'export declare function connection(): Promise<void>;',
  'server.js': 'export const connection = async () => void (globalThis.visits = (globalThis.visits ?? 0) + 1);',
};

test('the Next.js guide renders notes on the server, goes on live in the browser, and writes by its action', async () => {
  const admin = await anAdmin();
  const { projectId, values } = await notesProject(admin);
  const key = async (verb: 'read' | 'create') => {
    const body = { name: verb, projectId, storages: [values.notesStorageId], verbs: [verb] };
    return (await mustCall<{ data: { apiKey: string } }>({ path: '/app/keys', token: admin.token, body })).data.apiKey;
  };
  const [readKey, createKey] = [await key('read'), await key('create')];
  await mustCall({ path: `/api/notes/${values.notesStorageId}`, ...keysOf(admin, projectId), body: { text: 'Stored <before>' } });
  const { folder, remove } = writeGuide('next-app', values);
  onTestFinished(remove);
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  for (const [name, text] of Object.entries(entries)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'node_modules/next'), { recursive: true });
  for (const [name, text] of Object.entries(next)) writeFileSync(join(folder, 'node_modules/next', name), text);
  checkTypes(folder, { include: ['app', '*.tsx'], types: ['node'], allowImportingTsExtensions: false });
  const define = { 'process.env.NEXT_PUBLIC_BEDPLATE_KEY': JSON.stringify(readKey) };
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define,
    build: { ssr: 'server.tsx', outDir: 'server' },
    ssr: { noExternal: true },
  });
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [serverActions],
    build: { outDir: 'browser', rolldownOptions: { input: join(folder, 'browser.tsx'), output: { entryFileNames: 'browser.js' } } },
  });
  mkdirSync(join(folder, 'browser'), { recursive: true });
  process.env['BEDPLATE_API_KEY'] = createKey;
  onTestFinished(() => void delete process.env['BEDPLATE_API_KEY']);
  const server = (await import(pathToFileURL(join(folder, 'server/server.js')).href)) as {
    render: () => Promise<{ html: string; props: object }>;
    addNote: (form: FormData) => Promise<void>;
  };
  const { html, props } = await server.render();
  expect(html).toContain('<li>Stored &lt;before&gt;</li>');
  expect(globalThis).toHaveProperty('visits', 1);
  const scripts = scriptsIn(join(folder, 'browser'));
  expect([...scripts.values()].filter((text) => text.includes(createKey))).toEqual([]);

  const origin = await aServer(async (path, body) => {
    const script = scripts.get(path);
    if (script !== undefined) return script;
    if (path !== '/action') return document(html, props);
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
    await server.addNote(form);
    return '';
  });
  const [first, second] = [await openWindow({ width: 800, height: 600 }), await openWindow({ width: 390, height: 700 })];
  for (const { page } of [first, second]) await page.goto(origin);
  await first.page.getByLabel('Note').fill('Buy <b>moss</b>');
  await first.page.getByRole('button', { name: 'Add' }).click();
  for (const { page } of [first, second]) {
    await page.getByText('Buy <b>moss</b>').waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['Buy <b>moss</b>', 'Stored <before>']);
    expect(await page.evaluate(() => (window as unknown as { problems: string[] }).problems)).toEqual([]);
  }
});

/** @returns the texts of a build by their paths in the address; what is loaded late has files of its own */
function scriptsIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** As Next.js does: of a module of server actions the browser gets functions that call the server. */
const serverActions: Plugin = {
  name: 'server-actions',
  enforce: 'pre',
  transform(code) {
    if (!code.startsWith("'use server'")) return null;
    const names = [...code.matchAll(/export async function (\w+)/g)].map(([, name]) => name);
    const call = "(form) => fetch('/action', { method: 'POST', body: new URLSearchParams([...form]) }).then(() => {})";
    return { code: names.map((name) => `export const ${name} = ${call};`).join('\n'), map: null };
  },
};

function document(html: string, props: object): string {
  const json = JSON.stringify(props).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,"></head><body><div id="root">${html}</div><script id="props" type="application/json">${json}</script><script type="module" src="/browser.js"></script></body></html>`;
}

async function aServer(answer: (path: string, body: string) => Promise<string>): Promise<string> {
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer); // a request without an encoding
    const type = req.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    res.writeHead(200, { 'content-type': type }).end(await answer(req.url ?? '/', Buffer.concat(parts).toString()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
}
