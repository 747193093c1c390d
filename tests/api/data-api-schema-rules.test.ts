import type { SchemaField } from '@bedplate/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { aDeclaredStorage, declare, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject, keysOf } from '../support/personas.ts';

/** An enforced schema and what it lets through, by the data API of the whole product. */

let admin: Admin;
let projectId = '';
let posts: DeclaredStorage;
let authors: DeclaredStorage;
let notes: DeclaredStorage;
let codes: DeclaredStorage;

const of = (storage: DeclaredStorage, more: Partial<SchemaField> = {}): SchemaField => ({
  type: 'reference',
  storage: storage.storageId,
  ...more,
});

/** A switch to enforce takes half a minute: all of them at once. */
beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
  const make = (
    storageKey: string,
    fields: Record<string, SchemaField>,
    more: { unique?: { fields: string[]; ignoreCase?: boolean }[] } = {},
  ) => aDeclaredStorage(admin, { projectId, storageKey, state: 'enforce', fields, ...more });
  authors = await make('authors', { name: { type: 'text', required: true } });
  posts = await make('posts', {
    title: { type: 'text', required: true },
    author: of(authors, { onDelete: 'cascade' }),
    editor: of(authors, { onDelete: 'clear' }),
    owner: of(authors, { onDelete: 'refuse' }),
  });
  notes = await make('notes', {
    flag: { type: 'boolean', required: true },
    n: { type: 'number', required: true, default: 7 },
    text: { type: 'text', required: true },
    price: { type: 'decimal', scale: 2 },
    at: { type: 'dateTime', zone: 'Europe/Berlin' },
  });
  codes = await make(
    'codes',
    { code: { type: 'decimal' }, name: { type: 'text' }, a: { type: 'text' }, b: { type: 'text' } },
    { unique: [{ fields: ['code'] }, { fields: ['name'], ignoreCase: true }, { fields: ['a', 'b'] }] },
  );
  for (const { console: path } of [authors, posts, notes, codes])
    await vi.waitUntil(async () => (await stateOf(path)) === 'enforce', { timeout: 90_000, interval: 1000 });
});

const stateOf = async (path: string) =>
  (await mustCall<{ data: { state: string } }>({ path: `${path}/schema`, token: admin.token })).data.state;
const detailsOf = ({ body }: { body: { error?: unknown } }) => (body.error as { details?: { field: string; message: string }[] })?.details;
const idOf = ({ body }: { body: { data: Record<string, unknown> } }) => String(body.data.id);

