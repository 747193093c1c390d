import { SavedViewInput, StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../records/schema/save-schema.ts';
import { fieldUses } from './field-uses.ts';
import { addSavedView } from '../storages/saved-views.ts';

const { api, users, save } = await rulesWorld();
afterAll(() => api.stop());

const shown = { search: '', where: '', startDate: '', endDate: '', limit: 20, sort: null, deleted: false, hidden: [], order: ['state'] };
const at = ({ id }: { id: string }) => ({ projectId: 'p1', storageId: id });
const uses = (storage: { id: string }, field: string) => fieldUses(api.services, { caller: admin, path: at(storage), field });

test('rules, saved views, unique rules, totals and references that name a field are told, and nothing else', async () => {
  const authors = await api.storage('authors');
  const posts = await api.storage('posts');
  const schema = StorageSchema.parse({
    fields: {
      state: { type: 'text' },
      slug: { type: 'text' },
      price: { type: 'integer' },
      author: { type: 'reference', storage: authors.id, onDelete: 'clear' },
      place: { type: 'json' },
      free: { type: 'text' },
    },
    unique: [{ fields: ['slug', 'state'] }],
    totals: [{ by: ['state'], sum: ['price'] }],
  });
  await saveSchema(api.services, { caller: admin, path: at(posts), change: { version: 0, schema, state: 'learn' } });
  await api.call(posts.path, { body: { place: { city: 'Ulm' } } });
  await save(posts, [
    { who: 'signedIn', verbs: ['list'], if: [{ field: 'place.city', value: 'Ulm' }] },
    {
      who: { owner: 'author' },
      verbs: ['update'],
      after: [{ field: 'state', value: 'draft' }],
      fields: { readOnly: ['slug'], server: { price: 1 } },
    },
  ]);
  const views: [string, object][] = [
    ['Sorted', { sort: { field: 'state', order: 'asc' } }],
    ['Filtered', { where: 'or=(price<5,place.city=Ulm)' }],
    ['Narrow', { hidden: ['slug'] }],
    ['Plain', {}],
  ];
  for (const [name, part] of views)
    await addSavedView(api.services, admin, { path: at(posts), input: SavedViewInput.parse({ name, view: { ...shown, ...part } }) });
  const rule = (number: number) => ({ kind: 'rule', number, storage: null });
  const unique = { kind: 'unique', fields: ['slug', 'state'] };
  const total = { kind: 'total', by: ['state'], sum: ['price'] };
  expect(await uses(posts, 'state')).toEqual([rule(2), { kind: 'view', name: 'Sorted' }, unique, total]);
  expect(await uses(posts, 'slug')).toEqual([rule(2), { kind: 'view', name: 'Narrow' }, unique]);
  expect(await uses(posts, 'price')).toEqual([rule(2), { kind: 'view', name: 'Filtered' }, total]);
  expect(await uses(posts, 'place')).toEqual([rule(1), { kind: 'view', name: 'Filtered' }]);
  expect(await uses(posts, 'author')).toEqual([rule(2), { kind: 'reference', storage: 'My authors' }]);
  expect(await uses(posts, 'free')).toEqual([]);
});

test('of a field of the app users, rules of other storages that ask for it are told', async () => {
  const place = await api.storage('rooms');
  await databaseOf(api.services.store)
    .doc(`storages/${users.id}`)
    .update({ endUserAccess: { read: 'none', write: 'none', readOnly: ['role', 'floor'] } });
  await api.call(place.path, { body: { level: 1 } });
  await save(place, [
    { who: { role: 'editor' }, verbs: ['list'] },
    { who: 'signedIn', verbs: ['list'], if: [{ field: 'level', value: ['@user.floor', 9] }] },
  ]);
  const rule = (number: number) => ({ kind: 'rule', number, storage: 'My rooms' });
  expect(await uses(users, 'role')).toEqual([rule(1), { kind: 'closed' }]);
  expect(await uses(users, 'floor')).toEqual([rule(2), { kind: 'closed' }]);
  expect(await uses(users, 'name')).toEqual([]);
});

test('a storage of another account is not there', async () => {
  const foreign = await api.storage('theirs', { tenantId: 't2', projectId: 'p2' });
  await expect(
    fieldUses(api.services, { caller: admin, path: { projectId: 'p2', storageId: foreign.id }, field: 'a' }),
  ).rejects.toMatchObject({ code: 'not-found' });
});
