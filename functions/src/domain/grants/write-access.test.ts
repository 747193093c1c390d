import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { writeAccess } from './write-access.ts';

const grants = [{ verbs: ['delete'], holds: () => true }];
const who = { caller: { userId: 'ann', userRecord: { storageId: 'users-1', key: 'k1' } } };
const reach = (storageId: string, id: string) => {
  const writer = { grants, storage: { id: storageId }, who, hiddenOf: () => new Set() };
  writeAccess(writer as unknown as Parameters<typeof writeAccess>[0]).reach('delete', { id } as DataRecord); // what a delete asks
};

test('a rule lets a user delete others, and not the user’s own account', () => {
  expect(() => reach('users-1', 'ann')).toThrow(expect.objectContaining({ code: 'permission-denied' }));
  expect(() => reach('users-1', 'bob')).not.toThrow();
  expect(() => reach('notes-1', 'ann')).not.toThrow();
});
