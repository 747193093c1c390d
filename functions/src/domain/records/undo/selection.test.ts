import { expect, test } from 'vitest';
import { Timestamp } from '../../../store/model/values.ts';
import type { Entry } from '../history/entries.ts';
import { isSelected, type Selection } from './selection.ts';

const entry = { key: 'r1', at: Timestamp.fromMillis(1000), actor: 'user:ann', requestId: 'q1', importId: 'i1', jobId: 'j1' } as Entry;
const all: Selection = { by: { kind: 'anyone' }, record: null, field: null, from: 1000, until: 1000 };

test.each([
  [{}, true],
  [{ from: 1001, until: 2000 }, false],
  [{ from: 0, until: 999 }, false],
  [{ record: 'r1' }, true],
  [{ record: 'r2' }, false],
  [{ by: { kind: 'user', id: 'ann' } }, true],
  [{ by: { kind: 'user', id: 'bob' } }, false],
  [{ by: { kind: 'key', id: 'ann' } }, false],
  [{ by: { kind: 'request', id: 'q1' } }, true],
  [{ by: { kind: 'request', id: 'q2' } }, false],
  [{ by: { kind: 'import', id: 'i2' } }, false],
  [{ by: { kind: 'job', id: 'j2' } }, false],
] as [Partial<Selection>, boolean][])('an undo of %j takes the change: %s', (asked, isTaken) => {
  expect(isSelected({ ...all, ...asked }, entry)).toBe(isTaken);
});
