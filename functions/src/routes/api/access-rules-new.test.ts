import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

const { api, ann, bob, save } = await rulesWorld();
afterAll(() => api.stop());

type Place = Awaited<ReturnType<typeof api.storage>>;
const make = (place: Place, body: object) => api.call(place.path, { bearer: ann.bearer, body });
const stored = async (place: Place, id: unknown) => (await api.call(`${place.path}/dataId/${String(id)}`)).body.data;

test('what the schema sets in a new record is nobody’s write: fields may be hidden or closed and have defaults', async () => {
  const place = await api.storage('todos');
  const schema = StorageSchema.parse({
    fields: {
      title: { type: 'text' },
      state: { type: 'text', default: 'open' },
      secret: { type: 'text', default: 'x' },
      at: { type: 'dateTime', defaultFrom: 'now' },
      nr: { type: 'integer', computed: 'counter' },
      by: { type: 'text', computed: 'createdBy' },
      about: { type: 'reference', storage: place.id },
    },
  });
  const path = { projectId: 'p1', storageId: place.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'enforce' } });
  const fields = { hidden: ['secret', 'nr'], readOnly: ['state', 'at', 'by', 'userId'] };
  await save(place, [{ who: { owner: 'userId' }, verbs: ['list', 'read', 'create', 'update'], fields }]);
  const made = await make(place, { title: 'x' });
  expect([made.status, made.body.data]).toEqual([201, expect.objectContaining({ title: 'x', state: 'open', userId: ann.id })]);
  expect(Object.keys(made.body.data)).not.toContain('secret');
  expect((await make(place, { title: 'y', about: made.body.data.id })).status).toBe(201); // written in a transaction
  expect(await stored(place, made.body.data.id)).toMatchObject({ secret: 'x', state: 'open', nr: '1' });
  expect((await make(place, { title: 'z', state: null })).status).toBe(201); // nothing is no value of one's own
  for (const body of [{ state: 'done' }, { state: 'open' }, { secret: 'x' }, { at: '2026-01-01T00:00:00Z' }, { userId: bob.id }])
    expect([body, (await make(place, body)).status]).toEqual([body, 403]);
  const change = { bearer: ann.bearer, method: 'PATCH', body: { state: 'done' } };
  expect((await api.call(`${place.path}/dataId/${made.body.data.id}`, change)).status).toBe(403);
});

test('a field that one rule closes is not let in by that rule’s conditions on what is stored', async () => {
  const place = await api.storage('apart');
  await api.call(place.path, { body: { pin: 'x', state: 'x' } });
  const stateIs = (value: string) => [{ field: 'state', value }];
  await save(place, [
    { who: 'signedIn', verbs: ['create'], after: stateIs('draft'), fields: { hidden: ['pin'] } },
    { who: 'signedIn', verbs: ['create'], after: stateIs('live') },
  ]);
  expect((await make(place, { state: 'draft' })).status).toBe(201);
  expect((await make(place, { state: 'live', pin: '1' })).status).toBe(201);
  expect((await make(place, { state: 'draft', pin: '1' })).status).toBe(403);
});

test('an owner within an object is named by whoever makes the record', async () => {
  const place = await api.storage('inner');
  await api.call(place.path, { body: { meta: { owner: 'x' } } });
  await save(place, [{ who: { owner: 'meta.owner' }, verbs: ['read', 'create'] }]);
  const made = await make(place, { meta: { owner: ann.id } });
  expect([made.status, Object.keys(made.body.data)]).toEqual([201, expect.not.arrayContaining(['meta.owner', 'userId'])]);
  expect((await make(place, { meta: { owner: bob.id } })).status).toBe(403);
  expect((await make(place, { title: 'x' })).status).toBe(403);
});
