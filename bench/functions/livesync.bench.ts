import { numberArgument } from './arguments.ts';
import { Firestore } from '@google-cloud/firestore';
import { type HttpClient, httpClient } from './http-client.ts';
import { LiveSubscriber } from './live-subscriber.ts';
import { at } from './load.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { addStorage, makeWorld, projectId } from './world.ts';

const subscribers = numberArgument('subscribers', 1000);
const storages = numberArgument('storages', 100);
const perSecond = numberArgument('writes', 50);
const seconds = numberArgument('seconds', 20);
const reconnectSeconds = numberArgument('reconnect-every', 10);
const reconnects = numberArgument('reconnects', 3);

/**
 * Subscribers spread over storages while records are created and updated through the data API: how long a change takes to each
 * of them, and whether all get everything in order when all connections are dropped again and again.
 */
const running = processes();
try {
  const host = await startDatabase(running);
  const { firestore, headers } = await makeWorld(host, secrets, 0);
  const names = Array.from({ length: storages }, (_, i) => `live${i}`);
  await Promise.all(names.map((name) => addStorage(firestore, name)));
  const client = httpClient(await startApi(running, host), headers);
  // Before anybody listens, the storages learn their fields and the cache their documents.
  await Promise.all(names.map((name) => client.send('POST', `/api/${name}/${name}`, { counter: 0, title: 'first' })));
  // One client object opens one connection per hundred listeners.
  const listening = new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
  const writer = createWriter(client, names);
  const all = Array.from(
    { length: subscribers },
    (_, i) => new LiveSubscriber(listening, names[i % storages] ?? '', (record, counter) => writer.heard(record, counter)),
  );
  await Promise.all(all.map((subscriber) => subscriber.connect()));
  console.log(`${subscribers} subscribers on ${storages} storages, ${perSecond} writes a second`);
  await writer.run(seconds);
  await settle(all, writer.written);
  report('steady', writer.delays.splice(0), all, writer.written);
  const writing = writer.run(reconnectSeconds * reconnects);
  for (let i = 0; i < reconnects; i += 1) {
    await new Promise((done) => setTimeout(done, reconnectSeconds * 1000 - 1000));
    for (const subscriber of all) subscriber.disconnect();
    await Promise.all(all.map((subscriber) => subscriber.connect()));
  }
  await writing;
  await settle(all, writer.written);
  report(`${reconnects} times all connections dropped`, writer.delays.splice(0), all, writer.written);
  for (const subscriber of all) subscriber.disconnect();
  client.close();
  await listening.terminate();
  await firestore.terminate();
} finally {
  await running.end();
}

type Written = Map<string, { storage: string; counter: number }>;

function createWriter(client: HttpClient, names: readonly string[]) {
  const delays: number[] = [];
  const written: Written = new Map();
  const sentAt = new Map<string, number>();
  const early = new Map<string, number[]>();
  let number = 0;
  return { delays, written, heard, run };

  /** A listener may hear of a write before its writer gets the answer with the id. */
  function heard(record: string, counter: number): void {
    const key = `${record} ${counter}`;
    const began = sentAt.get(key);
    if (began !== undefined) delays.push(performance.now() - began);
    else early.set(key, [...(early.get(key) ?? []), performance.now()]);
  }

  async function run(duration: number): Promise<void> {
    const pending: Promise<void>[] = [];
    const began = performance.now();
    for (let i = 0; i < duration * perSecond; i += 1) {
      const due = began + (i * 1000) / perSecond;
      if (due > performance.now()) await new Promise((done) => setTimeout(done, due - performance.now()));
      pending.push(write());
    }
    await Promise.all(pending);
  }

  /** Every other write changes the record that the one before made in the same storage. */
  async function write(): Promise<void> {
    const name = names[number % names.length] ?? '';
    const round = Math.floor(number / names.length);
    number += 1;
    const start = performance.now();
    const previous = round % 2 === 1 ? [...written].findLast(([, { storage, counter }]) => storage === name && counter === 1) : undefined;
    const counter = previous ? 2 : 1;
    const path = `/api/${name}/${name}`;
    const answer = previous
      ? await client.send('PUT', `${path}/dataId/${previous[0]}`, { counter })
      : await client.send('POST', path, { counter, title: 'live' });
    if (answer.status >= 300) throw new Error(`The API answered ${answer.status}: ${answer.text}`);
    const { id } = (JSON.parse(answer.text) as { data: { id: string } }).data;
    written.set(id, { storage: name, counter });
    const key = `${id} ${counter}`;
    sentAt.set(key, start);
    for (const time of early.get(key) ?? []) delays.push(time - start);
  }
}

function lostOf(all: readonly LiveSubscriber[], written: Written): number {
  let lost = 0;
  for (const [id, { storage, counter }] of written) {
    for (const subscriber of all) if (subscriber.storageId === storage && subscriber.seen.get(id) !== counter) lost += 1;
  }
  return lost;
}

/** Until all have everything, for at most ten seconds. */
async function settle(all: readonly LiveSubscriber[], written: Written): Promise<void> {
  for (let i = 0; i < 100 && lostOf(all, written) > 0; i += 1) await new Promise((done) => setTimeout(done, 100));
}

function report(name: string, delays: readonly number[], all: readonly LiveSubscriber[], written: Written): void {
  const disorder = all.reduce((sum, subscriber) => sum + subscriber.disorder, 0);
  const lost = lostOf(all, written);
  const times = `write to client p50 ${at(delays, 0.5).toFixed(0)} ms, p95 ${at(delays, 0.95).toFixed(0)} ms, p99 ${at(delays, 0.99).toFixed(0)} ms`;
  console.log(`${name}: ${delays.length} deliveries, ${lost} lost, ${disorder} out of order; ${times}`);
  if (lost + disorder > 0) process.exitCode = 1;
}
