import {
  type AccessPart,
  type DataRecord,
  Grants,
  type Json,
  type LiveSyncAnswer,
  type RecordDocument,
  StorageSchema,
} from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { awayAt } from '../../../test/away.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';
import { saveAccess } from '../../domain/grants/save-access.ts';
import { changeSchema } from '../../domain/records/schema-change/change-schema.ts';
import { jobKinds } from '../../domain/records/job-kinds/job-kinds.ts';
import { runJobs } from '../../domain/records/jobs/run-jobs.ts';
import { meaningOf } from '../../domain/records/write/live-labels.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { armingMillis, createSchemaLease } from '../../services/schema-lease.ts';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';

type Claims = Record<string, unknown> & { labels?: Record<string, { v: number; of: string[] }> };

let api: ApiServer;
let ahead = 0;
let claims: Claims = {};
let ann: Person;
let bob: Person;
let usersId: string;
const password = 'a-good-password-1';
const both = ['list', 'read'];

beforeAll(async () => {
  // A token is signed by Firebase; what it opens is decided here.
  const auth = { createUser: async () => ({}), createCustomToken: async (_: string, given: Claims) => ((claims = given), 'token') };
  api = await startApi({ auth: auth as unknown as Services['auth'], clock: () => Date.now() + ahead });
  const users = await api.storage('users', {
    endUserAccess: { read: 'none', write: 'none', readOnly: ['role', 'team', 'regions'] },
    signIn: { teams: true },
  });
  usersId = users.id;
  const person = async (name: string, fields: Record<string, Json>): Promise<Person> => {
    const made = await api.call(users.path, { body: { username: name, password, email: `${name}@example.test`, ...fields } });
    const { accessToken } = (await api.call(`${users.path}/authenticate`, { body: { username: name, password } })).body;
    return { id: made.body.data.id, bearer: accessToken as string };
  };
  ann = await person('ann', { role: 'editor', team: 'red', regions: ['north', 'south'] });
  bob = await person('bob', { team: 'blue' });
});
afterAll(() => api.stop());

/** An app user, or a named key. */
interface Person {
  readonly id: string;
  readonly bearer?: string;
  readonly key?: string;
}

const database = () => databaseOf(api.services.store);
const documentOf = async <T = RecordDocument<Timestamp>>(path: string) => (await database().doc(path).get()).data() as T | undefined;

/** Jobs of new labels begin when every instance writes by the rules. */
const runAll = () => {
  const now = () => Date.now() + ahead + armingMillis + 1000;
  return runJobs({ ...api.services.records, now }, jobKinds, now() + 60_000);
};

async function posts(
  key: string,
  rules: unknown,
  inputs: readonly object[] = [{ team: ['none'] }, { title: '', team: 'none', author: 'nobody', size: 0 }],
) {
  const { id, path, read } = await api.storage(key);
  const place = { projectId: 'p1', storageId: id };
  const stored = await createRecords(api.services.records, await read(), { inputs, actor: 'tester' });
  let version = 0;
  const save = async (grants: unknown) => {
    const answer = await saveAccess(api.services, admin, { path: place, change: { version, grants: Grants.parse(grants) } });
    version = answer.version;
    return answer;
  };
  const saved = await save(rules);
  return {
    id,
    path,
    read,
    save,
    saved,
    stored,
    ask({ bearer, key: apiKey }: Person) {
      const headers = { 'x-api-key': apiKey ?? '', 'x-secret-key': '' };
      return api.call('/api/livesync/token', { ...(bearer ? { bearer } : { headers }), body: { storageKeys: [key] } });
    },
    async labelsOf(person: Person) {
      const { body } = await this.ask(person);
      return (body as unknown as LiveSyncAnswer).storages[0]?.labels ?? [];
    },
    /** The records that a listener of the person gets, by their titles. */
    async heard(person: Person) {
      const labels = await this.labelsOf(person);
      const { docs } = await database().collection(`storages/${id}/records`).get();
      const rows = docs.map((row) => row.data() as RecordDocument<Timestamp>);
      return rows.flatMap(({ labels: its, data }) => (labels.some((label) => its?.includes(label)) ? [data.title] : [])).sort();
    },
    document: (record: DataRecord) => documentOf(`storages/${id}/records/${record.id}`),
    departed: async () => (await database().collection(`storages/${id}/departed`).get()).docs.map((row) => row.data()),
  };
}

