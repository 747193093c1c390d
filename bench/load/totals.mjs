import { parseArgs } from 'node:util';
import { accountsClient } from './accounts-client.mjs';
import { anApp } from './an-app.mjs';
import { countedCalls, killedInstances } from './killed-instances.mjs';

/**
 * Writers create, change, delete and restore records over several instances of the API, which are killed in the middle of their work.
 * Totals are declared while they write:
 *
 *   node bench/load/totals.mjs --offset <of a running copy> [--writers 12] [--instances 4] [--seconds 60]
 *
 * Holds: at the end each kept total is the one that the records have. Ends with 1 when it is not.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string' },
    writers: { type: 'string', default: '12' },
    instances: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '60' },
  },
});
const [offset, writers, count, seconds] = [values.offset, values.writers, values.instances, values.seconds].map(Number);
const statuses = ['open', 'paid', 'sent', null];
const problems = [];
const app = await anApp(accountsClient(offset, problems), 0, problems);
const { storageId, path } = await storage();
const at = `/app/project/${app.projectId}/dataStorages/${storageId}`;
const instances = await killedInstances({ offset, count });
const answers = {};
const ids = [];
const work = { isDone: false };
const send = countedCalls({ instances, headers: app.keys, answers, problems });
instances.begin();
const writing = Array.from({ length: writers }, () => write());

await pause(seconds * 250);
const fields = { status: { type: 'text' }, price: { type: 'decimal', scale: 2 }, kind: { type: 'text' } };
await saved({ fields }, 0);
const totals = [
  { by: ['status', 'kind'], sum: ['price'] },
  { by: [], sum: ['price'] },
];
await saved({ fields, totals }, 1);
const counting = Date.now();
await ready();
const counted = Date.now() - counting;
await pause(seconds * 500);
work.isDone = true;
await Promise.all([instances.calm(), ...writing]);
await pause(20_000); // until a transaction of a dead instance has ended
const records = await listed();
await compare('op=count,sum:price&groupBy=status,kind', ({ status, kind }) => JSON.stringify([status ?? null, kind ?? null]));
await compare('op=sum:price', () => 'null');
instances.end();
console.log(
  `${writers} writers, ${count} instances, ${instances.kills()} kills: ${JSON.stringify(answers)}; ${records.length} records; ready ${Math.round(counted / 1000)} s after the declaration`,
);
console.log(problems.length > 0 ? problems.slice(0, 20).join('\n') : 'each kept total is that of the records');
process.exit(problems.length > 0 ? 1 : 0);

async function storage() {
  const body = { dataStorageName: 'Orders', dataStorageKey: 'orders', isSoftDelete: true };
  const { data } = JSON.parse((await app.asOwner('POST', `/app/project/${app.projectId}/dataStorages`, body)).text);
  return { storageId: data.id, path: `/api/orders/${data.id}` };
}

async function saved(schema, version) {
  const answer = await app.asOwner('PUT', `${at}/schema`, { version, schema, state: 'learn' });
  if (answer?.status !== 200) throw new Error(`The schema was answered with ${answer?.status}: ${answer?.text}`);
}

/** Looks at the jobs as the console does, which also works on them. */
async function ready() {
  for (;;) {
    const { data: jobs } = JSON.parse((await app.asOwner('GET', `${at}/jobs`)).text);
    for (const { id } of jobs.filter(({ state }) => state === 'running')) await app.asOwner('POST', `${at}/jobs/${id}/run`, {});
    const { data } = JSON.parse((await app.asOwner('GET', `${at}/schema`)).text);
    if (data.totalStates.every((state) => state === 'ready')) return;
    await pause(1000);
  }
}

async function write() {
  while (!work.isDone) {
    const id = ids[Math.floor(Math.random() * ids.length)];
    const chance = Math.random();
    if (id === undefined || chance < 0.3) {
      const answer = await send('POST', path, Math.random() < 0.8 ? order() : [order(), order(), order()]);
      if (answer.status === 201) ids.push(...[JSON.parse(answer.text).data].flat().map((one) => one.id));
    } else if (chance < 0.65) await send('PUT', `${path}/dataId/${id}`, order());
    else if (chance < 0.75) await send('DELETE', `${path}/dataId/${id}${Math.random() < 0.2 ? '?permanent=true' : ''}`);
    else if (chance < 0.9) await send('POST', `${path}/dataId/${id}/restore`);
    else await send('POST', '/api/batch', { writes: [id, ids[0]].map((one) => ({ op: 'update', storageId, id: one, data: order() })) });
  }
}

function order() {
  const price = `${Math.floor(Math.random() * 100)}.${String(Math.floor(Math.random() * 100)).padStart(2, '0')}`;
  return { status: statuses[Math.floor(Math.random() * statuses.length)], kind: `k${Math.floor(Math.random() * 3)}`, price };
}

async function asked(query) {
  for (;;) {
    const answer = await fetch(`${instances.first()}${query}`, { headers: app.keys });
    if (answer.status === 200) return answer.json();
    if (answer.status !== 503) throw new Error(`${query} was answered with ${answer.status}: ${await answer.text()}`);
  }
}

async function listed() {
  const found = [];
  let cursor = '';
  do {
    const { data, pagination } = await asked(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...data);
    cursor = pagination.nextCursor ?? '';
  } while (cursor);
  return found;
}

async function compare(question, nameOf) {
  const { data, explain } = await asked(`${path}/aggregate?${question}&explain=true`);
  if (!explain.plan.startsWith('total kept')) problems.push(`${question} was answered from ${explain.plan}`);
  const told = new Map([data].flat().map(({ group = null, count: number, sum }) => [JSON.stringify(group), [number, cents(sum.price)]]));
  const expected = new Map();
  for (const record of records) {
    const [number, sum] = expected.get(nameOf(record)) ?? [0, 0];
    expected.set(nameOf(record), [number + 1, sum + cents(record.price)]);
  }
  for (const [name, [number, sum]] of expected) {
    const [toldNumber, toldSum] = told.get(name) ?? [];
    if ((toldNumber !== undefined && toldNumber !== number) || toldSum !== sum)
      problems.push(`${question}: ${name} is told as ${toldNumber}, ${toldSum}; the records have ${number}, ${sum}`);
  }
  if (told.size !== expected.size) problems.push(`${question}: ${told.size} groups are told, the records have ${expected.size}`);
}

function cents(price) {
  return Math.round(Number(price ?? 0) * 100);
}

function pause(millis) {
  return new Promise((done) => setTimeout(done, millis));
}
