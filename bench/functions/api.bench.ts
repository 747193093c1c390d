import { numberArgument, textArgument } from './arguments.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { load, type Measured, median } from './load.ts';
import { ourRequests } from './our-requests.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { addSales } from './sales.ts';
import { makeWorld, projectId } from './world.ts';

const records = numberArgument('records', 100_000);
const seconds = numberArgument('seconds', 2);
const rounds = numberArgument('rounds', 3);
const concurrency = numberArgument('concurrency', 16);
/** Only rows whose names contain one of these. */
const only = textArgument('only')?.split(',');
/** A folder for processor profiles of both servers. */
const profiles = textArgument('profiles');

const running = processes();
try {
  const host = await startDatabase(running, profiles);
  const began = performance.now();
  const world = await makeWorld(host, secrets, records);
  const buyers = await addSales(world.firestore, records);
  console.log(`${records} records in each of three storages written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const api = await startApi(running, host, profiles);
  const client = httpClient(api, world.headers);
  await measureRequests(client, { host, buyers });
  client.close();
  await world.firestore.terminate();
} finally {
  await running.end();
}

async function measureRequests(client: HttpClient, { host, buyers }: { host: string; buyers: readonly string[] }): Promise<void> {
  console.log(`\n${concurrency} at a time, the median of ${rounds} rounds of ${seconds} s; billed operations per request as the answers`);
  console.log('state them and, over all, as the database counts them');
  console.log(`${'request'.padEnd(46)}  req/s   p50 ms   p99 ms   reads  writes  CPU ms   counted`);
  for (const [name, request] of Object.entries(await ourRequests(client, records, buyers))) {
    if (only && !only.some((part) => name.includes(part))) continue;
    await load(request, concurrency, 500);
    const before = await billed(host);
    const measured: Measured[] = [];
    let count = 0;
    const counting = () => {
      count += 1;
      return request();
    };
    for (let round = 0; round < rounds; round += 1) measured.push(await load(counting, concurrency, seconds * 1000, running.ids()));
    const after = await billed(host);
    const { perSecond, p50, p99, reads, writes, cpu } = median(measured);
    const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), reads.toFixed(2), writes.toFixed(2), cpu.toFixed(2)];
    const counted = `${((after.reads - before.reads) / count).toFixed(2)} + ${((after.writes - before.writes) / count).toFixed(2)}`;
    console.log(`${name.padEnd(46)}${cells.map((cell, i) => cell.padStart(i === 0 ? 7 : i < 3 ? 9 : 8)).join('')}   ${counted}`);
  }
}

/** Operations that the database has billed so far. */
async function billed(host: string): Promise<{ reads: number; writes: number }> {
  const answer = await fetch(`http://${host}/emulator/v1/projects/${projectId}:billed`);
  return (await answer.json()) as { reads: number; writes: number };
}
