import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@bedplate/client';
import type { ApiKey, Project, Storage } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { filled, samples } from '../support/topics.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';

withBrowser();

/** A customer's own server: pages by path, and the LiveSync tokens that it hands to them. */
let server: Server;
let origin: string;
const pages = new Map<string, string>();
let admin: Admin;
let project: Project;
let projects: Storage;
let users: Storage;
let values: Record<string, string>;
let window: Window;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  projects = await aStorage(admin, project.id, 'projects', true);
  users = await aStorage(admin, project.id, 'users');
  const client = createClient({ endpoint: target.web, projectId: project.id, apiKey: admin.apiKey, secretKey: admin.secretKey });
  server = createServer((req, res) => {
    const page = pages.get(req.url ?? '');
    if (req.url === '/livesync-token') void client.livesync.token(['projects']).then((token) => res.end(JSON.stringify(token)));
    else res.writeHead(page ? 200 : 204, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
  values = {
    endpoint: target.web,
    projectId: project.id,
    apiKey: admin.apiKey,
    secretKey: admin.secretKey,
    storageKey: 'projects',
    storageId: projects.id,
    usersStorageId: users.id,
  };
  window = await openWindow({ width: 800, height: 600 });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/**
 * Pieces of pages. Samples with a file's name are the apps of guides: guides.test.ts runs them; and the test file of Costs in Tests is
 * run by data-api-documentation-samples.test.ts.
 */
const pieces = samples.filter(
  ({ name, sample }) => !sample.tab && !sample.file && ['js', 'html'].includes(sample.language) && !name.startsWith('costs-in-tests'),
);

const write = (fields: object) => mustCall({ path: `/api/projects/${projects.id}`, ...keysOf(admin, project.id), body: fields });
const untabbed = (language: string, part: string) =>
  pieces.find(({ sample }) => sample.language === language && sample.code.includes(part))?.sample.code ?? '';

async function open(path: string, html: string): Promise<Window['page']> {
  pages.set(path, `<!doctype html><meta charset="utf-8"><title>App</title>${html}`);
  await window.page.goto(origin + path);
  return window.page;
}

// Covers S0-2.7-33
test('every piece of a page in the documentation is run by the tests below', () => {
  const codes = pieces.map(({ sample }) => sample.code);
  expect(codes).toHaveLength(4);
  expect(new Set(codes)).toEqual(new Set([scriptTag(), socketUrl(), livePage(), formListener()]));
});

const scriptTag = () => untabbed('html', '/livesync.js"></script>');
const socketUrl = () => untabbed('js', 'BEDPLATE_SOCKET_URL');
const livePage = () => untabbed('html', 'createLiveSync');
const formListener = () => untabbed('js', "addEventListener('submit'");

// Covers S0-2.7-33, S0-7-56
test('the script tag of the documentation gives the global Bedplate, and the address falls back to the local host', async () => {
  const shown = (set: string) => `${filled(scriptTag(), values)}<script>${set}</script><script type="module">${socketUrl()}
    document.body.append(endpoint, ' ', typeof Bedplate.createLiveSync, ' ', typeof Bedplate.applyChange);</script>`;
  const page = await open('/script-tag', shown(''));
  await page.getByText('http://localhost:5000 function function').waitFor();
  expect(await page.evaluate(() => 'Bedplate' in globalThis)).toBe(true);
  await open('/script-tag-set', shown(`globalThis.BEDPLATE_SOCKET_URL = '${target.web}';`));
  await page.getByText(`${target.web} function function`).waitFor();
});

// Covers S0-2.7-33, S0-7-56
test('the page of the documentation shows what is created, changed and deleted', async () => {
  const page = await open('/live', filled(livePage(), values));
  await page.waitForFunction(() => document.title === 'live');
  const { data } = await mustCall<{ data: { id: string } }>({
    path: `/api/projects/${projects.id}`,
    ...keysOf(admin, project.id),
    body: { projectName: 'Moon garden' },
  });
  await page.getByRole('listitem').filter({ hasText: 'Moon garden' }).waitFor();
  await mustCall({ method: 'DELETE', path: `/api/projects/${projects.id}/dataId/${data.id}`, ...keysOf(admin, project.id) });
  await page.getByRole('listitem').waitFor({ state: 'detached' });
  expect(await page.title()).toBe('live');
});

test('a page is live where the browser never answers whether it opens a database', async () => {
  const silent = '<script>IDBFactory.prototype.open = () => new EventTarget();</script>';
  const page = await open('/live-without-database', silent + filled(livePage(), values));
  await expect.poll(() => page.title()).toBe('live');
});

// Covers S0-2.7-33
test('the form of the documentation adds a project with its file through the function above it', async () => {
  const addProject = samples.find(({ name }) => /^create#add-bedplate .* fetch$/.test(name))?.sample.code ?? '';
  const [functions = ''] = addProject.split('\nconst plan = ');
  const page = await open(
    '/form',
    `<form id="form">
      <input name="projectName" value="Rose garden"><input name="projectDescription" value="Red ones"><input name="attachment" type="file">
      <button>Add</button>
    </form>
    <script type="module">
      localStorage.setItem('userSession', JSON.stringify({ userId: 'u-9', username: 'grace' }));
      ${filled(functions, values)}
      ${formListener()}
      globalThis.ready = true;
    </script>`,
  );
  await page.waitForFunction(() => 'ready' in globalThis);
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Climbing roses.') };
  await page.locator('input[type=file]').setInputFiles(plan);
  const uploaded = page.waitForResponse((answer) => answer.url().includes('/upload?') && answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Add' }).click();
  expect((await uploaded).status()).toBe(200);
  const { data } = await mustCall<{ data: unknown[] }>({
    path: `/api/projects/${projects.id}?projectName=Rose%20garden`,
    ...keysOf(admin, project.id),
  });
  expect(data).toMatchObject([{ projectDescription: 'Red ones', userId: 'u-9', file_metadata: { attachments: { name: 'plan.txt' } } }]);
});

// Covers S0-7-60
test('a page follows a storage with a scoped key, and with a user’s token, and sends no secret', async () => {
  const body = { name: 'Page', projectId: project.id, storages: [projects.id], verbs: ['read'], origins: [origin] };
  const { data: key } = await mustCall<{ data: ApiKey & { apiKey: string } }>({ path: '/app/keys', token: admin.token, body });
  await mustCall({
    method: 'PUT',
    path: `/app/project/${project.id}/dataStorages/${projects.id}`,
    token: admin.token,
    body: { endUserAccess: { read: 'all' } },
  });
  const grace = { username: 'grace', email: 'grace@example.com', password: 'Correct-horse-9' };
  await mustCall({ path: `/api/users/${users.id}`, ...keysOf(admin, project.id), body: grace });
  const signIn = { path: `/api/users/${users.id}/authenticate`, ...keysOf(admin, project.id), body: grace };
  const { accessToken } = await mustCall<{ accessToken: string }>(signIn);
  const sent: string[] = [];
  window.page.on('request', (request) => sent.push(JSON.stringify([request.url(), request.headers(), request.postData()])));
  for (const [path, who] of [
    ['/scoped', { apiKey: key.apiKey }],
    ['/user', { token: accessToken }],
  ] as const) {
    const settings = JSON.stringify({ endpoint: target.web, projectId: project.id, ...who });
    const page = await open(
      path,
      `<script src="${target.web}/livesync.js"></script><ul></ul><script>
        const settings = ${settings};
        const storage = Bedplate.createClient(settings).storage('projects', '${projects.id}');
        const show = (name) => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name }));
        Bedplate.createLiveSync({
          ...settings, storageKey: 'projects',
          fetch: async () => (await storage.list()).data.forEach(({ projectName }) => show('listed ' + projectName)),
          onChange: (event) => show(event.type + ' ' + event.record?.projectName),
          onState: (state) => (document.title = state),
        });
      </script>`,
    );
    await page.getByText('listed Rose garden').waitFor();
    await page.waitForFunction(() => document.title === 'live');
    await write({ projectName: `Seen by ${path}` });
    await page.getByText(`create Seen by ${path}`).waitFor();
  }
  expect(sent.some((text) => text.includes(key.apiKey))).toBe(true);
  expect(sent.some((text) => text.includes(accessToken))).toBe(true);
  expect(sent.filter((text) => /x-secret-key/i.test(text) || text.includes(admin.secretKey))).toEqual([]);
});