const byTeam = [{ who: 'signedIn', verbs: both, if: [{ field: 'team', value: '@user.team' }] }];

test('records from before get their labels, and until then LiveSync waits', async () => {
  const inputs = [{ title: 'a', team: 'red' }, { title: 'b', team: 'blue' }, { title: 'c', team: ['red', 'blue'] }, { title: 'd' }];
  const storage = await posts('before', byTeam, inputs);
  const { ask, saved } = storage;
  expect(saved.live).toEqual({ users: 'rules', keys: 'none' });
  const early = await ask(ann);
  expect(early).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(early.headers.get('retry-after')).toBe('10');
  await runJobs(api.services.records, jobKinds, Date.now() + 10_000);
  expect((await ask(ann)).status).toBe(503); // some instance may still write without labels
  await runAll();
  expect(await storage.heard(ann)).toEqual(['a', 'c']);
  expect(await storage.heard(bob)).toEqual(['b', 'c']);
});

test('who hears what follows the fields of record and user', async () => {
  const rules = [
    { who: { owner: 'author' }, verbs: both },
    { who: { role: 'editor' }, verbs: both, if: [{ field: 'state', value: ['live', 'old'] }] },
    {
      who: 'signedIn',
      verbs: both,
      if: [
        { field: 'region', value: '@user.regions' },
        { field: 'team', value: '@user.team' },
      ],
    },
  ];
  const storage = await posts('fields', rules, [
    { title: 'of ann', author: ann.id },
    { title: 'of both', author: [ann.id, bob.id] },
    { title: 'live', state: 'live' },
    { title: 'draft', state: 'draft' },
    { title: 'north red', region: 'north', team: 'red' },
    { title: 'north blue', region: 'north', team: 'blue' },
  ]);
  await runAll();
  expect(await storage.heard(ann)).toEqual(['live', 'north red', 'of ann', 'of both']);
  expect(await storage.heard(bob)).toEqual(['of both']);
  await storage.ask(ann);
  expect(claims.uf).toEqual({ regions: ['north', 'south'], role: 'editor', team: 'red' });
  expect(claims).not.toHaveProperty('ut');
  await storage.ask(bob);
  expect(claims.uf).toEqual({}); // without a region its team opens nothing
});

test('a change that takes a label away costs one write more, and tells who has lost the record', async () => {
  const storage = await posts('changes', byTeam);
  await runAll();
  const record = (await api.call(storage.path, { body: { title: 'a', team: 'red' } })).body.data as DataRecord;
  const [red] = await storage.labelsOf(ann);
  const [blue] = await storage.labelsOf(bob);
  expect(await storage.document(record)).toMatchObject({ labels: [red] });
  expect(await storage.document(record)).not.toHaveProperty('gained');
  const writesOf = async (fields: object) =>
    Number((await api.call(`${storage.path}/dataId/${record.id}`, { method: 'PATCH', body: fields })).headers.get('x-bedplate-writes'));
  expect(await writesOf({ title: 'b' })).toBe(1);
  expect(await writesOf({ team: ['red', 'blue'] })).toBe(1);
  expect(await storage.document(record)).toMatchObject({ labels: [red, blue].sort(), gained: [blue] });
  expect(await storage.departed()).toEqual([]);
  expect(await writesOf({ team: 'blue' })).toBe(2);
  const now = await storage.document(record);
  expect(now).toMatchObject({ labels: [blue] });
  expect(now).not.toHaveProperty('gained');
  expect(await storage.departed()).toMatchObject([{ labels: [red], id: record.id, leftAt: now?.updatedAt }]);
  expect((await storage.departed())[0]).not.toHaveProperty('owner');
  await api.call(`${storage.path}/dataId/${record.id}`, { method: 'DELETE' });
  expect(await documentOf(`storages/${storage.id}/deleted/${record.id}`)).toMatchObject({ labels: [blue] });
});

