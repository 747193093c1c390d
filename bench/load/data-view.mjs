import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { requireChromium } from '../../scripts/checks/chromium.mjs';
import { demoAccounts, demoPassword } from '../../scripts/demo/accounts.mjs';
import { seedDemo } from '../../scripts/demo/seed.mjs';
import { addressesAt, freeOffset } from '../../scripts/suite/addresses.mjs';
import { root } from '../../scripts/suite/paths.mjs';
import { startSuite } from '../../scripts/suite/suite.mjs';

/**
 * The data view in a browser: how soon it can be used with the processor slowed four times, the longest frame while 200 rows are
 * scrolled and paged, and what memory does while records are written into the open view.
 *
 *   node bench/load/data-view.mjs [--records=2000] [--seconds=20] [--writes=20] [--port-offset=<of a running copy with the demo>]
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    writes: { type: 'string', default: '20' },
    'port-offset': { type: 'string' },
  },
});
const manyRecords = 50_000;
const [records, seconds, writes] = [values.records, values.seconds, values.writes].map(Number);
const running = values['port-offset'];
const suite = running
  ? { addresses: addressesAt(Number(running)), stop: async () => {} }
  : await startSuite({ portOffset: await freeOffset(), dataDir: null });
const { web } = suite.addresses;
let browser;
try {
  await seedDemo(suite.addresses);
  const session = await post('/app/authentication/login', { ...demoAccounts.admin, password: demoPassword, twoFactorCode: null });
  const token = { authorization: `Bearer ${session.accessToken}` };
  const [project] = (await get('/app/projects', token)).data;
  const path = `/app/project/${project.id}/dataStorages`;
  const { data: storage } = await post(path, { dataStorageName: 'Load', dataStorageKey: `load${Date.now()}`, isSoftDelete: true }, token);
  await timed(`${records} records`, () =>
    records > manyRecords ? seedPastTheApi(storage.id) : seed(`${path}/${storage.id}/import`, token),
  );
  browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await loggedIn();
  const view = `/project/${project.id}/data-storage/${storage.id}/view`;
  await firstUse(page, view);
  await fromElsewhere(page.context(), view);
  await frames(page);
  await memory(page, `${path}/${storage.id}/import`, token);
} finally {
  await browser?.close();
  await suite.stop();
}

/** Hundreds of thousands would take the API an hour: they are written into the database as the API writes them. */
function seedPastTheApi(storage) {
  const host = suite.addresses.firestoreHost;
  const args = ['records', `--host=${host}`, `--storage=${storage}`, `--count=${records}`];
  const { status } = spawnSync(process.execPath, [join(root, 'bench/functions/run.mjs'), ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The records could not be written.');
}

async function seed(path, token) {
  const parts = Math.ceil(records / 200);
  let next = 0;
  const send = async () => {
    while (next < parts) {
      const part = next++;
      const rows = Array.from({ length: Math.min(200, records - part * 200) }, (_, i) => ({ row: i + 1, value: aRecord(part * 200 + i) }));
      await post(path, { key: 'load-of-records', part, fileName: 'load.json', rows }, token);
    }
  };
  await Promise.all([send(), send(), send(), send()]);
}

function aRecord(n) {
  return { title: `Record ${n}`, amount: n % 997, status: ['open', 'paid', 'sent'][n % 3], isGift: n % 5 === 0, note: 'x'.repeat(n % 80) };
}

async function loggedIn() {
  const page = await (await browser.newContext({ baseURL: web, viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccounts.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/projects');
  return page;
}

/** As a second visit in the same tab: the code is in the browser's cache, and compiled. */
async function firstUse(page, view) {
  await page.goto(view);
  await rows(page).first().waitFor();
  const times = [];
  for (let i = 0; i < 3; i += 1) times.push(await usableAfter(page, view));
  console.log(`usable after ${times.join(', ')} ms with the processor slowed 4 times`);
}

/** As from a bookmark: a new tab, whose process compiles the code again. */
async function fromElsewhere(context, view) {
  const times = [];
  for (let i = 0; i < 3; i += 1) {
    const tab = await context.newPage();
    await tab.waitForTimeout(3000); // Chromium itself loads parts of its window for a new tab, on the same processors.
    times.push(await usableAfter(tab, view));
    await tab.close();
  }
  console.log(`in a new tab after ${times.join(', ')} ms`);
}

/** @returns milliseconds from the request of the page until its rows are there and a click on one is answered */
async function usableAfter(page, view) {
  await page.addInitScript(() => {
    const seen = () => {
      if (!document.querySelector('[role="row"][data-id]')) return requestAnimationFrame(seen);
      // The frame after next: the rows are painted and the main thread is free.
      requestAnimationFrame(() => setTimeout(() => (window.usableAt ??= performance.now())));
    };
    requestAnimationFrame(seen);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(view);
  await page.waitForFunction(() => window.usableAt !== undefined);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return Math.round(await page.evaluate(() => window.usableAt));
}

async function frames(page) {
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '200' }).click();
  await page.waitForFunction(() => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) > 150);
  await page.evaluate(() => {
    window.longest = 0;
    let before = performance.now();
    const next = (now) => {
      window.longest = Math.max(window.longest, now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await page.locator('.MuiDataGrid-virtualScroller').hover();
  for (let i = 0; i < 40; i += 1) {
    await page.mouse.wheel(0, i < 20 ? 400 : -400);
    await page.waitForTimeout(30);
  }
  const scrolling = await longest(page);
  for (const number of ['2', '3']) {
    const button = page.getByRole('button', { name: `Page ${number}`, exact: true });
    if ((await button.count()) === 0) break;
    await button.click();
    await page.waitForTimeout(1500);
  }
  console.log(`longest frame with 200 rows: scrolling ${scrolling} ms, paging ${await longest(page)} ms`);
}

async function longest(page) {
  return Math.round(await page.evaluate(() => [window.longest, (window.longest = 0)][0]));
}

/**
 * Half creates, half updates of what was created, at the wanted rate: memory after a whole collection, before and six times after, and how
 * much of the time the page's main thread had work.
 */
async function memory(page, path, token) {
  await page.reload();
  await rows(page).first().waitFor();
  await page.getByLabel('LiveSync: live').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('Performance.enable');
  const used = [await heap(devtools)];
  const before = await metrics(devtools);
  const item = path.replace(/import$/, 'item/');
  const began = Date.now();
  let ids = [];
  let sent = 0;
  const write = async (n) => {
    if (n % 100 === 0) ids = (await get(path.replace(/\/import$/, '?limit=20'), token)).data.map(({ id }) => id);
    if (n % 2 === 0 || ids.length === 0)
      await post(path, { key: 'load-of-writes', part: n, fileName: 'load.json', rows: [{ row: 1, value: aRecord(n) }] }, token);
    else await send('PUT', `${item}${ids[n % ids.length]}`, { data: { amount: n } }, token);
  };
  /** One of those that take turns: writes whatever is due next. */
  const writer = async () => {
    while (Date.now() - began < seconds * 1000) {
      const due = began + (sent / writes) * 1000;
      if (Date.now() >= due) await write(sent++);
      else await sleep(Math.max(1, due - Date.now()));
    }
  };
  const watch = async () => {
    for (let i = 1; i < 6; i += 1) {
      await sleep((seconds * 1000) / 6);
      used.push(await heap(devtools));
    }
  };
  await Promise.all([watch(), ...Array.from({ length: 8 }, writer)]);
  used.push(await heap(devtools));
  const after = await metrics(devtools);
  const busy = Math.round((100 * (after.TaskDuration - before.TaskDuration)) / (after.Timestamp - before.Timestamp));
  const rate = (sent / ((Date.now() - began) / 1000)).toFixed(1);
  console.log(
    `${sent} writes in ${seconds} s (${rate}/s); memory of the page in MB: ${used.join(', ')}; its main thread was busy for ${busy} %`,
  );
}

/** @returns megabytes in use after a whole collection; one asked for by the page's own code leaves some garbage */
async function heap(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 104857.6) / 10;
}

async function metrics(devtools) {
  const { metrics: all } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

function rows(page) {
  return page.locator('[role="row"][data-id]');
}

async function timed(what, work) {
  const began = Date.now();
  await work();
  console.log(`${what} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function get(path, headers) {
  return send('GET', path, undefined, headers);
}

function post(path, body, headers = {}) {
  return send('POST', path, body, headers);
}

async function send(method, path, body, headers) {
  const response = await fetch(web + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
