import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Endpoint } from '@bedplate/contract';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { type Admin, aProject, anAdmin, aStorage, keysOf } from '../support/personas.ts';
import { target } from '../support/target.ts';

let admin: Admin;
beforeEach(async () => {
  admin = await anAdmin('Guide Reader'); // a free account has two projects
});

const keys = () => ({ BEDPLATE_API_KEY: admin.apiKey, BEDPLATE_SECRET_KEY: admin.secretKey });
const works = (program: string, args: string[]) => spawnSync(program, args).status === 0;

test('the Node guide sells what is there, hands a page a token, and hears of orders by a signed webhook', async () => {
  const { id: projectId } = await aProject(admin);
  const products = await aStorage(admin, projectId, 'products');
  const orders = await aStorage(admin, projectId, 'orders');
  const port = await freePort();
  const body = {
    dataStorageId: orders.id,
    type: 'webhook',
    functionality: 'receiver',
    method: 'post',
    endpoint: `http://localhost:${port}/webhook`,
  };
  const { data: hook } = await mustCall<{ data: Endpoint }>({ path: `/app/project/${projectId}/endpoints`, token: admin.token, body });
  const { data: secret } = await mustCall<{ data: { secret: string } }>({ path: `/app/endpoints/${hook.id}/secret`, token: admin.token });
  const add = { path: `/api/products/${products.id}`, ...keysOf(admin, projectId), body: { title: 'Oak mug', price: 14.5, stock: 1 } };
  const { data: mug } = await mustCall<{ data: { id: string } }>(add);
  const { folder, remove } = writeGuide('node-server', {
    endpoint: target.web,
    projectId,
    productsStorageId: products.id,
    ordersStorageId: orders.id,
  });
  onTestFinished(remove);
  await installServed(folder, 'client');
  const server = start(process.execPath, ['server.js'], { folder, env: { WEBHOOK_SECRET: secret.secret, PORT: String(port) } });
  await expect.poll(server.output).toContain('Listening');
  const ask = async (path: string, order?: object) => {
    const answer = await fetch(`http://localhost:${port}${path}`, order && { method: 'POST', body: JSON.stringify(order) });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  expect(await ask('/products')).toMatchObject({ status: 200, body: [{ title: 'Oak mug', stock: 1 }] });
  expect(await ask('/livesync-token')).toMatchObject({ status: 200 });
  expect(await ask('/orders', { productId: mug.id, buyer: 'Ada' })).toEqual({ status: 200, body: { ordered: 'Oak mug' } });
  expect(await ask('/orders', { productId: mug.id, buyer: 'Bob' })).toEqual({ status: 409, body: { message: 'Sold out.' } });
  await expect.poll(server.output).toMatch(/record\.created \w+/);
  expect(await ask('/webhook', { event: 'record.created', record: { id: 'forged' } })).toMatchObject({ status: 403 });
  const garbled = await fetch(`http://localhost:${port}/orders`, { method: 'POST', body: 'no JSON' });
  expect({ status: garbled.status, body: await garbled.json() }).toEqual({ status: 400, body: { message: 'The body is not JSON.' } });
});

test('people sign up at the server of the Node guide, write notes of their own with a picture, and sign out', async () => {
  const { values } = await notesProject(admin);
  const { folder, remove } = writeGuide('node-server', values);
  onTestFinished(remove);
  await installServed(folder, 'client');
  const port = await freePort();
  const server = start(process.execPath, ['people.js'], { folder, env: { PORT: String(port) } });
  await expect.poll(server.output).toContain('Listening');
  const [ann, bob] = [browserAt(`http://localhost:${port}`), browserAt(`http://localhost:${port}`)];
  const person = { username: 'ann', password: 'Correct-horse-9' };
  expect(await ann.post('/notes', { text: 'mine' })).toMatchObject({ status: 401, text: expect.stringContaining('Sign in first.') });
  expect(await ann.post('/sign-in', person)).toMatchObject({ status: 401 });
  expect(await ann.post('/sign-up', person)).toMatchObject({ status: 303 });
  expect(await ann.post('/notes', { text: 'Buy <b>moss</b>', picture: new File([pixel], 'a.png', { type: 'image/png' }) })).toMatchObject({
    status: 303,
  });
  expect(await ann.page()).toMatch(/<li>Buy &#60;b&#62;moss&#60;\/b&#62; <img src="http[^"]+"/);
  await bob.post('/sign-up', { ...person, username: 'bob' });
  expect(await bob.page()).toContain('<ul></ul>');
  ann.forget('token'); // the access token has ended
  expect(await ann.page()).toContain('moss');
  await ann.post('/sign-out', {});
  expect(await ann.page()).toContain('Sign up');
});

test('the server of the Node guide stays when Bedplate is not reached', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const { folder, remove } = writeGuide('node-server', { endpoint: nobody, projectId: 'p', productsStorageId: 'a', ordersStorageId: 'b' });
  onTestFinished(remove);
  await installServed(folder, 'client');
  const port = await freePort();
  const server = start(process.execPath, ['server.js'], { folder, env: { PORT: String(port) } });
  await expect.poll(server.output).toContain('Listening');
  for (const time of ['first', 'second']) {
    const answer = await fetch(`http://localhost:${port}/products`);
    expect({ time, status: answer.status, body: await answer.json() }).toMatchObject({
      time,
      status: 502,
      body: { message: expect.any(String) },
    });
  }
});

test.skipIf(!works('python3', ['-c', 'import requests']))('the Python guide creates, changes, uploads and walks a list', async () => {
  const { values } = await notesProject(admin);
  const { folder, remove } = writeGuide('python', values);
  onTestFinished(remove);
  const { stdout } = await promisify(execFile)('python3', ['main.py'], { cwd: folder, env: { ...process.env, ...keys() } });
  expect(stdout).toMatch(/^conflict - .+\nWater the moon garden plan\.txt\n$/);
});

test.skipIf(!works('python3', ['-c', 'import requests']))(
  'the Python guide waits for no other month, and says when what answers is not Bedplate',
  async () => {
    const endUp = async (status: number, headers: Record<string, string>, body: string) => {
      const endpoint = await answering(status, headers, body);
      const { folder, remove } = writeGuide('python', { endpoint, projectId: 'p', notesStorageId: 's' });
      onTestFinished(remove);
      const run = promisify(execFile)('python3', ['main.py'], { cwd: folder, env: { ...process.env, ...keys() }, timeout: 20_000 });
      return run.then(
        () => 'no error',
        ({ stderr }: { stderr: string }) => stderr.trim().split('\n').at(-1),
      );
    };
    const usedUp = JSON.stringify({ success: false, message: 'The credits of this month are used up.' });
    expect(await endUp(429, { 'retry-after': '864000' }, usedUp)).toBe('bedplate.BedplateError: The credits of this month are used up.');
    expect(await endUp(400, {}, '<h1>Proxy</h1>')).toBe('bedplate.BedplateError: Bedplate could not be reached.');
  },
);

test.skipIf(!works('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']))(
  'the PHP guide shows notes, adds one, and shows a refusal',
  async () => {
    const { values, origin } = await servedPhp();
    const page = `${origin}/`;
    const added = await fetch(page, { method: 'POST', body: new URLSearchParams({ text: 'Buy <b>moss</b>' }) });
    expect(await added.text()).toContain('<li>Buy &lt;b&gt;moss&lt;/b&gt;</li>');
    const bare = { path: `/api/notes/${values.notesStorageId}`, ...keysOf(admin, values.projectId ?? ''), body: { state: 'open' } };
    await mustCall(bare);
    expect(await (await fetch(page)).text()).toContain('<li></li>');
    await mustCall({
      method: 'DELETE',
      path: `/app/project/${values.projectId}/dataStorages/${values.notesStorageId}`,
      token: admin.token,
    });
    expect(await (await fetch(page)).text()).toMatch(/<p role="alert">.+<\/p>/);
  },
);

