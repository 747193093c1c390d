import { expect, test } from 'vitest';
import { and, query, where } from '../../test/support/engine-builders.ts';
import type { Aggregation, FieldFilter, Order, StructuredQuery } from '../model/query.ts';
import { RpcError } from '../model/rpc-error.ts';
import { createEngine } from '../store/create-engine.ts';
import type { CompositeConfig, FieldOverride, IndexConfig } from './index-config.ts';

const seed = Number(process.env['ADVICE_SEED'] ?? Date.now() % 1_000_000);

test(`whoever follows the advice of a refused query gets it served (ADVICE_SEED=${seed})`, async () => {
  const random = randomNumbers(seed);
  let followed = 0;
  for (let i = 0; i < 1500; i++) {
    const asked = randomQuery(random);
    const aggregations = randomAggregations(random);
    let config = randomConfig(random);
    // Each disjunct may lack an index of its own.
    for (let steps = 0; ; steps++) {
      const advice = await adviceFor(config, asked, aggregations);
      if (!advice) break;
      const label = JSON.stringify({ asked, aggregations, config, advice }, (_key, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
      expect({ label, served: steps < 4 }).toEqual({ label, served: true });
      config =
        'fieldPath' in advice
          ? { ...config, fieldOverrides: [...(config.fieldOverrides ?? []), advice] }
          : { ...config, indexes: [...(config.indexes ?? []), advice] };
      followed++;
    }
  }
  expect(followed).toBeGreaterThan(500);
});

/** The entry to add to firestore.indexes.json; undefined when the query is served. */
async function adviceFor(
  indexes: IndexConfig,
  asked: StructuredQuery,
  aggregations: readonly Aggregation[],
): Promise<CompositeConfig | FieldOverride | undefined> {
  const db = (await createEngine({ indexMode: 'strict', indexes })).database('demo', '(default)');
  try {
    if (aggregations.length > 0) db.runAggregation(asked, aggregations);
    else db.runQuery(asked);
    return undefined;
  } catch (error) {
    const advice = error instanceof RpcError && /firestore\.indexes\.json: (\{.*\})$/s.exec(error.message)?.[1];
    if (!advice) throw error;
    return JSON.parse(advice);
  }
}

function randomQuery(random: Random): StructuredQuery {
  const filters: FieldFilter[] = [];
  for (const field of ['a', 'b']) if (random(2) === 0) filters.push(where(field, 'EQUAL', 1n));
  if (random(3) === 0) filters.push(where('t', 'ARRAY_CONTAINS', 1n));
  if (random(4) === 0) filters.push(where('a', 'IN', [1n, 2n]));
  if (random(4) === 0) filters.push(where('m.x', 'GREATER_THAN', 1n));
  const orderBy: Order[] = [];
  for (const field of ['m.x', 'd', '__name__'])
    if (random(3) === 0) orderBy.push({ field: field.split('.'), direction: random(2) === 0 ? 'ASCENDING' : 'DESCENDING' });
  return query('c', {
    from: [{ collectionId: 'c', allDescendants: random(3) === 0 }],
    orderBy,
    ...(filters.length > 0 && { where: and(...filters) }),
  });
}

function randomAggregations(random: Random): readonly Aggregation[] {
  if (random(3) > 0) return [];
  return ['a', 'd', 'e'].filter(() => random(2) === 0).map((field) => ({ alias: field, op: { kind: 'sum', field: [field] } }));
}

function randomConfig(random: Random): IndexConfig {
  const fieldOverrides: FieldOverride[] = ['a', 't', 'm', '*']
    .filter(() => random(4) === 0)
    .map((fieldPath) => ({
      collectionGroup: 'c',
      fieldPath,
      indexes: [{ order: 'ASCENDING' as const }, { order: 'DESCENDING' as const }, { arrayConfig: 'CONTAINS' as const }].filter(
        () => random(2) === 0,
      ),
    }));
  return { fieldOverrides };
}

type Random = (below: number) => number;

function randomNumbers(from: number): Random {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
