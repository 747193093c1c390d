import { expect, test } from 'vitest';
import type { Store } from '../../store/access.ts';
import { gone } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import { createUsageParts } from './usage-parts.ts';

/** The commits in which calls of so many keys are written. */
async function commitsOf(keys: number) {
  const commits: (readonly Write[])[] = [];
  const store = { commit: async (writes: readonly Write[]) => void commits.push(writes) } as unknown as Store; // what is used of it
  const parts = createUsageParts({ store: () => store, now: () => Date.parse('2026-03-20T12:00:00Z') });
  for (let key = 0; key < keys; key += 1) parts.count({ tenantId: 't1', projectId: 'p1', keyId: `k${key}`, storageId: 's1', verb: 'read' });
  await parts.flush();
  await parts.flush(); // nothing is left, so its timer ends
  return commits;
}

test('of a key the credits of fourteen days are kept', async () => {
  const writes = (await commitsOf(1)).flat() as unknown as { data: { days?: object; lastUsedAt?: object } }[];
  const { days = {} } = writes.map(({ data }) => data).find(({ lastUsedAt }) => lastUsedAt) ?? {};
  expect(Object.entries(days).flatMap(([name, value]) => (value === gone ? [name] : []))).toEqual(['20260306']);
});

test('a commit has the calls of 120 keys', async () => {
  const sizes = (await commitsOf(250)).map((writes) => writes.filter(({ path }) => path.startsWith('keyUse/')).length);
  expect(sizes).toEqual([120, 120, 10]);
});
