import { httpClient } from './http-client.ts';
import { load, type Measured, median } from './load.ts';
import { startApi, startDatabase, secrets } from './our-servers.ts';
import { ourRequests } from './our-requests.ts';
import { installParseServer, parseHeaders, startParseServer } from './peers/parse-server.ts';
import { parseRequests } from './peers/parse-requests.ts';
import { startPostgres } from './peers/postgres.ts';
import { processes } from './processes.ts';
import { numberArgument, textArgument } from './arguments.ts';
import { makeWorld } from './world.ts';

const records = numberArgument('records', 100_000);
const seconds = numberArgument('seconds', 2);
const rounds = numberArgument('rounds', 5);
/** Seconds of each request before it counts: both servers compile the code that it runs while it runs. */
const warmUp = numberArgument('warm-up', 3);
const concurrency = numberArgument('concurrency', 16);
const only = textArgument('only')?.split(',');

/**
 * The data API beside Parse Server on PostgreSQL: the same records, requests, connections and number of server processes, both
 * with a log on disk before they answer. They take turns within each row, so that other work on the machine meets both.
 */
const running = processes();
const peers = processes();
try {
  const parse = await startPeer();
  if (parse) await compare(parse);
} finally {
  await running.end();
  await peers.end();
}

async function startPeer() {
  console.log('Parse Server with PostgreSQL is installed into a temporary folder when it is not there yet.');
  if (!installParseServer()) return skip('parse-server could not be installed from the package registry');
  const postgres = await startPostgres(peers);
  if (!postgres) return skip('PostgreSQL is not installed, and installing Debian\'s package "postgresql" needs root');
  return startParseServer(peers, postgres, records);
}

function skip(reason: string): null {
  console.log(`Skipped: ${reason}.`);
  return null;
}

async function compare(parse: { url: string; version: string }): Promise<void> {
  const host = await startDatabase(running);
  const world = await makeWorld(host, secrets, records);
  await world.firestore.terminate();
  const api = await startApi(running, host);
  const ours = await ourRequests(httpClient(api, world.headers), records);
  const theirs = await parseRequests(httpClient(parse.url, parseHeaders), records);
  console.log(
    `\n${records} records, ${concurrency} connections, ${rounds} rounds of ${seconds} s each after ${warmUp} s to warm up, medians; Node.js ${process.version}`,
  );
  console.log(`${'requests per second'.padEnd(48)}Bedplate   Parse Server ${parse.version}   ratio   p50 ms   p50 ms   CPU ms   CPU ms`);
  let behind = 0;
  for (const [name, request] of Object.entries(ours)) {
    const other = theirs[name];
    if (!other || (only && !only.some((part) => name.includes(part)))) continue;
    const pairs: [Measured, Measured][] = [];
    for (let round = -1; round < rounds; round += 1) {
      const millis = (round < 0 ? warmUp : seconds) * 1000;
      const pair: [Measured, Measured] = [
        await load(request, concurrency, millis, running.ids()),
        await load(other, concurrency, millis, peers.ids()),
      ];
      if (round >= 0) pairs.push(pair);
    }
    const [a, b] = [median(pairs.map(([mine]) => mine)), median(pairs.map(([, peer]) => peer))];
    const ratio = a.perSecond / b.perSecond;
    if (ratio < 1) behind += 1;
    const cells = [a.perSecond.toFixed(0).padStart(8), b.perSecond.toFixed(0).padStart(22), ratio.toFixed(2).padStart(8)];
    console.log(
      `${name.padEnd(48)}${cells.join('')}${a.p50.toFixed(1).padStart(9)}${b.p50.toFixed(1).padStart(9)}${a.cpu.toFixed(2).padStart(9)}${b.cpu.toFixed(2).padStart(9)}`,
    );
  }
  console.log(behind === 0 ? '\nAhead on every row.' : `\nBehind on ${behind} rows.`);
}
