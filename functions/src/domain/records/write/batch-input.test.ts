import { limits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { BatchInput } from './batch-input.ts';

const update = { op: 'update', storageKey: 'notes', id: 'r1', data: { n: 1 } };

test('a batch names the storage, the record and the change of each write', () => {
  expect(BatchInput.safeParse({ writes: [update, { op: 'create', storageId: 's1', data: {} }] }).success).toBe(true);
});

test.each([
  ['no write', []],
  ['too many', Array.from({ length: limits.batchWrites + 1 }, () => update)],
  ['no storage', [{ ...update, storageKey: undefined }]],
  ['an empty key', [{ ...update, storageKey: '' }]],
  ['an empty storage', [{ ...update, storageId: '' }]],
  ['a long key', [{ ...update, storageKey: 'x'.repeat(limits.storageKeyLength + 1) }]],
  ['a long storage', [{ ...update, storageId: 'x'.repeat(65) }]],
  ['an empty id', [{ ...update, id: '' }]],
  ['a long id', [{ ...update, id: 'x'.repeat(limits.clientIdLength + 1) }]],
  ['a long time', [{ ...update, ifUpdatedAt: '2'.repeat(41) }]],
  ['a list as record', [{ ...update, data: [] }]],
  ['no record', [{ ...update, data: null }]],
  ['an owner of a new record', [{ op: 'create', storageKey: 'notes', data: {}, owner: 'ann' }]],
  ['an owner of an update', [{ ...update, owner: 'ann' }]],
  ['an owner of an upsert', [{ ...update, op: 'upsert', owner: 'ann' }]],
  ['an owner of a delete', [{ op: 'delete', storageKey: 'notes', id: 'r1', owner: 'ann' }]],
  ['an owner of a restore', [{ op: 'restore', storageKey: 'notes', id: 'r1', owner: 'ann' }]],
] as [string, unknown[]][])('a batch with %s is refused', (_, writes) => {
  expect(BatchInput.safeParse({ writes }).success).toBe(false);
});

test('a batch takes nothing beside its writes', () => {
  expect(BatchInput.safeParse({ writes: [update], dryRun: true }).success).toBe(false);
});