test('the same rules in other words of the same meaning need no second preparation, and who listens asks again', async () => {
  const storage = await posts('again', byTeam, [{ title: 'a', team: 'red', author: 'nobody' }]);
  await runAll();
  await storage.ask(ann);
  const first = claims.labels?.[storage.id]?.v;
  ahead += 1000;
  await storage.save([...byTeam, { who: { key: '*' }, verbs: both }]);
  expect((await storage.ask(ann)).status).toBe(200);
  expect(claims.labels?.[storage.id]?.v).toBeGreaterThan(first ?? Infinity);
  await storage.save([...byTeam, { who: { owner: 'author' }, verbs: both }]);
  expect((await storage.ask(ann)).status).toBe(503);
  await storage.save(byTeam); // what the job of the rules before would prepare is not asked for any more
  await runAll();
  expect(await storage.heard(ann)).toEqual(['a']);
});

test('an instance that does not know the rules yet writes by them all the same', async () => {
  const storage = await posts('late', [{ who: 'signedIn', verbs: both }]);
  const old = await storage.read();
  await storage.save(byTeam);
  // Another instance, which reads the list of versions at once.
  const fresh = { ...api.services.records, schemas: createSchemaLease(() => api.services.store) };
  const [record] = await createRecords(fresh, old, { inputs: [{ title: 'a', team: 'red' }], actor: 'tester' });
  const labels = (await storage.document(record as DataRecord))?.labels;
  expect(labels).toHaveLength(1);
  await runAll();
  expect(labels).toEqual(await storage.labelsOf(ann));
  expect(await storage.document(record as DataRecord)).toMatchObject({ labels: await storage.labelsOf(ann) });
});

test('a field that gets another type makes labels again', async () => {
  const rules = [{ who: 'signedIn', verbs: both, if: [{ field: 'size', value: 7 }] }];
  const storage = await posts('types', rules, [
    { title: 'number', size: 7 },
    { title: 'text', size: '7' },
  ]);
  await runAll();
  expect(await storage.heard(ann)).toEqual(['number', 'text']);
  const schema = StorageSchema.parse({ fields: { size: { type: 'text' } } });
  const change = { version: 0, schema, state: 'learn' as const };
  await changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change });
  expect((await storage.ask(ann)).status).toBe(503);
  await runAll();
  const listed = (await api.call(storage.path, { bearer: ann.bearer })).body.data as { title: string }[];
  expect(await storage.heard(ann)).toEqual(listed.map(({ title }) => title).sort());
});

test('records are written and labelled as before where a rule asks for a value that the field’s new type does not know', async () => {
  const rules = [{ who: 'signedIn', verbs: both, if: [{ field: 'size', value: 'large' }] }, ...byTeam];
  const storage = await posts('unread', rules);
  const schema = StorageSchema.parse({ fields: { size: { type: 'boolean' } } });
  const change = { version: 0, schema, state: 'learn' as const };
  await changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change });
  await storage.ask(ann);
  await runAll();
  const inputs = [
    { title: 'a', size: 'large', team: 'red' },
    { title: 'b', size: 'large' },
  ];
  await createRecords(api.services.records, await storage.read(), { inputs, actor: 'tester' });
  expect(await storage.heard(ann)).toEqual(['a']);
});

