import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { anAdmin, aStorage, keysOf } from '../support/personas.ts';
import { checkTypes } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

const picture = fileURLToPath(new URL('../../web/public/pictures/preview.png', import.meta.url));

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

/** The page for people who sign in, in the server's HTML and in the browser. */
const mine = {
  'mine-server.tsx': `import { renderToString } from 'react-dom/server';
import Page from './app/diary/page';
export const html = () => renderToString(<Page />);`,
  'mine.tsx': `import { hydrateRoot } from 'react-dom/client';
import Page from './app/diary/page';
const problems: string[] = [];
(window as unknown as { problems: string[] }).problems = problems;
hydrateRoot(document.getElementById('root')!, <Page />, { onRecoverableError: (error) => problems.push(String(error)) });`,
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

test('people sign up at the Next.js guide’s diary, write entries with pictures, and see their own', async () => {
  const admin = await anAdmin();
  const { projectId, values } = await notesProject(admin);
  const diary = await aStorage(admin, projectId, 'diary');
  const change = (storageId: string, body: object) =>
    mustCall({ method: 'PUT', path: `/app/project/${projectId}/dataStorages/${storageId}`, token: admin.token, body });
  await change(diary.id, { endUserAccess: { read: 'own', write: 'own' } });
  const { folder, remove } = writeGuide('next-app', { ...values, diaryStorageId: diary.id });
  onTestFinished(remove);
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  for (const [name, text] of Object.entries(mine)) writeFileSync(join(folder, name), text);
  checkTypes(folder, { include: ['app/diary', 'app/bedplate.ts', '*.tsx'], types: ['node'], allowImportingTsExtensions: false });
  const define = { 'process.env.NEXT_PUBLIC_BEDPLATE_KEY': '""' };
  const shared = { root: folder, configFile: false, logLevel: 'error', define } as const;
  await build({ ...shared, build: { ssr: 'mine-server.tsx', outDir: 'server' }, ssr: { noExternal: true } });
  const input = join(folder, 'mine.tsx');
  await build({ ...shared, build: { outDir: 'browser', rolldownOptions: { input, output: { entryFileNames: 'browser.js' } } } });
  const server = (await import(pathToFileURL(join(folder, 'server/mine-server.js')).href)) as { html: () => string };
  expect(server.html()).toContain('Loading');
  const scripts = scriptsIn(join(folder, 'browser'));
  const origin = await aServer(async (path) => scripts.get(path) ?? document(server.html(), {}));
  await change(values.usersStorageId ?? '', { signIn: { origins: [origin] } });
  const signUp = async (name: string) => {
    const { page } = await openWindow({ width: 800, height: 600 });
    await page.goto(origin);
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill('Correct-horse-9');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText(`Signed in as ${name}`).waitFor();
    expect(await page.evaluate(() => (window as unknown as { problems: string[] }).problems)).toEqual([]);
    return page;
  };
  const ann = await signUp('ann');
  await ann.getByLabel('Entry').fill('Rain <b>all</b> day');
  await ann.getByLabel('Picture').setInputFiles(picture);
  await ann.getByRole('button', { name: 'Add' }).click();
  await ann.getByText('Rain <b>all</b> day').waitFor();
  await ann.locator('li img').waitFor();
  const bob = await signUp('bob');
  await bob.getByLabel('Entry').fill('Sun');
  await bob.getByRole('button', { name: 'Add' }).click();
  // While an entry is on its way, what a listener tells of it may already stand beside it.
  await expect.poll(() => bob.getByRole('listitem').allInnerTexts()).toEqual(['Sun']);
  await ann.getByRole('button', { name: 'Sign out' }).click();
  await ann.getByRole('button', { name: 'Sign in' }).waitFor();
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
