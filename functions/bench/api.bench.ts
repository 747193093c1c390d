import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Timestamp } from '@google-cloud/firestore';
import { anOrder, makeWorld, projectId, type World } from './world.ts';

const records = Number(argument('records') ?? 100_000);
const seconds = Number(argument('seconds') ?? 3);
const concurrency = Number(argument('concurrency') ?? 16);
const subscribers = Number(argument('subscribers') ?? 200);
const secrets = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'), TOKEN_PEPPER: 'bench-pepper-bench-pepper-bench-pepper' };

const children: ChildProcess[] = [];
try {
  const host = await startDatabase();
  const began = performance.now();
  const world = await makeWorld(host, secrets, records);
  console.log(`${records} records written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const api = await startApi(host);
  await measureRequests(api, world);
  await measureLiveSync(api, world);
  await world.firestore.terminate();
} finally {
  for (const child of children) child.kill('SIGTERM');
}

async function startDatabase(): Promise<string> {
  const child = fork(join(import.meta.dirname, 'firestore.mjs'), { stdio: 'inherit' });
  children.push(child);
  const [{ host }] = (await once(child, 'message')) as [{ host: string }];
  return host;
}

/** The deployed bundle in Google's Functions Framework, as on Cloud Run. */
async function startApi(firestoreHost: string): Promise<string> {
  const port = await freePort();
  const child = spawn('functions-framework', ['--target=api', '--source=dist', `--port=${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...secrets,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_ORIGIN: 'http://127.0.0.1:1',
      MAIL_FROM: 'Bench <bench@example.test>',
      WEB_API_KEY: 'bench',
      AUTH_API_KEY: '',
      GCLOUD_PROJECT: projectId,
      FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
      FIRESTORE_EMULATOR_HOST: firestoreHost,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
      FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:1',
      METADATA_SERVER_DETECTION: 'none',
    },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return url;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The API did not start.');
}

async function measureRequests(api: string, { headers }: World): Promise<void> {
  const all = `${api}/api/orders/orders`;
  const send = (path: string, init: RequestInit = {}) => fetch(all + path, { headers, ...init });
  const { data } = (await (await send('?limit=100')).json()) as { data: { id: string }[] };
  const anId = () => data[Math.floor(Math.random() * data.length)]?.id ?? '';
  let made = records;
  const rows: [string, () => Promise<Response>][] = [
    ['create', () => send('', { method: 'POST', body: JSON.stringify(anOrder((made += 1))) })],
    ['get', () => send(`/dataId/${anId()}`)],
    ['list, newest 10, with total', () => send('')],
    ['list sorted by amount', () => send('?sortBy=amount&sortOrder=desc')],
    ['list filtered, status=open', () => send('?status=open')],
    ['list filtered by two fields', () => send('?status=open&express=true')],
    ['range with total, amount 500-1500', () => send('?amount>=500&amount<=1500&sortBy=amount')],
    ['substring, title~lamp', () => send('?title~lamp')],
    [
      'substring, rare',
      () =>
        send(
          `?title~${Math.floor(Math.random() * 0xffff)
            .toString(16)
            .padStart(4, '0')}`,
        ),
    ],
    ['page 5,000 of the newest', () => send('?page=5000')],
    ['update', () => send(`/dataId/${anId()}`, { method: 'PUT', body: JSON.stringify({ amount: Math.floor(Math.random() * 100_000) }) })],
  ];
  console.log(`\n${concurrency} at a time for ${seconds} s each\n${'request'.padEnd(36)}  req/s   p50 ms   p99 ms   reads  writes`);
  for (const [name, request] of rows) console.log(`${name.padEnd(36)}${await measure(request)}`);
}

async function measure(request: () => Promise<Response>): Promise<string> {
  const times: number[] = [];
  let reads = 0;
  let writes = 0;
  const run = async (until: number, counts: boolean) => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await request();
      const text = await answer.text();
      if (!answer.ok) throw new Error(`The API answered ${answer.status}: ${text}`);
      if (!counts) continue;
      times.push(performance.now() - began);
      reads += Number(answer.headers.get('x-bedplate-reads'));
      writes += Number(answer.headers.get('x-bedplate-writes'));
    }
  };
  const inParallel = (forMillis: number, counts: boolean) => {
    const until = performance.now() + forMillis;
    return Promise.all(Array.from({ length: concurrency }, () => run(until, counts)));
  };
  await inParallel(500, false);
  const began = performance.now();
  await inParallel(seconds * 1000, true);
  const perSecond = (times.length / (performance.now() - began)) * 1000;
  const cells = [
    perSecond.toFixed(0),
    at(times, 0.5).toFixed(1),
    at(times, 0.99).toFixed(1),
    (reads / times.length).toFixed(2),
    (writes / times.length).toFixed(2),
  ];
  return cells.map((cell, i) => cell.padStart(i === 0 ? 7 : i < 3 ? 9 : 8)).join('');
}

/** From before the write's request to the change in a subscriber's hands. */
async function measureLiveSync(api: string, { firestore, headers }: World): Promise<void> {
  const delays: number[] = [];
  const sent = new Map<string, number>();
  const anchor = Timestamp.now();
  const stops: (() => void)[] = [];
  let attached = 0;
  await new Promise<void>((ready, failed) => {
    for (let i = 0; i < subscribers; i += 1) {
      let isFirst = true;
      stops.push(
        firestore
          .collection('storages/orders/records')
          .where('updatedAt', '>', anchor)
          .orderBy('updatedAt')
          .onSnapshot((snapshot) => {
            for (const change of snapshot.docChanges()) {
              const began = sent.get(String(change.doc.get('data').title));
              if (began !== undefined) delays.push(performance.now() - began);
            }
            if (!isFirst) return;
            isFirst = false;
            attached += 1;
            if (attached === subscribers) ready();
          }, failed),
      );
    }
  });
  const writes = 50;
  for (let i = 0; i < writes; i += 1) {
    const title = `live ${randomBytes(8).toString('hex')}`;
    sent.set(title, performance.now());
    await fetch(`${api}/api/orders/orders`, { method: 'POST', headers, body: JSON.stringify({ ...anOrder(i), title }) });
    await new Promise((done) => setTimeout(done, 50));
  }
  for (let wait = 0; wait < 100 && delays.length < writes * subscribers; wait += 1) await new Promise((done) => setTimeout(done, 50));
  for (const stop of stops) stop();
  console.log(
    `\nLiveSync, ${subscribers} subscribers, ${delays.length} of ${writes * subscribers} changes: write to client p50 ${at(delays, 0.5).toFixed(0)} ms, p95 ${at(delays, 0.95).toFixed(0)} ms`,
  );
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function argument(name: string): string | undefined {
  return process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
}