test('of a long list of members the first thousand hear of a record', async () => {
  const storage = await posts('members', byTeam);
  await runAll();
  const team = Array.from({ length: 1200 }, (_, i) => `team ${i}`);
  const inputs = [
    { title: 'first', team: ['red', ...team] },
    { title: 'last', team: [...team, 'red'] },
  ];
  const made = await createRecords(api.services.records, await storage.read(), { inputs, actor: 'tester' });
  expect((await storage.document(made[0] as DataRecord))?.labels).toHaveLength(1000);
  expect(await storage.heard(ann)).toEqual(['first']);
});

test('the job of earlier rules prepares nothing for later ones, and opens nothing', async () => {
  const storage = await posts('earlier', byTeam);
  const [services, job] = [api.services.records, { id: 'j', data: { input: { meaning: 'of earlier rules' }, after: null } } as never];
  expect(await jobKinds.labelStored.page(services, await storage.read(), job)).toMatchObject({ seen: 0, next: null });
  await jobKinds.labelStored.finish?.(services, await storage.read(), job);
  expect((await storage.ask(ann)).status).toBe(503);
});

async function aKey(changes: object = {}): Promise<Person> {
  const { id, apiKey } = await namedKey(api, changes);
  return { id, key: apiKey };
}

test('a named key hears what the rules show it, and nothing that they show app users alone', async () => {
  const [page, other] = [await aKey(), await aKey()];
  const rules = [
    ...byTeam,
    { who: 'signedIn', verbs: both, if: [{ field: 'state', value: 'club' }] },
    { who: 'anyone', verbs: both, if: [{ field: 'state', value: 'live' }] },
    { who: 'anyone', verbs: both, if: [{ field: 'author', value: '@user.id' }] },
    { who: { key: '*' }, verbs: both, if: [{ field: 'state', value: ['press', 'old'] }] },
    { who: { key: page.id }, verbs: both, if: [{ field: 'size', value: 7 }] },
  ];
  const storage = await posts('keys', rules, [
    { title: 'red', team: 'red' },
    { title: 'club', state: 'club' },
    { title: 'live', state: 'live' },
    { title: 'of ann', author: ann.id },
    { title: 'press', state: 'press' },
    { title: 'seven', size: 7 },
    { title: 'hidden', state: 'draft' },
  ]);
  expect(storage.saved.live).toEqual({ users: 'rules', keys: 'rules' });
  expect((await storage.ask(page)).status).toBe(503);
  await runAll();
  expect(await storage.heard(page)).toEqual(['live', 'press', 'seven']);
  expect(await storage.heard(other)).toEqual(['live', 'press']);
  expect(await storage.heard(ann)).toEqual(['club', 'live', 'of ann', 'red']);
  await storage.ask(page);
  expect(claims).toMatchObject({ k: page.id, sids: [], labels: { [storage.id]: { of: await storage.labelsOf(page) } } });
  expect(claims).not.toHaveProperty('uf');
  expect(claims).not.toHaveProperty('ut');
});

test('a named key whose rules ask for more than equal values is refused by name, whatever app users hear', async () => {
  const page = await aKey();
  const storage = await posts('closed', [...byTeam, { who: { key: '*' }, verbs: both, fields: { hidden: ['size'] } }]);
  await runAll();
  const { status, body } = await storage.ask(page);
  expect([status, body.message]).toEqual([403, expect.stringContaining('(hidden fields)')]);
  await storage.save([...byTeam, { who: { key: (await aKey()).id }, verbs: both }]);
  await runAll();
  expect((await storage.ask(page)).body.message).toBe('The rules of this storage do not let you list records.');
  expect((await storage.ask(await aKey({ verbs: ['create'] }))).status).toBe(403);
});

test('app users hear nothing where rules are decided for named keys alone', async () => {
  const page = await aKey();
  const late = { who: 'signedIn', verbs: both, if: [{ field: 'size', op: '>', value: 0 }] };
  const storage = await posts(
    'keyed',
    [late, { who: { key: '*' }, verbs: both, if: [{ field: 'size', value: 7 }] }],
    [
      { title: 'a', size: 7 },
      { title: 'b', size: 8 },
    ],
  );
  await runAll();
  expect(await storage.heard(page)).toEqual(['a']);
  expect((await storage.ask(ann)).body.message).toContain('(conditions other than =)');
});

