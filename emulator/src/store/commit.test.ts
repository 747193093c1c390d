import { expect, test } from 'vitest';
import type { Database } from '../engine.ts';
import type { StructuredQuery } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import type { UpdateWrite } from '../model/write.ts';
import { createEngine } from './create-engine.ts';

async function emptyDatabase(): Promise<Database> {
  const engine = await createEngine({ indexMode: 'permissive' });
  return engine.database('demo', '(default)');
}

function put(path: string, fields: Record<string, Value>, more: Partial<UpdateWrite> = {}): UpdateWrite {
  return { kind: 'update', path, fields: new Map(Object.entries(fields)), transforms: [], ...more };
}

const all: StructuredQuery = { parent: '', from: [{ collectionId: 'c', allDescendants: false }], orderBy: [], offset: 0 };

test('a commit stores documents that queries find in order', async () => {
  const db = await emptyDatabase();
  for (let i = 0; i < 200; i++) await db.commit([put(`c/${(i * 7919) % 1000}`, { n: BigInt(i), e: BigInt(i % 5), g: BigInt(i % 3) })]);
  const byN = db.runQuery({ ...all, orderBy: [{ field: ['n'], direction: 'DESCENDING' }], limit: 3 });
  expect(byN.documents.map((document) => document.fields.get('n'))).toEqual([199n, 198n, 197n]);
  const merged = db.runQuery({
    ...all,
    where: {
      kind: 'composite',
      op: 'AND',
      filters: [
        { kind: 'field', field: ['e'], op: 'EQUAL', value: 2n },
        { kind: 'field', field: ['g'], op: 'EQUAL', value: 1n },
      ],
    },
  });
  expect(merged.documents.map((document) => document.fields.get('n')).sort()).toEqual(
    Array.from({ length: 200 }, (_, i) => BigInt(i))
      .filter((i) => i % 5n === 2n && i % 3n === 1n)
      .sort(),
  );
});

test('a write that changes nothing keeps the update time and tells nobody', async () => {
  const db = await emptyDatabase();
  const first = await db.commit([put('c/a', { x: 1n })]);
  const events: unknown[] = [];
  db.onCommit((event) => events.push(event));
  const second = await db.commit([put('c/a', { x: 1n })]);
  expect(second.writeResults[0]?.updateTime).toEqual(first.commitTime);
  expect(events).toEqual([]);
});