test.skipIf(!works('python3', ['-c', 'import requests']))('people of the Python guide have notes of their own', async () => {
  const { values } = await notesProject(admin);
  const { folder, remove } = writeGuide('python', values);
  onTestFinished(remove);
  const run = promisify(execFile)('python3', ['people.py', 'Correct-horse-9'], { cwd: folder, env: { ...process.env, ...keys() } });
  expect((await run).stdout).toBe("grace ['Debug the moth']\nalan []\n");
});

test.skipIf(!works('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']))(
  'people sign up at the PHP guide’s page and have notes of their own',
  async () => {
    const { origin } = await servedPhp();
    const [ann, bob] = [1, 2].map(() => browserAt(origin, '/people.php'));
    const person = { username: 'ann', password: 'Correct-horse-9' };
    expect((await ann?.post('/people.php', { ...person, action: 'sign-in' }))?.text).toMatch(/<p role="alert">.+<\/p>/);
    expect(await ann?.post('/people.php', { ...person, action: 'sign-up' })).toMatchObject({ status: 303 });
    const picture = new File([pixel], 'a.png', { type: 'image/png' });
    expect(await ann?.post('/people.php', { action: 'add', text: 'Buy <b>moss</b>', picture })).toMatchObject({ status: 303 });
    expect(await ann?.page()).toContain('<li>Buy &lt;b&gt;moss&lt;/b&gt;</li>');
    await bob?.post('/people.php', { ...person, username: 'bob', action: 'sign-up' });
    expect(await bob?.page()).not.toContain('moss');
    await ann?.post('/people.php', { action: 'sign-out' });
    expect(await ann?.page()).toContain('Sign up');
  },
);

/** The PHP guide with a project of its own, served by PHP. */
async function servedPhp() {
  const { values } = await notesProject(admin);
  const { folder, remove } = writeGuide('php', values);
  onTestFinished(remove);
  const port = await freePort();
  const server = start('php', ['-S', `127.0.0.1:${port}`], { folder, env: {} });
  await expect.poll(server.output).toContain('started');
  return { values, origin: `http://127.0.0.1:${port}` };
}

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==', 'base64');

/** Keeps the cookies of a site, as a browser does. */
function browserAt(origin: string, home = '/') {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(origin + path, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.status, text: await answer.text() };
  };
  return {
    page: async () => (await send(home)).text,
    post(path: string, fields: Record<string, string | File>) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return send(path, { method: 'POST', body });
    },
    forget: (name: string) => jar.delete(name),
  };
}

/** A program that runs until the test ends. */
function start(program: string, args: string[], { folder, env }: { folder: string; env: object }): { output: () => string } {
  const child: ChildProcess = spawn(program, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...keys(), ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  });
  return { output: () => output };
}

/** Answers every request so, until the test ends. @returns its address */
async function answering(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_, res) => res.writeHead(status, headers).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on TCP
  server.close();
  return port;
}
