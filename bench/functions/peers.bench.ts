import { numberArgument, textArgument } from './arguments.ts';
import { httpClient, inTurn } from './http-client.ts';
import { load, type Measured, median } from './load.ts';
import { ourRequests } from './our-requests.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { startDirectus } from './peers/directus.ts';
import { startParseServer } from './peers/parse-server.ts';
import type { Peer } from './peers/peer.ts';
import { processes } from './processes.ts';
import type { Requests } from './requests.ts';
import { addSales } from './sales.ts';
import { makeWorld } from './world.ts';

const records = numberArgument('records', 100_000);
const seconds = numberArgument('seconds', 2);
const rounds = numberArgument('rounds', 5);
/** Seconds of each request before it counts: all servers compile the code that it runs while it runs. */
const warmUp = numberArgument('warm-up', 3);
const concurrency = numberArgument('concurrency', 16);
/** Of the API and of Parse Server: how many processes share the requests, as instances do on Cloud Run. */
const instances = numberArgument('instances', 1);
/** Parts of the names of rows. */
const only = textArgument('only')?.split(',');
/** `parse` or `directus`; without it both. */
const beside = textArgument('beside')?.split(',') ?? ['parse', 'directus'];

/**
 * The data API beside Parse Server and Directus on PostgreSQL: the same records, requests, connections and number of server processes,
 * all with a log on disk before they answer. They take turns within each row, so that other work on the machine meets all of them.
 */
const running = { ours: processes(), parse: processes(), directus: processes() };
try {
  await compare();
} finally {
  for (const each of Object.values(running)) await each.end();
}

async function compare(): Promise<void> {
  const peers = await startPeers();
  if (peers.length === 0) return;
  const ours = await startOurs();
  console.log(
    `\n${records} records, ${instances} of each API, ${concurrency} connections, ${rounds} rounds of ${seconds} s each after ${warmUp} s to warm up, medians; Node.js ${process.version}`,
  );
  const heads = peers.map(({ name, version }) => `${`${name} ${version}`.padStart(22)}   ratio  CPU ms`);
  console.log(`${'requests per second'.padEnd(44)}Bedplate  CPU ms${heads.join('')}`);
  const behind = new Map(peers.map(({ name }) => [name, 0]));
  for (const [name, request] of Object.entries(ours.requests)) {
    if (only && !only.some((part) => name.includes(part))) continue;
    const { mine, theirs } = await measure(name, { request, ids: ours.ids() }, peers);
    const cells = theirs.map(([peer, measured]) => {
      const ratio = mine.perSecond / measured.perSecond;
      if (ratio < 1) behind.set(peer, (behind.get(peer) ?? 0) + 1);
      return `${measured.perSecond.toFixed(0).padStart(22)}${ratio.toFixed(2).padStart(8)}${measured.cpu.toFixed(2).padStart(8)}`;
    });
    console.log(`${name.padEnd(44)}${mine.perSecond.toFixed(0).padStart(8)}${mine.cpu.toFixed(2).padStart(8)}${cells.join('')}`);
  }
  for (const [peer, rows] of behind) console.log(rows === 0 ? `Ahead of ${peer} on every row.` : `Behind ${peer} on ${rows} rows.`);
}

/** Every server's median of one request; a peer without that request is left out. */
async function measure(name: string, ours: { request: Requests[string]; ids: number[] }, peers: readonly Peer[]) {
  const others = peers.flatMap((peer) => {
    const request = peer.requests[name];
    return request ? [{ name: peer.name, request, ids: peer.ids(), rounds: [] as Measured[] }] : [];
  });
  const mine = { ...ours, rounds: [] as Measured[] };
  for (let round = -1; round < rounds; round += 1) {
    const millis = (round < 0 ? warmUp : seconds) * 1000;
    for (const server of [mine, ...others]) {
      const measured = await load(server.request, concurrency, millis, server.ids);
      if (round >= 0) server.rounds.push(measured);
    }
  }
  return { mine: median(mine.rounds), theirs: others.map((other) => [other.name, median(other.rounds)] as const) };
}

async function startPeers(): Promise<Peer[]> {
  console.log('The other servers are installed into temporary folders when they are not there yet.');
  const begun = [
    beside.includes('parse') ? await startParseServer(running.parse, records, instances) : null,
    beside.includes('directus') ? await startDirectus(running.directus, records) : null,
  ];
  for (const reason of begun) if (typeof reason === 'string') console.log(`Left out: ${reason}.`);
  return begun.filter((peer) => peer !== null && typeof peer !== 'string');
}

async function startOurs(): Promise<Omit<Peer, 'version'>> {
  const host = await startDatabase(running.ours);
  const { firestore, headers } = await makeWorld(host, secrets, records);
  const buyers = await addSales(firestore, records);
  await firestore.terminate();
  const urls = await Promise.all(Array.from({ length: instances }, () => startApi(running.ours, host)));
  const client = inTurn(urls.map((url) => httpClient(url, headers)));
  return { name: 'Bedplate', requests: await ourRequests(client, records, buyers), ids: running.ours.ids };
}
