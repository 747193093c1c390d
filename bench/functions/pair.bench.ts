/** Two builds of the functions in turns, each with its own database: `--against=<the functions/dist of another checkout>`. */
import { numberArgument, textArgument } from './arguments.ts';
import { httpClient } from './http-client.ts';
import { at, load, type Measured } from './load.ts';
import { ourRequests } from './our-requests.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { type Processes, processes } from './processes.ts';
import { addSales } from './sales.ts';
import { makeWorld } from './world.ts';

const against = textArgument('against');
if (!against) throw new Error('Name the other build: --against=<folder with its index.js and package.json>.');
const records = numberArgument('records', 20_000);
const turns = numberArgument('turns', 15);
const millis = numberArgument('millis', 300);
const concurrency = numberArgument('concurrency', 16);
const only = textArgument('only')?.split(',');
const profiles = textArgument('profiles');

const endings: (() => Promise<void>)[] = [];
try {
  // Both at once: a database that has been idle while the other was filled is slower for minutes.
  const [mine, theirs] = await Promise.all([side(profiles && `${profiles}/mine`), side(profiles && `${profiles}/theirs`, against)]);
  console.log(`${turns} turns of ${millis} ms each, ${concurrency} at a time; this build / the other build, median of the turns`);
  console.log(`${'request'.padEnd(46)}  req/s   (other)   ratio   CPU ms  (other)   ratio`);
  for (const [name, request] of Object.entries(mine.requests)) {
    if (only && !only.some((part) => name.includes(part))) continue;
    const other = theirs.requests[name];
    if (other) await compare(name, { request, ids: mine.ids }, { request: other, ids: theirs.ids });
  }
} finally {
  for (const end of endings.reverse()) await end();
}

interface Side {
  readonly request: Parameters<typeof load>[0];
  readonly ids: readonly number[];
}

async function compare(name: string, mine: Side, theirs: Side): Promise<void> {
  for (const { request } of [mine, theirs]) await load(request, concurrency, 700);
  const pairs: [Measured, Measured][] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // Each side begins every second turn, so that a drift of the machine hits both.
    const first = turn % 2 === 0 ? mine : theirs;
    const one = await load(first.request, concurrency, millis, first.ids);
    const second = first === mine ? theirs : mine;
    const two = await load(second.request, concurrency, millis, second.ids);
    pairs.push(first === mine ? [one, two] : [two, one]);
  }
  const middle = (figure: (mine: Measured, theirs: Measured) => number) =>
    at(
      pairs.map(([a, b]) => figure(a, b)),
      0.5,
    );
  const cells = [
    middle((a) => a.perSecond).toFixed(0),
    middle((_, b) => b.perSecond).toFixed(0),
    middle((a, b) => a.perSecond / b.perSecond).toFixed(3),
    middle((a) => a.cpu).toFixed(3),
    middle((_, b) => b.cpu).toFixed(3),
    middle((a, b) => b.cpu / a.cpu).toFixed(3),
  ];
  console.log(`${name.padEnd(46)}${cells.map((cell, i) => cell.padStart(i === 0 ? 7 : 9)).join('')}`);
}

async function side(folder?: string, deployed?: string) {
  const running: Processes = processes();
  endings.push(() => running.end());
  const host = await startDatabase(running, folder);
  const world = await makeWorld(host, secrets, records);
  const buyers = await addSales(world.firestore, records);
  endings.push(() => world.firestore.terminate());
  const api = await startApi(running, host, folder, deployed);
  const client = httpClient(api, world.headers);
  endings.push(async () => client.close());
  return { requests: await ourRequests(client, records, buyers), ids: running.ids() };
}
