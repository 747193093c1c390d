import { type DataRecord, Grants, type Json } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { GrantCaller } from './grant-caller.ts';
import { resolved } from './resolved-grant.ts';
import { writeAccess } from './write-access.ts';

const caller = { keyId: 'user:ann', userId: 'ann', userRecord: { storageId: 'users-1', key: 'k1' } };
const who: GrantCaller = { caller, user: { id: 'ann', role: 'editor' }, now: 0 };

function accessBy(rules: unknown, storageId = 'notes-1', writer: GrantCaller = who) {
  const storage = { id: storageId, data: { storageKey: 'users', fields: {}, profile: { grams: true } } } as unknown as StorageRow; // what rules ask of it
  const grants = Grants.parse(rules).flatMap((grant) => resolved(writer, storage, grant) ?? []);
  const told: unknown[] = [];
  const access = writeAccess({
    grants,
    storage,
    who: writer,
    hiddenOf: ({ hidden }) => (hidden === true ? null : new Set()),
    tell: (verb, record, onWrite) => told.push([verb, record?.id ?? null, onWrite && [...onWrite.values()]]),
  });
  return { access, told };
}

const record = (fields: object) => ({ id: 'r1', createdAt: '', updatedAt: '', ...fields }) as DataRecord;
const rule = (part: object) => ({ who: 'signedIn', verbs: ['create', 'update', 'delete'], ...part });
const left = { code: 'permission-denied', message: 'The rules of this storage do not let you leave the record so.' };
const closed = (field: string) => ({ code: 'permission-denied', details: [expect.objectContaining({ field })] });

test('a rule lets a user delete others, and change but not delete the user’s own account', () => {
  const { access } = accessBy([rule({})], 'users-1');
  expect(() => access.reach('delete', record({ id: 'ann' }))).toThrow(expect.objectContaining({ code: 'permission-denied' }));
  expect([access.reach('update', record({ id: 'ann' })), access.reach('delete', record({ id: 'bob' }))]).toEqual([true, true]);
  expect(accessBy([rule({})]).access.reach('delete', record({ id: 'ann' }))).toBe(true);
});

test('a record that no rule lets be written is refused where it is seen, and else not there; both are told', () => {
  const { access, told } = accessBy([rule({ if: [{ field: 'a', value: 1 }] })]);
  expect(access.reach('update', record({ a: 1 }))).toBe(true);
  expect(() => access.reach('update', record({ a: 2 }))).toThrow(expect.objectContaining({ code: 'permission-denied' }));
  expect(access.reach('delete', record({ a: 2, hidden: true }))).toBe(false);
  expect(told).toEqual([
    ['update', 'r1', undefined],
    ['delete', 'r1', undefined],
  ]);
});

test('what a write leaves is refused by the field that each rule closes, else as a whole, and told by its verb', () => {
  const none = new Set<string>();
  const apart = accessBy([rule({ fields: { readOnly: ['b'] } }), rule({ after: [{ field: 'a', value: 1 }] })]);
  expect(() => apart.access.settle(record({ b: 1 }), record({ a: 2, b: 2 }), none)).toThrow(expect.objectContaining(left));
  const together = accessBy([rule({ fields: { readOnly: ['b', 'c'] } }), rule({ fields: { hidden: ['c', 'b'] } })]);
  expect(() => together.access.settle(record({ b: 1 }), record({ b: 2 }), none)).toThrow(expect.objectContaining(closed('b')));
  expect(() => together.access.settle(null, record({ b: 2 }), new Set(['b']))).toThrow(expect.objectContaining(closed('b')));
  together.access.settle(null, record({ b: 2 }), none); // a default
  expect([...apart.told, ...together.told]).toEqual([
    [
      'update',
      'r1',
      [
        { outcome: 'field', field: 'b' },
        { outcome: 'stored', at: [0, 0] },
      ],
    ],
    [
      'update',
      'r1',
      [
        { outcome: 'field', field: 'b' },
        { outcome: 'field', field: 'b' },
      ],
    ],
    [
      'create',
      null,
      [
        { outcome: 'field', field: 'b' },
        { outcome: 'field', field: 'b' },
      ],
    ],
  ]);
});

test('one rule carries the whole write: what one hides may not be named by another that what is left does not meet', () => {
  const { access } = accessBy([rule({ fields: { hidden: ['price'] } }), rule({ after: [{ field: 'tags', value: 'z' }] })]);
  const before = record({ price: 0, state: 'draft' });
  const after = record({ price: 0, state: 'live' });
  const save = (fields: Record<string, Json>) => {
    access.prepare(before, { fields });
    access.settle(before, after, new Set(Object.keys(fields)));
  };
  expect(() => save({ state: 'live', price: 0 })).toThrow(expect.objectContaining({ code: 'permission-denied' }));
  expect(() => save({ state: 'live' })).not.toThrow();
});

