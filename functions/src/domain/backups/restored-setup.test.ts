import {
  type AppMails,
  type Grants,
  type RestoreOrder as Order,
  type SignInInput,
  type StartedRestore,
  StorageSchema,
  usualMails,
  signInOf,
} from '@bedplate/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { grants, schemas } from '../../store/collections.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { createEndpoint } from '../endpoints/save-endpoint.ts';
import { saveAccess } from '../grants/save-access.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { addSavedView, changeSavedView, deleteSavedView, listSavedViews } from '../storages/saved-views.ts';
import { createStorage, updateStorage } from '../storages/storages.ts';
import { saveUserMails, userMails } from '../storages/user-mails.ts';
import { latestReady } from './find-backups.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
let later = 0;
const database = () => databaseOf(api.services.store);

beforeEach(async () => {
  later = 0;
  await api?.stop();
  api = await startApi({ clock: () => Date.now() + later });
});
afterAll(() => api.stop());

const made = (storageKey: string, more = {}) =>
  createStorage(api.services, {
    caller: admin,
    projectId: 'p1',
    input: { storageKey, storageName: storageKey, is_softDelete: false, ...more },
  });
const place = (storageId: string) => ({ projectId: 'p1', storageId });
const declare = (storageId: string, fields: unknown, state: 'warn' | 'enforce' = 'enforce', version = 0) =>
  changeSchema(api.services, {
    caller: admin,
    path: place(storageId),
    change: { version, schema: StorageSchema.parse({ fields }), state },
  });
const allow = (storageId: string, rules: Grants, version = 0) =>
  saveAccess(api.services, admin, { path: place(storageId), change: { version, grants: rules } });
const storageAt = async (id: string | null | undefined) => {
  const row = await api.services.store.storages.get(id ?? 'none');
  if (!row) throw new Error('the storage is not there');
  return row.data;
};
const schemaAt = async (id: string, version = 1) =>
  JSON.parse((await api.services.store.in(schemas(id)).get(String(version)))?.data.schema ?? 'null');
const rulesAt = async (id: string, version = 1) =>
  JSON.parse((await api.services.store.in(grants(id)).get(String(version)))?.data.grants ?? 'null');
const endpointsAt = async (storageId: string) =>
  (await api.services.store.endpoints.query({ where: [['storageId', '==', storageId]] })).rows.map(({ id, data }) => ({ id, ...data }));

async function restore(order: Partial<Order>): Promise<Map<string, StartedRestore>> {
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const started = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse(order) });
  return new Map(started.map((one) => [one.from, one]));
}

async function finished({ storageId, jobId }: Pick<StartedRestore, 'storageId' | 'jobId'>) {
  await workOn(api.services.records, { kinds: jobKinds, jobId: jobId ?? '', until: Number.POSITIVE_INFINITY });
  return getJob(api.services.records, storageId ?? '', jobId ?? '');
}

async function lose(...ids: string[]) {
  for (const id of ids) {
    const { storageKey } = await storageAt(id);
    await database().recursiveDelete(database().doc(`storages/${id}`));
    for (const { ref, data } of (await database().collection('unique').get()).docs.map((doc) => ({ ref: doc.ref, data: doc.data() })))
      if (data.ref === id || String(data.ref).startsWith(storageKey)) await ref.delete();
    for (const { id: endpoint } of await endpointsAt(id)) await database().doc(`endpoints/${endpoint}`).delete();
  }
}

async function aShop() {
  const customers = await made('customers');
  const orders = await made('orders', { is_softDelete: true, history: 30, trashDays: 7 });
  await declare(customers.id, { name: { type: 'text', required: true } }, 'warn');
  await declare(orders.id, {
    customer: { type: 'reference', storage: customers.id, onDelete: 'refuse' },
    number: { type: 'integer', computed: 'counter' },
  });
  await allow(orders.id, [{ who: { owner: 'userId' }, verbs: ['list', 'read'] }]);
  await allow(customers.id, [{ who: { key: '*' }, verbs: ['read'], if: [[{ field: 'name', op: '=', value: 'Ada' }]] }]);
  const hook = (functionality: 'sender' | 'receiver', endpoint: string | null) =>
    createEndpoint(api.services, {
      caller: admin,
      projectId: 'p1',
      input: { dataStorageId: orders.id, type: 'webhook', functionality, endpoint },
    });
  await hook('sender', null);
  await hook('receiver', 'https://hooks.example.com/orders');
  later += 60_000;
  const call = async (key: string, id: string, body: unknown) => (await api.call(`/api/${key}/${id}`, { body })).body.data;
  const ada = await call('customers', customers.id, { name: 'Ada' });
  const order = await call('orders', orders.id, { customer: ada.id });
  await backedUp(api.services);
  return { customers, orders, ada, order };
}

