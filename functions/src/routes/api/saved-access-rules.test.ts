import { Grants, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { readAccess, saveAccess, tryAccess } from '../../domain/grants/save-access.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';
import { updateStorage } from '../../domain/storages/storages.ts';

let api: ApiServer;
let notes: Place;

type Place = Awaited<ReturnType<ApiServer['storage']>>;

beforeAll(async () => {
  api = await startApi();
  await api.storage('users');
  notes = await api.storage('notes');
  await api.call(notes.path, { body: { title: 'x' } });
  await save(notes, [{ who: 'signedIn', verbs: ['read'] }]);
});
afterAll(() => api.stop());

function save({ id }: Pick<Place, 'id'>, grants: unknown, change: { version?: number } = {}) {
  const path = { projectId: 'p1', storageId: id };
  return saveAccess(api.services, admin, { path, change: { version: 0, ...change, grants: Grants.parse(grants) } });
}

test('an empty list of conditions is refused at its place, and the old rules stay', async () => {
  const place = await api.storage('sparse');
  await api.call(place.path, { body: { title: 'x' } });
  const all = { who: 'signedIn', verbs: ['list', 'read', 'update'] };
  const title = { field: 'title', value: 'x' };
  const faults: [object, string][] = [
    [{ if: [] }, 'grants[0].if'],
    [{ if: [[]] }, 'grants[0].if'],
    [{ if: [[title], []] }, 'grants[0].if[1]'],
    [{ after: [[], [title]] }, 'grants[0].after[0]'],
  ];
  for (const [part, field] of faults) {
    const refused = { status: 400, details: [{ field, message: expect.stringContaining('An empty list of conditions') }] };
    await expect(save(place, [{ ...all, ...part }])).rejects.toMatchObject(refused);
    const trial = { grants: Grants.parse([{ ...all, ...part }]) };
    await expect(tryAccess(api.services, admin, { path: { projectId: 'p1', storageId: place.id }, trial })).rejects.toMatchObject(refused);
  }
  const { version } = await readAccess(api.services, admin, { projectId: 'p1', storageId: place.id });
  expect(version).toBe(0);
  expect((await save(place, [{ ...all, if: [title], after: [] }])).version).toBe(1); // whatever a write leaves
});

test('each fault of a rule is told at its place, and what is none is saved', async () => {
  const priced = await api.storage('priced');
  const path = { projectId: 'p1', storageId: priced.id };
  const schema = StorageSchema.parse({
    fields: { title: { type: 'text' }, price: { type: 'number' }, team: { type: 'text' }, day: { type: 'date' } },
  });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  await api.call(priced.path, { body: { title: 'x', price: 5, team: 't', day: '2026-05-01', address: { city: 'Ulm' } } });
  const rule = (part: object) => ({ who: 'signedIn', verbs: ['read'], ...part });
  const term = (field: string, op: string, value: unknown) => rule({ if: [{ field, op, value }] });
  const faults: [object, string, string][] = [
    [term('nosuch', '=', 1), 'grants[0].if[0][0].field', 'grantField'],
    [rule({ after: [{ field: 'nosuch', value: 1 }] }), 'grants[0].after[0][0].field', 'grantField'],
    [term('price', '=', 'cheap'), 'grants[0].if[0][0].value', 'grantValue'],
    [term('createdAt', '<', 'soon'), 'grants[0].if[0][0].value', 'grantValue'],
    [rule({ who: { owner: 'nosuch' } }), 'grants[0].who.owner', 'grantField'],
    [rule({ who: { owner: 'id' } }), 'grants[0].who.owner', 'grantOwnId'],
    ...['nosuch', 'id', 'createdAt'].map((team): [object, string, string] => [rule({ who: { team } }), 'grants[0].who.team', 'grantField']),
    [rule({ who: { team: 'team' } }), 'grants[0]', 'grantTeamsOff'],
    [rule({ who: { key: 'nosuch' } }), 'grants[0].who.key', 'grantKey'],
    [term('title', '=', '@user.nick'), 'grants[0]', 'grantUserField'],
    [rule({ after: [{ field: 'title', value: ['x', '@user.nick'] }] }), 'grants[0]', 'grantUserField'],
    [rule({ fields: { server: { title: '@user.nick' } } }), 'grants[0]', 'grantUserField'],
    [rule({ fields: { server: { nosuch: 1 } } }), 'grants[0].fields.server.nosuch', 'grantField'],
    [rule({ fields: { server: { price: '@now' } } }), 'grants[0].fields.server.price', 'grantServer'],
    ...['hidden', 'readOnly', 'writeOnce'].map((kind): [object, string, string] => [
      rule({ fields: { [kind]: ['title', 'nosuch'] } }),
      `grants[0].fields.${kind}[1]`,
      'grantField',
    ]),
  ];
  for (const [grant, field, key] of faults)
    await expect(save(priced, [grant]).catch(({ details: [first] }) => first)).resolves.toMatchObject({ field, key });
  await expect(save(priced, [term('price', '=', 'cheap')])).rejects.toThrow(
    'price has the type number. It is compared with values of this',
  );
  const lists = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ who: 'anyone', verbs: ['list'], if: [{ field: 'price', value: i }] }));
  await expect(save(priced, lists(21))).rejects.toMatchObject({ details: [{ field: 'grants', key: 'grantWalks' }] });
  const fine = [
    term('price', '~', 'a part'),
    term('id', '=', 'any-id'),
    term('id', '!=', '@user.id'),
    term('userId', '=', '@user.id'),
    term('price', '=', '@user.credits'),
    term('createdAt', '<', '@now-7d'),
    term('address.city', '=', 'Ulm'),
    rule({ who: { owner: 'title' }, fields: { hidden: ['address'] } }),
    rule({ who: { role: 'editor' } }),
    rule({ fields: { server: { day: '@now', price: 1, team: '@user.id', title: null } } }),
    rule({ verbs: ['read', 'update'], if: [[{ field: 'title', value: 'x' }], [{ field: 'price', value: 1 }]] }),
    ...lists(20),
  ];
  expect((await save(priced, fine)).version).toBe(1);
});

