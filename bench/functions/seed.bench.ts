/** `npm run seed:large`: a platform of many accounts, written straight into a data directory of the local suite. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createEngine, type MapValue, StoredTimestamp, type Value } from 'local-firestore';
import { numberArgument, textArgument } from './arguments.ts';
import { largePlatform } from './office-data.ts';

const sizes = {
  users: numberArgument('users', 200_000),
  projects: numberArgument('projects', 100_000),
  visits: numberArgument('visits', 2_000_000),
  messages: numberArgument('messages', 20_000),
};
/** Of `npm start -- --data`; the caller's folder is where npm was called. */
const dataDir = resolve(process.env.INIT_CWD ?? '.', textArgument('data') ?? '.bedplate-large');
const project = textArgument('project') ?? 'demo-bedplate';
const inOneCommit = 1000;

const indexes = JSON.parse(readFileSync('firestore.indexes.json', 'utf8'));
// One log and no snapshot in between: a snapshot of millions of documents takes as long as writing them.
const engine = await createEngine({ dataDir: join(dataDir, 'firestore'), indexMode: 'strict', indexes, compactAfterBytes: 2 ** 50 });
const database = engine.database(project, '(default)');
if (database.listCollectionIds('').length > 0) throw new Error(`${dataDir} holds documents already. Name another folder with --data=.`);

const began = performance.now();
let written = 0;
let batch: { path: string; fields: MapValue }[] = [];
for (const [path, data] of largePlatform(sizes, Date.now())) {
  batch.push({ path, fields: mapOf(data) });
  if (batch.length === inOneCommit) await flush();
}
await flush();
await engine.close();
const seconds = (performance.now() - began) / 1000;
console.log(`\n${written.toLocaleString('en')} documents in ${seconds.toFixed(0)} s, in ${dataDir}`);
console.log(
  'Look at them with npm start -- --empty --data <the folder>; measure them with npm run bench -- functions office --data=<the folder>.',
);

async function flush(): Promise<void> {
  await database.commit(batch.map(({ path, fields }) => ({ kind: 'update', path, fields, transforms: [] })));
  written += batch.length;
  batch = [];
  if (written % 100_000 === 0) process.stdout.write(`\r${written.toLocaleString('en')} documents`);
}

function mapOf(data: object): MapValue {
  return new Map(Object.entries(data).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: unknown): Value {
  if (value instanceof Date) return new StoredTimestamp(Math.floor(value.getTime() / 1000), (value.getTime() % 1000) * 1_000_000);
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value === 'object' && value !== null) return mapOf(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new Error(`A document cannot hold ${typeof value}.`);
}
