import { isDeepStrictEqual } from 'node:util';
import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import type { Request } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { pryingCalls } from '../../../test/prying-calls.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

/** Twins are two storages that look the same to Ann. They differ in what rules hide from her, and so must no answer. */
const { api, ann, bob, save } = await rulesWorld();
afterAll(() => api.stop());

type Place = Awaited<ReturnType<typeof api.storage>>;

const hidden = ['secret', 'pin', 'home', 'boss'];
const rulesWhere = (condition: object) => [
  { who: 'signedIn', verbs: ['list', 'read'], if: [condition], fields: { hidden } },
  { who: { owner: 'userId' }, verbs: ['list', 'read', 'create', 'update', 'delete'], fields: { hidden, readOnly: ['state'] } },
];
const fields = {
  title: { type: 'text' },
  state: { type: 'text' },
  open: { type: 'boolean' },
  n: { type: 'number' },
  userId: { type: 'text' },
  secret: { type: 'text' },
  pin: { type: 'integer' },
  home: { type: 'geo' },
};

/** Hidden fields of the first and the second of twins. */
const hiddenValues = [
  (at: number) => ({ secret: `zebra ${at}`, pin: at, home: { lat: -10, lng: at } }),
  (at: number) => ({ secret: `walrus title ${9 - at}`, pin: 100 - at, home: { lat: 52.5, lng: 13.4 + at / 100 }, boss: 'out-0' }),
];
const outOfReach = [
  Array.from({ length: 3 }, (_, at) => ({ title: 'title 9', n: 40 + at })),
  Array.from({ length: 7 }, (_, at) => ({ title: `title ${at}`, n: at })),
];

async function twin(which: 0 | 1, name: string, rules: object[], crowd = 0): Promise<Place> {
  const place = await api.storage(`${name}${which}`, { is_softDelete: true, history: 30 });
  const schema = StorageSchema.parse({
    fields: { ...fields, boss: { type: 'reference', storage: place.id }, next: { type: 'reference', storage: place.id } },
    totals: [{ by: ['title'] }, { by: ['userId'], sum: ['pin'] }],
  });
  const path = { projectId: 'p1', storageId: place.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'enforce' } });
  const put = async (id: string, body: object) =>
    expect([id, (await api.call(`${place.path}/dataId/${id}?upsert=true`, { method: 'PUT', body })).status]).toEqual([id, 201]);
  const patch = (id: string, body: object) => api.call(`${place.path}/dataId/${id}`, { method: 'PATCH', body });
  for (const [at, record] of (outOfReach[which] ?? []).entries())
    await put(`out-${at}`, { ...record, open: false, userId: bob.id, secret: 'zebra' });
  if (crowd > 0) await api.call(place.path, { body: Array.from({ length: crowd }, () => ({ title: 'title 1', open: false, n: 2 })) });
  for (let at = 0; at < 6; at += 1) {
    const shown = { title: `title ${at % 3}`, n: at, open: at < 4, userId: at < 4 ? 'nobody' : ann.id };
    await put(`shown-${at}`, { ...shown, ...hiddenValues[which]?.(at) });
  }
  if (which === 1) for (let at = 0; at < 6; at += 1) await patch(`out-${at}`, { next: `shown-${at}` });
  // A reference to a record out of reach tells its id, and nothing else.
  await patch('shown-0', { next: 'out-0' });
  await patch('shown-1', { next: 'shown-2' });
  await api.call(`${place.path}/dataId/out-1`, { method: 'DELETE' });
  if (which === 1) await api.call(`${place.path}/dataId/out-2`, { method: 'DELETE' });
  await save(place, rules);
  return place;
}

/** An answer without what no two calls have in common. */
async function answer(place: Place, path: string, more: Request = {}) {
  const url = path.startsWith('/api') ? path : `${place.path}${path.replaceAll('TWIN', place.path.split('/').at(-2) ?? '')}`;
  const body = more.body && JSON.parse(JSON.stringify(more.body).replaceAll('STORAGE', place.id));
  const { status, text, headers } = await api.call(url, { bearer: ann.bearer, ...more, ...(body && { body }) });
  const kept = [...headers].filter(
    ([name]) => !/^(?:date|content-disposition|x-request-id|x-ratelimit|ratelimit|etag|content-length)/.test(name),
  );
  const plain = text
    .replaceAll(place.id, 'STORAGE')
    .replace(/"requestId":"[^"]+"/, '')
    .replaceAll(/twin\d+x\d/g, 'twin')
    .replaceAll(/"(?:act|job|createdAt|updatedAt|nextCursor|cursor|deletedAt|at|validFrom|validTo)":"[^"]*"/g, '""');
  return { status, text: plain, kept };
}

const indexed = rulesWhere({ field: 'open', value: true });
const walked = rulesWhere({ field: 'open', op: '!=', value: false });

test.each([
  ['of which an index finds the records', indexed, 0, pryingCalls],
  ['that are looked at record by record', walked, 150, pryingCalls.filter(([, more]) => more === undefined)],
])(
  'what rules %s hide from somebody changes no answer',
  async (_, rules, crowd, asked) => {
    const [first, second] = [await twin(0, `twin${crowd}x`, rules), await twin(1, `twin${crowd}x`, rules, crowd)];
    const leaks: unknown[] = [];
    for (const [path, more] of asked) {
      const told = [await answer(first, path, more), await answer(second, path, more)];
      if (!isDeepStrictEqual(told[0], told[1])) leaks.push({ path, more, told });
    }
    expect(leaks).toEqual([]);
  },
  300_000,
);

test('by cursors as many pages follow as there are records to see', async () => {
  const pages = async (place: Place) => {
    const titles: unknown[] = [];
    let cursor: unknown = '';
    do {
      const { body } = await api.call(`${place.path}?sortBy=title&sortOrder=asc&limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`, {
        bearer: ann.bearer,
      });
      titles.push((body.data as { title: string }[]).map(({ title }) => title));
      cursor = (body.pagination as { nextCursor?: string }).nextCursor;
    } while (cursor);
    return titles;
  };
  const told = [await pages(await twin(0, 'paged', indexed)), await pages(await twin(1, 'paged', indexed))];
  expect(told[0]).toHaveLength(3);
  expect(told[0]).toEqual(told[1]);
});