describe('a schema', () => {
  test('takes 0, false and the empty text for values, and refuses null and what is missing', async () => {
    expect(await notes.send({ flag: false, n: 0, text: '' })).toMatchObject({
      status: 201,
      body: { data: { flag: false, n: 0, text: '' } },
    });
    expect(await notes.send({ flag: true, text: 'x' })).toMatchObject({ status: 201, body: { data: { n: 7 } } });
    const refused = await notes.send({ flag: null, n: null });
    expect([refused.status, detailsOf(refused)?.map(({ field }) => field)]).toEqual([400, ['flag', 'n', 'text']]);
  });

  test.each([
    ['price', '1.234'],
    ['price', '1,5'],
    ['at', '2026-03-29T02:30'],
    ['at', '2026-02-30T10:00Z'],
    ['at', '2026-03-28T24:00:00Z'],
    ['at', '2026-03-28T23:59:60Z'],
    ['at', '2026-03-28'],
  ])('refuses %s of %s by name, also in the console, and the value before stays', async (field, value) => {
    const { id } = (await notes.add([{ flag: true, text: 'kept', price: '1.50', at: '2026-10-25T02:30' }]))[0] ?? { id: '' };
    const form = await call({ method: 'PUT', path: `${notes.console}/item/${id}`, token: admin.token, body: { data: { [field]: value } } });
    for (const refused of [
      await notes.send({ flag: true, text: 'new', [field]: value }),
      await notes.send({ [field]: value }, `/dataId/${id}`, 'PATCH'),
      form,
    ])
      expect([refused.status, detailsOf(refused)]).toMatchObject([400, [{ field }]]);
    expect(await notes.list(`id=${id}`)).toMatchObject([{ price: '1.50', at: '2026-10-25T02:30' }]);
  });

  test('that contradicts itself is refused by the place, and the one before stays', async () => {
    const read = async () => (await mustCall<{ data: object }>({ path: `${notes.console}/schema`, token: admin.token })).data;
    const before = await read();
    const place = { projectId, storageId: notes.storageId, version: 1 };
    for (const [fields, field] of [
      [{ n: { type: 'number', default: 'seven' } }, 'fields.n.default'],
      [{ n: { type: 'integer', default: 1.5 } }, 'fields.n.default'],
      [{ n: { type: 'number', min: 5, max: 1 } }, 'fields.n.min'],
      [{ n: { type: 'text', pattern: '(' } }, 'fields.n.pattern'],
      [{ n: { type: 'reference', storage: 'nobody' } }, 'fields.n.storage'],
    ] as const) {
      const refused = await declare(admin, { ...place, fields: fields as unknown as Record<string, SchemaField> });
      expect([field, refused.status, detailsOf(refused)]).toMatchObject([field, 400, [{ field }]]);
    }
    expect(await read()).toEqual(before);
  });

  test('that two people change at once is changed by one', async () => {
    const { storageId } = await aDeclaredStorage(admin, { projectId, storageKey: 'shared' });
    const change = (name: string) => declare(admin, { projectId, storageId, fields: { [name]: { type: 'text' } } });
    const answers = await Promise.all(['a', 'b', 'c'].map(change));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('refuses a circle of cascades, to itself too', async () => {
    const loop = await aDeclaredStorage(admin, { projectId, storageKey: 'loop' });
    const self = await declare(admin, { projectId, storageId: loop.storageId, fields: { up: of(loop, { onDelete: 'cascade' }) } });
    expect([self.status, detailsOf(self)]).toMatchObject([400, [{ field: 'fields.up.onDelete' }]]);
    const circle = await declare(admin, {
      projectId,
      storageId: authors.storageId,
      version: 1,
      state: 'enforce',
      fields: { name: { type: 'text' }, best: of(posts, { onDelete: 'cascade' }) },
    });
    expect([circle.status, detailsOf(circle)]).toMatchObject([400, [{ field: 'fields.best.onDelete' }]]);
  });
});

describe('unique values', () => {
  test('are compared by their meaning; the refusal names the fields', async () => {
    await codes.add([{ code: '12.50', name: 'straße' }]);
    for (const [record, field] of [
      [{ code: 12.5 }, 'code'],
      [{ code: '0012.500' }, 'code'],
      [{ name: 'STRASSE' }, 'name'],
      [{ name: 'STRAẞE' }, 'name'],
    ] as const) {
      const refused = await codes.send(record);
      expect([refused.status, detailsOf(refused)]).toMatchObject([409, [{ field }]]);
    }
    expect((await codes.send({ code: '12.51', name: 'strase' })).status).toBe(201);
  });

  test('over two fields do not meet records that lack one of them', async () => {
    expect((await codes.send({ a: 'x', b: null })).status).toBe(201);
    expect((await codes.send({ a: 'x', b: null })).status).toBe(201);
    expect((await codes.send({ a: 'x', b: '' })).status).toBe(201);
    const refused = await codes.send({ a: 'x', b: '' });
    expect([refused.status, detailsOf(refused)?.map(({ field }) => field)]).toEqual([409, ['a', 'b']]);
  });

  test('stay taken in the trash, which the refusal says, until the record is deleted for good', async () => {
    const { id } = (await codes.add([{ name: 'in the trash' }]))[0] ?? { id: '' };
    await codes.ask(`/dataId/${id}`, 'DELETE');
    const refused = await codes.send({ name: 'In The Trash' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('trash')]);
    await codes.ask(`/dataId/${id}?permanent=true`, 'DELETE');
    expect((await codes.send({ name: 'In The Trash' })).status).toBe(201);
  });

  test('are exchanged by two records of one batch', async () => {
    const [one, two] = await codes.add([{ name: 'left' }, { name: 'right' }]);
    const write = (id = '', name = '') => ({ op: 'update', storageId: codes.storageId, id, data: { name } });
    const body = { writes: [write(one?.id, 'right'), write(two?.id, 'left')] };
    expect((await call({ path: '/api/batch', ...keysOf(admin, projectId), body })).status).toBe(200);
    expect((await codes.send({ name: 'left' })).status).toBe(409);
  });

  test('of fifty writers at once one gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => codes.send({ code: '77' })));
    const counts = [201, 409, 503].map((status) => answers.filter((answer) => answer.status === status).length);
    expect([counts[0], (counts[1] ?? 0) + (counts[2] ?? 0)]).toEqual([1, 49]);
    expect(await codes.list('code=77')).toHaveLength(1);
  });
});

describe('references', () => {
  const anAuthor = async (name: string) => idOf(await authors.send({ name }));

  test('to nothing and into the trash are refused', async () => {
    const gone = await anAuthor('gone');
    await authors.ask(`/dataId/${gone}`, 'DELETE');
    for (const id of ['0'.repeat(20), gone, '']) {
      const refused = await posts.send({ title: 'x', author: id });
      expect([refused.status, detailsOf(refused)]).toMatchObject([400, [{ field: 'author' }]]);
    }
  });

  test('twenty records with three authors are expanded at three reads', async () => {
    const ids = await Promise.all(['Ada', 'Grace', 'Lin'].map(anAuthor));
    await posts.add(Array.from({ length: 20 }, (_, i) => ({ title: `expanded ${i}`, author: ids[i % 3] })));
    const { body } = await posts.ask('?title~expanded&limit=20&expand=author(fields=name)&explain=true');
    expect(body).toMatchObject({ explain: { expand: [{ reads: 3 }] } });
    expect(new Set(body.data.map(({ expand }) => (expand as { author: { name: string } }).author.name))).toEqual(
      new Set(['Ada', 'Grace', 'Lin']),
    );
  });

  test('an author that others need stays; one that none needs takes along what cascades, and one restore brings all back', async () => {
    const [kept, left] = [await anAuthor('kept'), await anAuthor('left')];
    await posts.add([{ title: 'mine', owner: kept }]);
    expect(await authors.ask(`/dataId/${kept}`, 'DELETE')).toMatchObject({ status: 409 });
    for (let part = 0; part < 6; part += 1)
      await posts.add(Array.from({ length: 100 }, (_, i) => ({ title: `follows ${part * 100 + i}`, author: left })));
    await posts.add([{ title: 'stays', editor: left }]);
    expect((await authors.ask(`/dataId/${left}`, 'DELETE')).status).toBe(200);
    const counted = async (query: string) => (await posts.ask(`/count?${query}`)).body.data;
    expect(await counted('title~follows')).toMatchObject({ count: 0 });
    expect(await posts.list('title=stays')).toMatchObject([{ editor: null }]);
    expect((await authors.ask(`/dataId/${left}/restore`, 'POST')).status).toBe(200);
    expect(await counted('title~follows')).toMatchObject({ count: 600 });
    expect(await posts.list('title=stays')).toMatchObject([{ editor: left }]);
  });

  test('where a delete and a new reference race, one of them fails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await anAuthor(`raced ${round}`);
      const [made, deleted] = await Promise.all([posts.send({ title: 'raced', owner: id }), authors.ask(`/dataId/${id}`, 'DELETE')]);
      const isLeft = (await authors.list(`id=${id}`)).length === 1;
      expect([made.status < 300, deleted.status < 300, isLeft]).toEqual(isLeft ? [true, false, true] : [false, true, false]);
    }
  });
});
