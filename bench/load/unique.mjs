import { parseArgs } from 'node:util';
import { accountsClient } from './accounts-client.mjs';
import { anApp } from './an-app.mjs';
import { countedCalls, killedInstances } from './killed-instances.mjs';

/**
 * Many writers want few values of a unique field over several instances of the API, which are killed in the middle of their work and
 * started again:
 *
 *   node bench/load/unique.mjs --offset <of a running copy> [--writers 50] [--instances 4] [--seconds 30]
 *
 * Holds: no two records have one value at the end, each record that was answered with 201 is there, and a value that no record has is
 * free. Ends with 1 when one of them does not.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string' },
    writers: { type: 'string', default: '50' },
    instances: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '30' },
  },
});
const [offset, writers, count, seconds] = [values.offset, values.writers, values.instances, values.seconds].map(Number);
/** Few enough that writers always meet. */
const wanted = Array.from({ length: 40 }, (_, i) => `value ${i}`);
const problems = [];
const client = accountsClient(offset, problems);
const app = await anApp(client, 0, problems);
const path = await uniqueStorage();
const instances = await killedInstances({ offset, count, everyMillis: 500 });
const answers = {};
/** Records that were answered with 201, and that nobody has asked to delete. */
const alive = new Set();
const send = countedCalls({ instances, headers: app.keys, answers, problems });
const end = Date.now() + seconds * 1000;

instances.begin();
await Promise.all(Array.from({ length: writers }, () => writing()));
await instances.calm();
const records = await listed(instances.first());
const held = records.map(({ code }) => code).filter(Boolean);
const twice = held.filter((value, i) => held.indexOf(value) < i);
if (twice.length > 0) problems.push(`${twice.length} values are held twice, such as ${twice[0]}`);
const lost = [...alive].filter((id) => !records.some((record) => record.id === id));
if (lost.length > 0) problems.push(`${lost.length} records that were answered with 201 are not there, such as ${lost[0]}`);
await freeOnesAreFree();
instances.end();
console.log(
  `${writers} writers, ${count} instances, ${instances.kills()} kills, ${seconds} s: ${JSON.stringify(answers)}; ${records.length} records hold ${held.length} values`,
);
console.log(problems.length > 0 ? problems.join('\n') : 'no value twice, and each free one is free');
process.exit(problems.length > 0 ? 1 : 0);

async function uniqueStorage() {
  const { data } = JSON.parse(
    (
      await app.asOwner('POST', `/app/project/${app.projectId}/dataStorages`, {
        dataStorageName: 'Codes',
        dataStorageKey: 'codes',
        isSoftDelete: false,
      })
    ).text,
  );
  const schema = { fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] };
  const answer = await app.asOwner('PUT', `/app/project/${app.projectId}/dataStorages/${data.id}/schema`, {
    version: 0,
    schema,
    state: 'enforce',
  });
  if (answer?.status !== 200) throw new Error(`The schema was answered with ${answer?.status}: ${answer?.text}`);
  await new Promise((done) => setTimeout(done, 35_000)); // until every instance enforces it
  return `/api/codes/${data.id}`;
}

/** Creates, changes and deletes, so that values come free and are taken at the same moment. */
async function writing() {
  const own = [];
  while (Date.now() < end) {
    const code = wanted[Math.floor(Math.random() * wanted.length)];
    const act = own.length === 0 ? 'create' : ['create', 'update', 'delete'][Math.floor(Math.random() * 3)];
    if (act === 'create') {
      const answer = await send('POST', path, { code });
      if (answer.status !== 201) continue;
      const { id } = JSON.parse(answer.text).data;
      own.push(id);
      alive.add(id);
    } else if (act === 'update') {
      await send('PUT', `${path}/dataId/${own[0]}`, { code });
    } else {
      alive.delete(own[0]);
      const answer = await send('DELETE', `${path}/dataId/${own[0]}`);
      if (answer.status === 200 || answer.status === 404) own.shift();
    }
  }
}

async function listed(url) {
  const records = [];
  let cursor = '';
  do {
    const answer = await fetch(`${url}${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { headers: app.keys });
    const { data, pagination } = await answer.json();
    records.push(...data);
    cursor = pagination.nextCursor ?? '';
  } while (cursor);
  return records;
}

/** Asks again while it is busy. */
async function settled(code) {
  for (;;) {
    const answer = await fetch(instances.first() + path, { method: 'POST', headers: app.keys, body: JSON.stringify({ code }) });
    if (answer.status !== 503) return answer;
  }
}

async function freeOnesAreFree() {
  for (const code of wanted) {
    const { status } = await settled(code);
    const expected = held.includes(code) ? 409 : 201;
    if (status !== expected) problems.push(`${code} is ${held.includes(code) ? 'held' : 'free'}, and a create of it answered ${status}`);
  }
}