test('saved views come back: lost ones, and those that were changed; those that came since stay', async () => {
  const { id } = await made('notes');
  const view = {
    search: '',
    where: 'a=1',
    startDate: '',
    endDate: '',
    limit: 20,
    sort: null,
    deleted: false,
    hidden: ['b'],
    order: [],
  } as const;
  const add = (name: string) =>
    addSavedView(api.services, admin, { path: place(id), input: { name, view: { ...view, hidden: [...view.hidden], order: [] } } });
  const list = (storageId: string | null | undefined) => listSavedViews(api.services, admin, place(storageId ?? ''));
  const [open, late, mine] = [await add('Open'), await add('Late'), await add('Mine')];
  const before = await list(id);
  await backedUp(api.services);
  expect((await restore({ setup: true })).get(id)).toMatchObject({ setup: [], gaps: [] });
  await changeSavedView(api.services, admin, { path: { ...place(id), viewId: open.id }, change: { name: 'Closed' } });
  await deleteSavedView(api.services, admin, { ...place(id), viewId: late.id });
  await deleteSavedView(api.services, admin, { ...place(id), viewId: mine.id });
  const other = await add('MINE');
  expect((await restore({ setup: true, dryRun: true })).get(id)).toMatchObject({
    setup: ['views'],
    gaps: [{ field: 'views', key: 'restoreView', values: { name: 'Mine' } }, { key: 'savedViewTaken' }],
  });
  expect((await restore({ setup: true })).get(id)).toMatchObject({ setup: ['views'] });
  expect(await list(id)).toEqual([...before.filter(({ name }) => name !== 'Mine'), other].sort((a, b) => a.name.localeCompare(b.name)));
  const beside = (await restore({ place: 'beside' })).get(id);
  expect(await list(beside?.storageId)).toEqual(before);
  await lose(id);
  const again = (await restore({})).get(id);
  expect(again?.setup).toContain('views');
  expect(await list(again?.storageId)).toEqual(before);
});

test('the mails to app users come back: lost ones, and those that were changed; a copy beside mails nobody', async () => {
  const { id } = await made('users');
  const mails = (storageId: string | null | undefined) => userMails(api.services, admin, place(storageId ?? ''));
  const save = (change: Partial<AppMails>, version: number) =>
    saveUserMails(api.services, admin, { path: place(id), wanted: { ...usualMails, ...change, version } });
  await save({ senderName: 'Acme', language: 'de' }, 0);
  await backedUp(api.services);
  expect((await restore({ setup: true })).get(id)?.setup).toEqual([]);
  await save({ senderName: 'Other' }, 1);
  expect((await restore({ setup: true, dryRun: true })).get(id)?.setup).toEqual(['mails']);
  expect(await mails(id)).toMatchObject({ senderName: 'Other', version: 2 });
  expect((await restore({ setup: true })).get(id)?.setup).toEqual(['mails']);
  expect(await mails(id)).toMatchObject({ senderName: 'Acme', language: 'de', version: 3 });
  expect((await restore({ place: 'beside' })).get(id)?.setup).not.toContain('mails');
  await lose(id);
  const again = (await restore({})).get(id);
  expect(again?.setup).toContain('mails');
  expect(await mails(again?.storageId)).toMatchObject({ senderName: 'Acme', version: 1 });
});