test('a write that each rule refuses names the first field that one closes', () => {
  const { access, told } = accessBy([rule({ fields: { readOnly: ['a'] } }), rule({ fields: { hidden: ['b', 'a'] } })]);
  expect(() => access.prepare(null, { fields: { a: 1 } })).toThrow(expect.objectContaining(closed('a')));
  expect(access.prepare(null, { fields: { a: null, c: 1 } })).toEqual({});
  expect(() => access.prepare(record({}), { fields: { b: 1, a: 1 } })).not.toThrow(); // what it leaves is asked of the first rule
  expect(told).toEqual([
    [
      'create',
      null,
      [
        { outcome: 'field', field: 'a' },
        { outcome: 'field', field: 'a' },
      ],
    ],
  ]);
});

test('a new record becomes its maker’s by a plain field, and by no id, path or value of its own', () => {
  const set = (owner: string, fields: Record<string, string>) => accessBy([rule({ who: { owner } })]).access.prepare(null, { fields });
  expect([set('userId', {}), set('author', { userId: 'x' })]).toEqual([{ userId: 'ann' }, { author: 'ann' }]);
  expect([set('userId', { userId: 'x' }), set('id', {}), set('meta.owner', {})]).toEqual([{}, {}, {}]);
  for (const by of ['signedIn', { role: 'editor' }]) expect(accessBy([rule({ who: by })]).access.prepare(null, { fields: {} })).toEqual({});
  expect(accessBy([rule({ who: { owner: 'owners' } })]).access.prepare(record({ owners: ['ann', 'bob'] }), { fields: {} })).toEqual({});
});

test('what a writer does not see is not named, whatever its value: nobody learns whether it was guessed', () => {
  const { access } = accessBy([rule({ fields: { readOnly: ['a'], writeOnce: ['b'], server: { by: '@user.id' } } })]);
  const unseen = record({ hidden: true, a: 1, b: 1, role: 'editor', c: 1 });
  const named = (name: string, value: Json) => () => access.prepare(unseen, { fields: { [name]: value } });
  for (const name of ['a', 'b', 'role'])
    for (const value of [1, 2, 'editor']) expect(named(name, value), `${name}=${value}`).toThrow(expect.objectContaining(closed(name)));
  expect(access.prepare(unseen, { fields: { c: 1 } })).toEqual({ by: 'ann' });
  const operations = new Map([['c', { $increment: 1 }]]) as never; // its value would be in the answer
  expect(() => access.prepare(unseen, { fields: {}, operations })).toThrow(expect.objectContaining(closed('c')));
  expect(access.prepare(record({ a: 1, b: 1, c: 1 }), { fields: { a: 1, b: 1, role: 'x' }, operations })).toEqual({ by: 'ann' });
});

test('fields that users never set are open to a key that does not see the record', () => {
  const key: GrantCaller = { caller: { keyId: 'k1' }, user: undefined, now: 0 };
  const { access } = accessBy([rule({ who: { key: '*' } })], 'notes-1', key);
  expect(access.prepare(record({ hidden: true }), { fields: { role: 'editor' } })).toEqual({});
});

test('what the server sets is named with that value alone, and no rule carries a write for which the caller has none', () => {
  const { access } = accessBy([rule({ fields: { server: { by: '@user.id' } } })]);
  expect(access.prepare(null, { fields: { by: 'ann' } })).toEqual({ by: 'ann' });
  expect(() => access.prepare(null, { fields: { by: 'bob' } })).toThrow(expect.objectContaining(closed('by')));
  const closing = accessBy([rule({ fields: { readOnly: ['by'], hidden: ['at'], server: { by: '@user.id', at: '@now' } } })]);
  const at = new Date(0).toISOString();
  expect(() => closing.access.settle(record({ by: 'bob', at: 'x' }), record({ by: 'ann', at }), new Set())).not.toThrow();
  expect(() => closing.access.settle(null, record({ by: 'bob', at }), new Set())).toThrow(expect.objectContaining(closed('by')));
  const without = accessBy([rule({ fields: { server: { team: '@user.team' } } })]);
  expect(() => without.access.prepare(null, { fields: {} })).toThrow(expect.objectContaining(closed('team')));
});
