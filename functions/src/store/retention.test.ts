import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as declared from './collections.ts';
import { Collection } from './model/collection.ts';

const at = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const overrides = (JSON.parse(at('firestore.indexes.json')) as { fieldOverrides: { collectionGroup: string; ttl?: boolean }[] })
  .fieldOverrides;
const table = at('docs/deploy.md').split('### What ends when')[1]?.split('\n### ')[0] ?? '';

test('every collection ends by a policy, or the table of what ends when says what ends it', () => {
  const policies = new Set(overrides.filter(({ ttl }) => ttl).map(({ collectionGroup }) => collectionGroup));
  const names = Object.values(declared).flatMap((each) => (each instanceof Collection ? [each.name] : []));
  expect(names.filter((name) => !policies.has(name) && !table.includes(`\`${name}\``))).toEqual([]);
  // With people in them.
  for (const name of ['pageVisits', 'activity', 'contacts', 'feedback', 'systemLogs', 'audit']) expect(table).toContain(`\`${name}\``);
});
