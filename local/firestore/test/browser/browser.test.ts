import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useFirestore } from '../support/firestore-server.ts';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = places.find((path) => path && existsSync(path)) ?? '';
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents { match /open/{path=**} { allow read, write: if request.auth.uid == 'anna'; } }
}`;
const { server } = useFirestore({ rules });
let browser: Browser;
let site: Server;

const present = executablePath !== '';

beforeAll(async () => {
  if (!present) return;
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  const script = outputFiles[0]?.contents ?? new Uint8Array();
  site = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><script src="/page.js"></script>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-proxy-server'],
  });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

test.skipIf(!present).each([
  ['streaming', false],
  ['long polling', true],
])('the web SDK in Chromium works over WebChannel with %s', async (_name, longPolling) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const result = await page.evaluate((settings) => window.scenario(settings), { port: server().port, longPolling });
  await context.close();
  expect(failures).toEqual([]);
  expect(result).toMatchObject({
    text: 'ä😀',
    count: 58,
    first: ['a'],
    refusedWrite: 'permission-denied',
    refusedRead: 'permission-denied',
    after: 99,
  });
});