test('a rule for keys with the conditions of one for app users needs no second preparation', async () => {
  const page = await aKey();
  const seven = { verbs: both, if: [{ field: 'size', value: 7 }] };
  const storage = await posts('shared', [{ who: 'signedIn', ...seven }], [{ title: 'a', size: 7 }]);
  await runAll();
  await storage.save([
    { who: 'signedIn', ...seven },
    { who: { key: '*' }, ...seven },
  ]);
  expect(await storage.heard(page)).toEqual(['a']);
  expect(await storage.labelsOf(page)).toEqual(await storage.labelsOf(ann));
});

test('rules that labels could not decide when they were saved wait until they are saved again', async () => {
  const page = await aKey();
  const rules = [...byTeam, { who: { key: '*' }, verbs: both, if: [{ field: 'size', value: 7 }] }];
  const storage = await posts('early', rules, [{ title: 'a', size: 7, team: 'red' }]);
  await runAll();
  const { labels, ...access } = (await storage.read()).data.access as AccessPart;
  const recipes = labels?.recipes.filter(({ key }) => key === undefined);
  await database()
    .doc(`storages/${storage.id}`)
    .update({ access: { ...access, labels: { ...labels, recipes } } });
  await database()
    .doc(`storages/${storage.id}`)
    .update({ 'access.labels.meaning': meaningOf((await storage.read()).data, recipes ?? []) });
  expect((await storage.ask(page)).body.message).toContain('once they are saved again');
  expect(await storage.heard(ann)).toEqual(['a']);
  await storage.save(rules);
  await runAll();
  expect(await storage.heard(page)).toEqual(['a']);
});

test('rules that a new type lets labels decide wait as well, while earlier ones get their labels again', async () => {
  const page = await aKey();
  const rules = [
    { who: 'signedIn', verbs: both, if: [{ field: 'day', value: '@user.team' }] },
    { who: { key: '*' }, verbs: both, if: [{ field: 'size', value: 7 }] },
  ];
  const storage = await posts('typed', byTeam, [{ title: 'a', size: 7, day: '2026-01-01', team: 'red' }]);
  const path = { projectId: 'p1', storageId: storage.id };
  const typed = async (version: number, day: 'date' | 'text', size: 'integer' | 'number') => {
    const schema = StorageSchema.parse({ fields: { day: { type: day }, size: { type: size } } });
    await changeSchema(api.services, { caller: admin, path, change: { version, schema, state: 'learn' } });
    await runAll();
  };
  await typed(0, 'date', 'integer');
  expect((await storage.save(rules)).live).toEqual({ users: 'none', keys: 'rules' });
  await runAll();
  expect(await storage.heard(page)).toEqual(['a']);
  await typed(1, 'text', 'number');
  expect((await storage.ask(page)).status).toBe(503);
  await runAll();
  expect(await storage.heard(page)).toEqual(['a']);
  expect((await storage.ask(ann)).body.message).toContain('once they are saved again');
});

test('a record that is deleted while it is prepared stops nothing', async () => {
  const storage = await posts('vanishing', byTeam, [
    { title: 'a', team: 'red' },
    { title: 'b', team: 'red' },
  ]);
  const services = api.services.records;
  const row = await storage.read();
  const job = { id: 'j', data: { input: { meaning: row.data.access?.labels?.meaning }, after: null } } as never;
  const gone = database().doc(`storages/${storage.id}/records/${(storage.stored[0] as DataRecord).id}`);
  const commit: typeof services.store.commit = async (writes) => {
    await gone.delete();
    return services.store.commit(writes);
  };
  const store = new Proxy(services.store, { get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)) });
  expect(await jobKinds.labelStored.page({ ...services, store }, row, job)).toMatchObject({ seen: 2, changed: 1, next: null });
});

