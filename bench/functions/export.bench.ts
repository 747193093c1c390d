import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { numberArgument } from './arguments.ts';
import { anOrder } from './orders.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { makeWorld } from './world.ts';

const records = numberArgument('records', 1_000_000);
const sampleMillis = 250;
const path = '/api/orders/orders';

/**
 * A whole storage as NDJSON and as CSV, with the memory that the function's process has meanwhile. Records are created all the time:
 * an export shows the storage as of one moment, so it has the records of its beginning and none twice.
 */
const running = processes();
try {
  const host = await startDatabase(running, undefined, ['--max-old-space-size=16384']);
  const world = await makeWorld(host, secrets, records);
  await world.firestore.terminate();
  const api = await startApi(running, host);
  const server = running.ids().at(-1) ?? 0;
  for (const format of ['ndjson', 'csv']) await measure(api, world.headers, server, format);
} finally {
  await running.end();
}

async function measure(api: string, headers: Record<string, string>, server: number, format: string): Promise<void> {
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(residentMegabytes(server)), sampleMillis);
  const writing = { isOver: false, created: 0 };
  const atFirst = await countOf(api, headers);
  const began = performance.now();
  const answer = await fetch(`${api}${path}/export?format=${format}`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
  const writer = write(api, headers, writing);
  const seen = new Set<string>();
  let rows = 0;
  let bytes = 0;
  for await (const line of createInterface({ input: Readable.fromWeb(answer.body as ReadableStream) })) {
    bytes += line.length + 1;
    if (format === 'csv' && rows === 0 && seen.size === 0 && line.startsWith('id,')) continue;
    rows += 1;
    seen.add(format === 'csv' ? line.slice(0, line.indexOf(',')) : (/"id":"([^"]+)"/.exec(line)?.[1] ?? ''));
  }
  const seconds = (performance.now() - began) / 1000;
  clearInterval(sampling);
  writing.isOver = true;
  await writer;
  const part = (from: number, to: number) =>
    median(memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to))).toFixed(0);
  console.log(
    `${format}: ${rows} rows, ${seen.size} of them different, of ${atFirst} at its beginning and ${writing.created} created meanwhile; ` +
      `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; memory in the four quarters ${part(0, 0.25)}, ${part(0.25, 0.5)}, ${part(0.5, 0.75)}, ${part(0.75, 1)} MB, at most ${Math.max(...memory).toFixed(0)} MB`,
  );
  if (rows < atFirst || rows > atFirst + 1 || seen.size !== rows) process.exitCode = 1;
}

async function write(api: string, headers: Record<string, string>, writing: { isOver: boolean; created: number }): Promise<void> {
  while (!writing.isOver) {
    const answer = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(anOrder(records + writing.created)) });
    if (!answer.ok) throw new Error(`A create was answered ${answer.status}.`);
    writing.created += 1;
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function countOf(api: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${api}${path}?limit=1`, { headers });
  return ((await answer.json()) as { pagination: { totalItems: number } }).pagination.totalItems;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
