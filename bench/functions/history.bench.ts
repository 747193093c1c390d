/** Creates and updates of a storage that keeps a history, in turns with those of one that keeps none, in one database and one process. */
import { anOrder } from './orders.ts';
import { numberArgument } from './arguments.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { at, load, type Measured } from './load.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { addStorage, fill, makeWorld } from './world.ts';

const records = numberArgument('records', 10_000);
const turns = numberArgument('turns', 15);
const millis = numberArgument('millis', 300);
const concurrency = numberArgument('concurrency', 16);
const kept = 'kept';

const running = processes();
try {
  const host = await startDatabase(running);
  const { firestore, headers } = await makeWorld(host, secrets, records);
  await addStorage(firestore, kept, 30);
  await fill(firestore, kept, records);
  await firestore.terminate();
  const client = httpClient(await startApi(running, host), headers);
  console.log(`${records} records each, ${turns} turns of ${millis} ms, ${concurrency} at a time, medians; with a history / without`);
  console.log(`${'request'.padEnd(10)}  with  (without)   ratio   CPU ms  (without)   writes  (without)`);
  const [on, off] = [await requestsOf(client, kept), await requestsOf(client, 'orders')];
  for (const name of ['create', 'update'] as const) await compare(name, on[name], off[name]);
  client.close();
} finally {
  await running.end();
}

async function requestsOf(client: HttpClient, storage: string) {
  const all = `/api/${storage}/${storage}`;
  const { data } = JSON.parse((await client.send('GET', `${all}?limit=100`)).text) as { data: { id: string }[] };
  let made = records;
  return {
    create: () => client.send('POST', all, anOrder((made += 1))),
    update: () => {
      const id = data[Math.floor(Math.random() * data.length)]?.id ?? '';
      return client.send('PUT', `${all}/dataId/${id}`, { amount: Math.floor(Math.random() * 100_000) });
    },
  };
}

async function compare(name: string, withHistory: Parameters<typeof load>[0], without: Parameters<typeof load>[0]): Promise<void> {
  for (const request of [withHistory, without]) await load(request, concurrency, 700);
  const pairs: [Measured, Measured][] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // Each begins every second turn, so that a drift of the machine hits both.
    const isFirst = turn % 2 === 0;
    const one = await load(isFirst ? withHistory : without, concurrency, millis, running.ids());
    const two = await load(isFirst ? without : withHistory, concurrency, millis, running.ids());
    pairs.push(isFirst ? [one, two] : [two, one]);
  }
  const middle = (figure: (on: Measured, off: Measured) => number) =>
    at(
      pairs.map(([on, off]) => figure(on, off)),
      0.5,
    );
  const cells = [
    middle((on) => on.perSecond).toFixed(0),
    middle((_, off) => off.perSecond).toFixed(0),
    middle((on, off) => on.perSecond / off.perSecond).toFixed(2),
    middle((on) => on.cpu).toFixed(2),
    middle((_, off) => off.cpu).toFixed(2),
    middle((on) => on.writes).toFixed(2),
    middle((_, off) => off.writes).toFixed(2),
  ];
  console.log(`${name.padEnd(10)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}
