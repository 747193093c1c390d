/** Figures of the document engine alone, without the wire. Sizes: BENCH_DOCUMENTS, BENCH_MERGE_DOCUMENTS. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/store/engine.ts';
import type { FieldFilter } from '../src/model/query.ts';
import type { Value } from '../src/model/value.ts';
import type { UpdateWrite } from '../src/model/write.ts';
import { createEngine } from '../src/store/create-engine.ts';

const count = Number(process.env['BENCH_DOCUMENTS'] ?? 100_000);
const mergeCount = Number(process.env['BENCH_MERGE_DOCUMENTS'] ?? 1_000_000);
const batch = 500;
const base = { parent: '', from: [{ collectionId: 'c', allDescendants: false }], orderBy: [], offset: 0 };

await load('in memory', undefined);
const dataDir = mkdtempSync(join(tmpdir(), 'engine-bench-'));
try {
  await load('durable', dataDir);
  await start(dataDir);
} finally {
  rmSync(dataDir, { recursive: true });
}
await merge();

/** Batches of 500 documents of 1 KiB, then queries. */
async function load(label: string, dataDir: string | undefined): Promise<void> {
  const engine = await createEngine({ indexMode: 'strict', ...(dataDir && { dataDir }) });
  const db = engine.database('bench', '(default)');
  const before = memory();
  const begin = performance.now();
  let lastTenth = begin;
  for (let i = 0; i < count; i += batch) {
    if (i >= count * 0.9 && lastTenth === begin) lastTenth = performance.now();
    await db.commit(Array.from({ length: batch }, (_, j) => document(i + j)));
  }
  const end = performance.now();
  report(
    `${label}: batches of ${batch}`,
    `${perSecond(count, end - begin)} documents/s, last tenth ${perSecond(count / 10, end - lastTenth)}`,
  );
  report(`${label}: memory of ${count} documents`, `${Math.round((memory() - before) / 2 ** 20)} MiB`);
  if (dataDir === undefined) queries(db);
  await engine.close();
}

function queries(db: Database): void {
  time(`first ordered query (builds the index)`, () => ordered(db, 0));
  const rounds = 2000;
  const begin = performance.now();
  for (let i = 0; i < rounds; i++) ordered(db, (i * 7919) % count);
  report('100 of all by a single-field index', `${perSecond(rounds, performance.now() - begin)} queries/s`);
  time('count of everything by range', () => db.runAggregation({ ...base, where: above(10) }, [{ alias: 'n', op: { kind: 'count' } }]));
}

async function start(dataDir: string): Promise<void> {
  const begin = performance.now();
  const engine = await createEngine({ indexMode: 'strict', dataDir });
  report(`start with ${count} documents`, `${Math.round(performance.now() - begin)} ms`);
  await engine.close();
}

/** Three equalities of selectivity 0.1 each on many small documents. */
async function merge(): Promise<void> {
  const db = (await createEngine({ indexMode: 'strict' })).database('bench', '(default)');
  for (let i = 0; i < mergeCount; i += 5000) {
    await db.commit(Array.from({ length: 5000 }, (_, j) => small(i + j)));
  }
  const filters = ['x', 'y', 'z'].map((field): FieldFilter => ({ kind: 'field', field: [field], op: 'EQUAL', value: 3n }));
  const asked = { ...base, where: { kind: 'composite', op: 'AND', filters }, limit: 10 } as const;
  time(`equality merge of three fields on ${mergeCount} (builds the indexes)`, () => db.runQuery(asked));
  time(`equality merge of three fields on ${mergeCount}, first 10`, () => db.runQuery(asked));
  time(`equality merge of three fields on ${mergeCount}, first 10`, () => db.runQuery(asked));
  report('memory', `${Math.round(memory() / 2 ** 20)} MiB`);
}

function ordered(db: Database, from: number): unknown {
  return db.runQuery({ ...base, where: above(from), orderBy: [{ field: ['n'], direction: 'ASCENDING' }], limit: 100 });
}

function above(value: number): FieldFilter {
  return { kind: 'field', field: ['n'], op: 'GREATER_THAN_OR_EQUAL', value: BigInt(value) };
}

function document(n: number): UpdateWrite {
  const fields = new Map<string, Value>([
    ['n', BigInt(n)],
    ['name', `name ${n}`],
    ['kind', n % 7 === 0 ? 'a' : 'b'],
    ['ratio', n / 3],
    ['text', 'x'.repeat(900) + n],
  ]);
  return { kind: 'update', path: `c/${randomId(n)}`, fields, transforms: [] };
}

function small(n: number): UpdateWrite {
  const digit = (salt: number): bigint => BigInt(Math.floor(hash(n * 3 + salt) * 10));
  return {
    kind: 'update',
    path: `c/${randomId(n)}`,
    fields: new Map([
      ['x', digit(0)],
      ['y', digit(1)],
      ['z', digit(2)],
    ]),
    transforms: [],
  };
}

function randomId(n: number): string {
  return Math.floor(hash(n) * 2 ** 40).toString(36) + n.toString(36);
}

function hash(n: number): number {
  let x = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

function time(label: string, run: () => unknown): void {
  const begin = performance.now();
  run();
  report(label, `${(performance.now() - begin).toFixed(1)} ms`);
}

function perSecond(amount: number, ms: number): string {
  return Math.round((amount * 1000) / ms).toLocaleString('en');
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

function report(label: string, figure: string): void {
  console.log(`  ${label.padEnd(70)} ${figure}`);
}