test('teams are labels of the present moment', async () => {
  const storage = await posts(
    'teams',
    [{ who: { team: 'crew' }, verbs: both }],
    [
      { title: 'a', crew: 't1' },
      { title: 'b', crew: 't2' },
    ],
  );
  await runAll();
  expect(await storage.labelsOf(ann)).toEqual(['-']); // in no team: a listener that hears nothing yet
  expect(claims.ut).toEqual({});
  const member = database().doc(`storages/${usersId}/records/${ann.id}`);
  await member.set({ teams: { t1: 'member' } }, { merge: true });
  await expect.poll(() => storage.heard(ann)).toEqual(['a']);
  expect(claims.ut).toEqual({ t1: 'member' });
  await member.set({ teams: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`t${i}`, 'member'])) }, { merge: true });
  await expect.poll(async () => (await storage.ask(ann)).status).toBe(403);
  expect((await storage.ask(ann)).body.message).toContain('at most 10 teams and values of one user');
  await member.update({ teams: {} });
});

test('whom no rule is about, and rules that ask for more than equal values, are refused by name', async () => {
  const roles = await posts('roles', [{ who: { role: 'editor' }, verbs: both }]);
  await runAll();
  expect((await roles.ask(bob)).status).toBe(403);
  expect((await roles.ask(ann)).status).toBe(200);
  const range = await posts('ranges', [{ who: 'signedIn', verbs: both, if: [{ field: 'size', op: '>', value: 7 }] }]);
  expect(range.saved.live.users).toBe('none');
  expect((await range.ask(ann)).body.message).toContain('conditions other than =');
});

test('a token has room for the rules of a few storages', async () => {
  const keys = Array.from({ length: 12 }, (_, i) => `many${i}`);
  for (const key of keys) await posts(key, byTeam);
  await runAll();
  const { status, body } = await api.call('/api/livesync/token', { bearer: ann.bearer, body: { storageKeys: keys } });
  expect([status, body.error]).toMatchObject([400, { details: [{ field: 'storageKeys' }] }]);
  expect((await api.call('/api/livesync/token', { bearer: ann.bearer, body: { storageKeys: keys.slice(0, 4) } })).status).toBe(200);
});

test('a record that changes while it is prepared gets the labels of what it is', async () => {
  const storage = await posts('racing', byTeam, [{ title: 'a', team: 'red' }]);
  const [record] = storage.stored as [DataRecord];
  const services = api.services.records;
  const row = await storage.read();
  const job = { id: 'j', data: { input: { meaning: row.data.access?.labels?.meaning }, after: null } } as never;
  let isFirst = true;
  const commit: typeof services.store.commit = async (writes) => {
    if (isFirst) {
      isFirst = false;
      await database().doc(`storages/${storage.id}/records/${record.id}`).update({ 'data.team': 'blue' });
    }
    return services.store.commit(writes);
  };
  const store = new Proxy(services.store, { get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)) });
  expect(await jobKinds.labelStored.page({ ...services, store }, row, job)).toMatchObject({ seen: 1, changed: 1, next: null });
  await runAll();
  expect(await storage.heard(bob)).toEqual(['a']);
  expect(await storage.heard(ann)).toEqual([]);
});

test('an outage while records are prepared is told, and nothing is taken for prepared', async () => {
  const storage = await posts('outage', byTeam, [{ title: 'a', team: 'red' }]);
  const row = await storage.read();
  const job = { id: 'j', data: { input: { meaning: row.data.access?.labels?.meaning }, after: null } } as never;
  const { records } = api.services;
  const away = awayAt(records.store);
  await expect(jobKinds.labelStored.page(records, row, job)).rejects.toBe(away);
  vi.restoreAllMocks();
});