test('lost storages come back with schema, rules, settings and endpoints, and with secrets of their own', async () => {
  const { customers, orders, ada, order } = await aShop();
  const [before] = (await endpointsAt(orders.id)).filter(({ tokenCipher }) => tokenCipher !== null);
  await lose(customers.id, orders.id);
  const counted = await restore({ dryRun: true });
  expect(counted.get(orders.id)).toMatchObject({ storageId: null, setup: ['settings', 'schema', 'access', 'endpoints'] });
  const started = await restore({});
  const [lost, found] = [started.get(orders.id), started.get(customers.id)];
  if (!lost?.storageId || !found?.storageId) throw new Error('a storage is not made again');
  expect(lost.setup).toEqual(['settings', 'schema', 'access', 'endpoints']);
  expect(lost.gaps.map(({ key }) => key).sort()).toEqual(['restoreInbound', 'restoreReceiver']);
  expect(counted.get(orders.id)?.gaps).toEqual(lost.gaps);
  expect(found.gaps).toEqual([]);
  expect(await storageAt(lost.storageId)).toMatchObject({
    storageKey: 'orders',
    is_softDelete: true,
    history: 30,
    trashDays: 7,
    schema: { version: 1, state: 'arming' },
    endUserAccess: { read: 'own', write: 'none' },
  });
  expect(await storageAt(found.storageId)).toMatchObject({
    schema: { state: 'warn' },
    referredBy: { [lost.storageId]: { customer: 'refuse' } },
  });
  expect(await schemaAt(lost.storageId)).toMatchObject({ fields: { customer: { storage: found.storageId } } });
  expect(await rulesAt(found.storageId)).toMatchObject([{ who: { key: '*' }, if: [[{ field: 'name' }]] }]);

  const rows = (await endpointsAt(lost.storageId)).filter(({ generated }) => !generated);
  const [inbound, outbound] = [rows.find(({ url }) => url === null), rows.find(({ url }) => url !== null)];
  expect(inbound?.tokenCipher).not.toBe(before?.tokenCipher);
  expect(outbound).toMatchObject({ url: 'https://hooks.example.com/orders', endedAt: expect.anything() });
  expect((await storageAt(lost.storageId)).receivers ?? []).toEqual([]);
  const { docs } = await database().collection('hooks').get();
  expect(docs.filter((doc) => doc.get('storageId') === lost.storageId)).toHaveLength(1);

  // The orders come first: the customers that they name do not refuse them.
  expect(await finished(lost)).toMatchObject({ changed: 1, kept: 0 });
  expect(await finished(found)).toMatchObject({ changed: 1, kept: 0 });
  expect((await api.call(`/api/orders/${lost.storageId}/dataId/${order.id}`)).body.data).toMatchObject({
    customer: ada.id,
    number: order.number,
  });
  later += 60_000;
  const next = await api.call(`/api/orders/${lost.storageId}`, { body: { customer: ada.id } });
  expect(Number(next.body.data.number)).toBeGreaterThan(Number(order.number));
  const refused = await api.call(`/api/orders/${lost.storageId}`, { body: { customer: 'nobody' } });
  expect(refused.status).toBe(400);
  expect((await database().collection('deliveries').get()).size).toBe(1); // of the order before the backup
});

test('a storage that is there keeps its schema, rules and settings, unless they are asked for', async () => {
  const { orders } = await aShop();
  await declare(orders.id, { total: { type: 'number' } }, 'warn', 1);
  await allow(orders.id, [{ who: 'anyone', verbs: ['read'] }], 1);
  await updateStorage(api.services, { caller: admin, path: place(orders.id), change: { trashDays: 90, storageName: 'Renamed' } });
  const [hook] = (await endpointsAt(orders.id)).filter(({ url }) => url !== null);
  await database().doc(`endpoints/${hook?.id}`).delete();
  const order = { storages: [orders.id] };
  expect((await restore(order)).get(orders.id)).toMatchObject({ setup: [], gaps: [] });
  const asked = await restore({ ...order, setup: true, dryRun: true });
  expect(asked.get(orders.id)?.setup).toEqual(['settings', 'schema', 'access', 'endpoints']);
  expect(await storageAt(orders.id)).toMatchObject({ trashDays: 90, schema: { version: 2 }, access: { version: 2 } });
  const done = await restore({ ...order, setup: true });
  expect(done.get(orders.id)).toMatchObject({ setup: ['settings', 'schema', 'access', 'endpoints'], gaps: [{ key: 'restoreReceiver' }] });
  expect(await storageAt(orders.id)).toMatchObject({ trashDays: 7, storageName: 'Renamed', schema: { version: 3, state: 'arming' } });
  expect(await schemaAt(orders.id, 3)).toEqual(await schemaAt(orders.id, 1));
  expect(await rulesAt(orders.id, 3)).toEqual(await rulesAt(orders.id, 1));
  expect((await restore({ ...order, setup: true })).get(orders.id)).toMatchObject({ setup: [], gaps: [] });
});

