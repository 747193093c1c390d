import { parseArgs } from 'node:util';
import { accountsClient, inLanes } from './accounts-client.mjs';
import { anApp } from './an-app.mjs';
import { killedInstances } from './killed-instances.mjs';

/**
 * A bad key changes and deletes records among the changes of the account's own keys, over several instances of the API that are
 * killed in the middle of their work. Then the key's changes are undone, also under kills, and that undo is taken back:
 *
 *   node bench/load/undo.mjs --offset <of a running copy> [--changes 4000] [--records 500] [--instances 4] [--writers 12] [--kill-every 1000]
 *
 * `changes` are those of each side. Holds: after the undo each field has the last value that was not the bad key's, unless somebody
 * else wrote it later; after the second undo all is as before the first; the history of a record has each acknowledged change, and
 * none that was not made. Ends with 1 when one of them does not.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string' },
    changes: { type: 'string', default: '4000' },
    records: { type: 'string', default: '500' },
    instances: { type: 'string', default: '4' },
    writers: { type: 'string', default: '12' },
    'kill-every': { type: 'string', default: '1000' },
  },
});
const [offset, changes, number, count, writers] = [values.offset, values.changes, values.records, values.instances, values.writers].map(
  Number,
);
const fields = ['a', 'b', 'c'];
const problems = [];
const app = await anApp(accountsClient(offset, problems), 0, problems);
const { path, storageId } = await historyStorage();
const bad = await badKey();
const instances = await killedInstances({ offset, count, everyMillis: Number(values['kill-every']) });
/** By id: each change as it was found to have happened, in order. One writer at a time has a record. */
const records = await seeded();
const free = [...records.keys()];
const left = { bad: changes, good: changes };
const unanswered = { happened: 0, not: 0 };

instances.begin();
await Promise.all(Array.from({ length: writers }, () => writing()));
await historiesAreWhole();
const before = await contents();
compare('before the undo', before, (log) => stateAfter(log));

const first = await undone({ key: bad.id, storageId });
const restored = await contents();
compare('after the undo', restored, (log) => withoutBad(log));
const second = await undone({ job: first.id, storageId });
const again = await contents();
for (const [id, record] of before) {
  if (JSON.stringify(record) !== JSON.stringify(again.get(id)))
    problems.push(`${id} is not as before after the second undo: ${JSON.stringify(again.get(id))}, was ${JSON.stringify(record)}`);
}
await instances.calm();
instances.end();
const made = [...records.values()].flat();
console.log(
  `${made.filter(({ by }) => by === 'bad').length} changes of the bad key, ${made.filter(({ by }) => by === 'good').length} of others, ` +
    `${count} instances, ${instances.kills()} kills; without an answer ${JSON.stringify(unanswered)}; undo ${JSON.stringify(first.told)}, taken back ${JSON.stringify(second.told)}`,
);
console.log(problems.length > 0 ? `${problems.length} problems:\n${problems.slice(0, 20).join('\n')}` : 'every field as it should be');
process.exit(problems.length > 0 ? 1 : 0);

async function historyStorage() {
  const body = { dataStorageName: 'Entries', dataStorageKey: 'entries', isSoftDelete: false, history: 30 };
  const { data } = JSON.parse((await app.asOwner('POST', `/app/project/${app.projectId}/dataStorages`, body)).text);
  return { path: `/api/entries/${data.id}`, storageId: data.id };
}

