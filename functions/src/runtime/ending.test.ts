import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** The server that the platform runs in front of a function, of the version that is deployed. */
const framework = createRequire(import.meta.url).resolve('@google-cloud/functions-framework');
const source = fileURLToPath(new URL('../../test/ending-function.mjs', import.meta.url));

test('an instance that is told to end answers what is under way and then gives back what it holds', async () => {
  const instance = await start({ IN_ORDER: '1' });
  const answer = fetch(`${instance.url}?millis=1000`).then((got) => got.text());
  await instance.says('begun');
  instance.kill('SIGTERM');
  expect(await answer).toBe('answered');
  expect(await instance.ended).toBe(0);
  expect(instance.said()).toMatch(/begun[\s\S]*given back/);
});

test('without requests under way it gives back at once', async () => {
  const instance = await start({ IN_ORDER: '1' });
  await fetch(`${instance.url}?millis=0`);
  const told = Date.now();
  instance.kill('SIGTERM');
  expect(await instance.ended).toBe(0);
  expect(Date.now() - told).toBeLessThan(5_000);
  expect(instance.said()).toContain('given back');
});

test('a request that takes too long does not keep it beyond the ten seconds that the platform grants', async () => {
  const instance = await start({ IN_ORDER: '1' });
  const answer = fetch(`${instance.url}?millis=60000`).catch(() => null);
  await instance.says('begun');
  const told = Date.now();
  instance.kill('SIGTERM');
  expect(await instance.ended).toBe(0);
  expect(Date.now() - told).toBeLessThan(10_000);
  expect(instance.said()).toContain('given back');
  expect((await answer)?.status ?? 500).toBe(500);
});

test('what does not come to an end is left after six seconds, and after two and a half more', async () => {
  const instance = await start({ IN_ORDER: '1', CLOSES_IN: '60000' });
  await fetch(`${instance.url}?millis=0`);
  const idle = Date.now();
  instance.kill('SIGTERM');
  expect(await instance.ended).toBe(0);
  expect(Date.now() - idle).toBeGreaterThanOrEqual(2_500);
  const busy = await start({ IN_ORDER: '1', CLOSES_IN: '60000' });
  const answer = fetch(`${busy.url}?millis=60000`).catch(() => null);
  await busy.says('begun');
  const told = Date.now();
  busy.kill('SIGTERM');
  expect(await busy.ended).toBe(0);
  expect(Date.now() - told).toBeGreaterThanOrEqual(8_500);
  await answer;
});

/** The reason for all this: endInOrder can go when the framework waits by itself. */
test('the framework alone cuts what is under way', async () => {
  const instance = await start({ IN_ORDER: '0' });
  const answer = fetch(`${instance.url}?millis=1000`).then((got) => got.text());
  await instance.says('begun');
  instance.kill('SIGTERM');
  expect(await answer.catch(() => 'cut')).not.toBe('answered');
});

async function start(env: Record<string, string>) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [framework.replace(/index\.js$/, 'main.js'), `--source=${source}`, '--target=slow', `--port=${port}`],
    {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = `http://127.0.0.1:${port}/`;
  await expect
    .poll(
      () =>
        fetch(`${url}?millis=0`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  output = '';
  return {
    url,
    kill: (signal: 'SIGTERM') => child.kill(signal),
    ended: once(child, 'exit').then(([code]) => code as number | null),
    said: () => output,
    says: (text: string) => expect.poll(() => output).toContain(text),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server
  server.close();
  await once(server, 'close');
  return port;
}