test('rules are not undone beside them: no other access, and no storage of users of it or out of it', async () => {
  const [place, people] = [await api.storage('ruled'), await api.storage('people', { storageKey: 'users' })];
  const change = (storageId: string, wanted: object) =>
    updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, change: wanted });
  for (const { id } of [place, people]) await save({ id }, [{ who: 'anyone', verbs: ['read'] }]);
  const refused = (field: string) => ({ status: 409, details: [{ field }] });
  await expect(change(place.id, { endUserAccess: { read: 'all', write: 'all' } })).rejects.toMatchObject(refused('endUserAccess'));
  await expect(change(people.id, { storageKey: 'people' })).rejects.toMatchObject(refused('storageKey'));
  expect((await change(place.id, { endUserAccess: { read: 'none', write: 'none' }, storageName: 'Same' })).storageName).toBe('Same');
});

test('rules are not saved where the storage holds users, has other rules or is archived since they were checked', async () => {
  const refused = { conflict: { status: 409, details: [{ field: 'version' }] }, gone: { status: 404 } };
  const saveAfter = async (storageId: string, happens: () => Promise<unknown>) => {
    const transaction = async (work: never) => {
      await happens();
      return api.services.store.transaction(work);
    };
    const services = Object.create(api.services, {
      store: { value: Object.create(api.services.store, { transaction: { value: transaction } }) },
    });
    const path = { projectId: 'p2', storageId };
    return saveAccess(services, admin, { path, change: { version: 0, grants: Grants.parse([{ who: 'anyone', verbs: ['read'] }]) } });
  };
  const place = (name: string) => api.storage(name, { projectId: 'p2' });
  const change = (storageId: string, wanted: object) =>
    updateStorage(api.services, { caller: admin, path: { projectId: 'p2', storageId }, change: wanted });
  const archive = (id: string) => databaseOf(api.services.store).doc(`storages/${id}`).update({ archived: true });
  const [people, twice, old] = [await place('people'), await place('twice'), await place('old')];
  await expect(saveAfter(people.id, () => change(people.id, { storageKey: 'users' }))).rejects.toMatchObject(refused.conflict);
  await expect(saveAfter(twice.id, () => saveAfter(twice.id, async () => undefined))).rejects.toMatchObject(refused.conflict);
  await expect(saveAfter(old.id, () => archive(old.id))).rejects.toMatchObject(refused.gone);
  expect((await readAccess(api.services, admin, { projectId: 'p2', storageId: people.id })).version).toBe(0);
});

test('rules that cannot be meant leave the old ones as they are', async () => {
  const place = { projectId: 'p1', storageId: notes.id };
  const wrong: [unknown, string][] = [
    [{ who: 'anyone', verbs: ['read'], if: [{ field: 'nosuch', value: 1 }] }, 'has a field nosuch'],
    [{ who: 'anyone', verbs: ['read'], fields: { hidden: ['nosuch'] } }, 'has a field nosuch'],
    [{ who: { owner: 'nosuch' }, verbs: ['read'] }, 'has a field nosuch'],
    [{ who: { owner: 'id' }, verbs: ['read'] }, 'Only in a users storage'],
    [
      { who: 'signedIn', verbs: ['read'], if: [{ field: 'title', value: '@user.nickname' }] },
      'App users can change their own field nickname',
    ],
    [{ who: 'signedIn', verbs: ['read'], if: [{ field: 'createdAt', op: '>', value: 'soon' }] }, 'createdAt has the type dateTime'],
    [{ who: { key: 'nobody' }, verbs: ['read'] }, 'no named key'],
    [{ who: 'anyone', verbs: ['list'], if: Array.from({ length: 20 }, () => [{ field: 'title', value: 'x' }]) }, ''],
  ];
  for (const [grant, message] of wrong.slice(0, -1))
    await expect(save(notes, [grant], { version: 1 })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(message),
    });
  await expect(save(notes, [wrong.at(-1)?.[0], { who: 'anyone', verbs: ['list'] }], { version: 1 })).rejects.toMatchObject({
    message: expect.stringContaining('more than 20 sets'),
  });
  await expect(save(notes, [])).rejects.toMatchObject({ code: 'conflict' });
  expect((await readAccess(api.services, admin, place)).version).toBe(1);
});