async function badKey() {
  const body = { name: 'Bad', projectId: app.projectId, storages: ['*'], verbs: ['read', 'create', 'update', 'delete'] };
  const answer = await app.asOwner('POST', '/app/keys', { ...body, requestsPerMinute: 600_000, requestsPerMinutePerClient: 600_000 });
  if (answer?.status !== 201) throw new Error(`The key was answered with ${answer?.status}: ${answer?.text}`);
  const { id, apiKey } = JSON.parse(answer.text).data;
  return { id, headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-project-id': app.projectId } };
}

async function seeded() {
  const logs = new Map();
  for (let at = 0; at < number; at += 100) {
    const body = Array.from({ length: Math.min(100, number - at) }, () => ({ a: 'first', b: 'first', c: 'first' }));
    const { data } = await settled('POST', path, { body });
    for (const { id } of data) logs.set(id, [{ by: 'good', act: 'create', values: { a: 'first', b: 'first', c: 'first' } }]);
  }
  return logs;
}

async function writing() {
  while (left.bad + left.good > 0 && free.length > 0) {
    const by = left.bad > 0 && (left.good === 0 || Math.random() < 0.5) ? 'bad' : 'good';
    left[by] -= 1;
    const [id] = free.splice(Math.floor(Math.random() * free.length), 1);
    const isGone = await change(id, by, by === 'bad' && Math.random() < (0.4 * number) / changes ? 'delete' : 'update');
    if (!isGone) free.push(id);
  }
}

/** @returns whether the record is gone */
async function change(id, by, act) {
  const log = records.get(id);
  const value = `${by} ${log.length} ${Math.random().toString(36).slice(2, 8)}`;
  const chosen = fields.filter(() => Math.random() < 0.5);
  const values = Object.fromEntries((chosen.length > 0 ? chosen : ['a']).map((field) => [field, value]));
  const headers = by === 'bad' ? bad.headers : app.keys;
  const at = `${path}/dataId/${id}`;
  const answer = await instances.send(act === 'delete' ? 'DELETE' : 'PUT', at, { headers, body: act === 'delete' ? undefined : values });
  let hasHappened = answer.status === 200;
  if (!hasHappened) {
    hasHappened = await happened(id, act, values);
    unanswered[hasHappened ? 'happened' : 'not'] += 1;
  }
  if (hasHappened) log.push(act === 'delete' ? { by, act } : { by, act, values });
  return act === 'delete' && hasHappened;
}

/** A call without an answer may have happened, or be about to: its transaction ends within the time that Firestore keeps a lock. */
async function happened(id, act, values) {
  await new Promise((done) => setTimeout(done, 2000));
  const { data } = await settled('GET', `${path}/dataId/${id}`, { expected: [200, 404] });
  if (act === 'delete') return data === undefined;
  return data !== undefined && Object.entries(values).every(([field, value]) => data[field] === value);
}

function stateAfter(log) {
  const last = log.at(-1);
  if (last.act === 'delete') return null;
  return Object.assign({}, ...log.map(({ values }) => values));
}

/** For each field the last writer decides: what somebody else wrote later stays. */
function withoutBad(log) {
  const state = {};
  for (const field of fields) {
    const writes = log.filter(({ values }) => values && field in values);
    const isBads = writes.at(-1)?.by === 'bad';
    const kept = isBads ? writes.filter(({ by }) => by !== 'bad').at(-1) : writes.at(-1);
    if (kept) state[field] = kept.values[field];
  }
  return state;
}

function compare(when, shown, expectedOf) {
  for (const [id, log] of records) {
    const expected = expectedOf(log);
    const record = shown.get(id);
    const is = record ? Object.fromEntries(fields.map((field) => [field, record[field]])) : null;
    if (JSON.stringify(is) !== JSON.stringify(expected))
      problems.push(`${when} ${id} is ${JSON.stringify(is)}, expected ${JSON.stringify(expected)}; ${JSON.stringify(log.slice(-6))}`);
  }
}

/** The number of entries of each record, those of creation and deletion included. */
async function historiesAreWhole() {
  await inLanes(8, [...records].slice(0, 200), async ([id, log]) => {
    const entries = [];
    let before = '';
    do {
      const page = await settled('GET', `${path}/dataId/${id}/history?limit=50${before && `&before=${before}`}`);
      entries.push(...page.data);
      before = page.pagination.before ?? '';
    } while (before);
    if (entries.length !== log.length) problems.push(`${id} has ${entries.length} entries in its history after ${log.length} changes`);
    const byBad = (list) => list.filter(({ author, by }) => (author ? author.id === bad.id : by === 'bad')).length;
    if (byBad(entries) !== byBad(log))
      problems.push(`${id} has ${byBad(entries)} entries of the bad key after ${byBad(log)} of its changes`);
  });
}

/** An answer may be lost, and a second undo would share the records with the first: both have one name. */
async function undone(wanted) {
  const headers = { ...app.keys, 'idempotency-key': JSON.stringify(wanted).replaceAll(/[^\w-]/g, '') };
  const { data } = await settled('POST', '/api/undo', { body: wanted, headers, expected: [200, 201, 202] });
  const [{ job }] = data;
  for (;;) {
    const { data: told } = await settled('GET', `/api/undo/${storageId}/${job.id}`);
    if (told.state !== 'running') return { id: job.id, told };
  }
}

async function contents() {
  const shown = new Map();
  let cursor = '';
  do {
    const { data, pagination } = await settled('GET', `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    for (const { id, a, b, c } of data) shown.set(id, { a, b, c });
    cursor = pagination.nextCursor ?? '';
  } while (cursor);
  return shown;
}

/** Asks again until an instance lives long enough to answer. */
async function settled(method, at, { body, headers = app.keys, expected = [200, 201] } = {}) {
  for (let tries = 0; ; tries += 1) {
    const answer = await instances.send(method, at, { headers, body });
    if (expected.includes(answer.status)) return JSON.parse(answer.text);
    if (answer.status !== 0 && answer.status !== 503 && answer.status !== 429)
      throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text}`);
    if (tries > 200) throw new Error(`${method} ${at} got no answer, the last was ${answer.status}: ${answer.text}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