test('beside, copies refer to each other, under ids and addresses of their own', async () => {
  const { customers, orders, order } = await aShop();
  const started = await restore({ place: 'beside' });
  const [copy, target] = [started.get(orders.id), started.get(customers.id)];
  if (!copy?.storageId || !target?.storageId) throw new Error('a copy is not made');
  expect(await schemaAt(copy.storageId)).toMatchObject({ fields: { customer: { storage: target.storageId } } });
  expect((await storageAt(copy.storageId)).history ?? 0).toBe(0);
  expect(await schemaAt(orders.id)).toMatchObject({ fields: { customer: { storage: customers.id } } });
  const [own, others] = [await endpointsAt(copy.storageId), await endpointsAt(orders.id)];
  expect(own.filter(({ id }) => others.some((other) => other.id === id))).toEqual([]);
  expect(await finished(copy)).toMatchObject({ changed: 1, kept: 0 });
  const key = (await storageAt(copy.storageId)).storageKey;
  expect((await api.call(`/api/${key}/${copy.storageId}/dataId/${order.id}`)).body.data.id).toBe(order.id);
});

test('secrets are told as missing, and without them nobody gets in who should not', async () => {
  const signIn: SignInInput = {
    signUp: 'open',
    providers: [{ id: 'google', kind: 'google', clientId: 'the-client', clientSecret: 'the-secret-of-google' }],
    hook: { url: 'https://hooks.example.com/sign-up', secret: 'a secret of the hook', onFailure: 'refuse' },
    teams: true,
    secondFactor: 'required',
    secondFactorFor: [[{ field: 'role', op: '=', value: ['admin', 'staff'] }], [{ field: 'createdAt', op: '<', value: '@now-7d' }]],
  };
  const users = await made('users', { signIn });
  await backedUp(api.services);
  expect(JSON.stringify(await api.services.store.backups.query())).not.toContain('secret-of-google');
  const kept = await restore({ setup: true });
  expect(kept.get(users.id)).toMatchObject({ setup: [], gaps: [] });
  await lose(users.id);
  const started = (await restore({})).get(users.id);
  expect(started?.gaps.map(({ field, key }) => [field, key])).toEqual([
    ['signIn.providers.google', 'restoreProvider'],
    ['signIn.hook', 'restoreSignUpHook'],
    ['signIn.teams', 'restoreTeams'],
    ['password', 'restorePasswords'],
  ]);
  expect((await storageAt(started?.storageId)).signIn).toMatchObject({ signUp: 'closed', providers: [], hook: null });
  expect(signInOf(await storageAt(started?.storageId)).secondFactorFor).toEqual(signIn.secondFactorFor);
});

test('what is refused today is told with its reason: a rule is left out, and a storage without its rules is closed', async () => {
  const notes = await made('notes');
  await database().doc('apiKeys/k1').set({ kind: 'scoped', tenantId: 't1', projectId: 'p1' });
  const ofKey = { who: { key: 'k1' }, verbs: ['read' as const] };
  await declare(notes.id, { to: { type: 'reference', storage: (await made('gone')).id } });
  await allow(notes.id, [ofKey, { who: 'signedIn', verbs: ['read'] }]);
  const alone = await made('alone');
  await allow(alone.id, [ofKey]);
  await backedUp(api.services);
  await database().doc('apiKeys/k1').delete();
  const gone = (await api.services.store.storages.query({ where: [['projectId', '==', 'p1']] })).rows.find(
    ({ data }) => data.storageKey === 'gone',
  );
  await lose(notes.id, alone.id, gone?.id ?? '');
  const started = await restore({ storages: [notes.id, alone.id] });
  const [some, none] = [started.get(notes.id), started.get(alone.id)];
  expect(some?.setup).toEqual(['settings', 'access']);
  expect(some?.gaps.map(({ key }) => key)).toEqual(['restoreSchema', 'schemaStorageUnknown', 'restoreRule', 'grantKey']);
  expect(await rulesAt(some?.storageId ?? '')).toEqual([{ who: 'signedIn', verbs: ['read'] }]);
  expect(none?.gaps.map(({ key }) => key)).toEqual(['restoreRules', 'grantKey']);
  expect(await rulesAt(none?.storageId ?? '')).toEqual([]);
});
