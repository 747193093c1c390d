import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { map, put, query, remove } from '../../../test/support/engine-builders.ts';
import type { Engine } from '../engine.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '../../model/value.ts';
import { createEngine, type EngineOptions } from '../create-engine.ts';

let dataDir: string;
let notices: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'durability-'));
  notices = [];
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function open(more: Partial<EngineOptions> = {}): Promise<Engine> {
  return createEngine({ dataDir, indexMode: 'strict', onNotice: (message) => notices.push(message), ...more });
}

/** Opens, uses and closes an engine. */
async function session<T>(use: (db: ReturnType<Engine['database']>) => T | Promise<T>, more?: Partial<EngineOptions>): Promise<T> {
  const engine = await open(more);
  try {
    return await use(engine.database('demo', '(default)'));
  } finally {
    await engine.close();
  }
}

const log = (): string => join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('log-')) ?? '');

test('values of every type, times and deletions survive a restart', async () => {
  const fields: Record<string, Value> = {
    null: null,
    yes: true,
    no: false,
    int: -(2n ** 63n),
    zero: -0,
    nan: Number.NaN,
    time: new Timestamp(-5, 999_999_000),
    text: 'é😀\u0000',
    bytes: new Uint8Array([0, 255]),
    ref: new Reference('projects/demo/databases/(default)/documents/c/d'),
    geo: new GeoPoint(-1.5, 2),
    list: [1n, 'a', map({ x: [] })],
    vector: map({ __type__: '__vector__', value: [1.5] }),
    __proto: map({ constructor: 1n }),
  };
  const before = await session(async (db) => {
    await db.commit([put('c/a', {}), put('c/b', {}), put('c/gone', {})]);
    await db.commit([put('c/a', fields), remove('c/gone')]);
    return { a: db.get('c/a'), time: db.readTime() };
  });
  await session((db) => {
    expect(db.get('c/a')).toEqual(before.a);
    expect(db.runQuery(query('c')).documents.map(({ path }) => path)).toEqual(['c/a', 'c/b']);
    expect(db.readTime().toMicros()).toBeGreaterThan(before.time.toMicros());
  });
});

test('a clear and a reset are durable, and commit times never go back', async () => {
  const time = await session(async (db) => {
    await db.commit([put('c/a', {})]);
    await db.clear();
    return (await db.commit([put('c/b', {})])).commitTime;
  });
  await session(async (db) => {
    expect([db.get('c/a'), db.get('c/b') !== undefined]).toEqual([undefined, true]);
    expect((await db.commit([put('c/c', {})])).commitTime.toMicros()).toBeGreaterThan(time.toMicros());
  });
  const engine = await open();
  engine.database('demo', '(default)');
  await engine.reset();
  await engine.close();
  await session((db) => expect(db.listCollectionIds('')).toEqual([]));
});

test('the past within the log can still be read after a restart', async () => {
  const time = await session(async (db) => {
    const { commitTime } = await db.commit([put('c/a', { n: 1n })]);
    await db.commit([put('c/a', { n: 2n })]);
    return commitTime;
  });
  await session((db) => expect(db.get('c/a', { readTime: time })?.fields.get('n')).toBe(1n));
});

test('listeners resume over a restart, but not where another data directory is', async () => {
  const { told, missed } = await session(async (db) => {
    const { commitTime } = await db.commit([put('c/a', { n: 1n })]);
    await db.commit([put('c/a', { n: 2n })]);
    return { told: commitTime, missed: db.commitsSince(commitTime) };
  });
  await session((db) => expect(db.commitsSince(told)).toEqual(missed));
  rmSync(dataDir, { recursive: true });
  await session(async (db) => {
    expect(db.commitsSince(told)).toBeUndefined();
    await db.commit([put('c/b', {})]);
  });
  await session((db) => expect(db.commitsSince(told)).toBeUndefined());
});

test('a listener hears of a commit only when it is on disk', async () => {
  await session(async (db) => {
    const heard: number[] = [];
    db.onCommit(() => heard.push(readFileSync(log()).includes('needle') ? 1 : 0));
    await db.commit([put('c/a', { text: 'needle' })]);
    expect(heard).toEqual([1]);
  });
});

test('commits of one moment share a frame and its sync', async () => {
  await session(async (db) => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => db.commit([put(`c/${i}`, { n: BigInt(i) })])));
    const frames = readFileSync(log()).toString('latin1').split('BPL1').length - 1;
    expect(frames).toBe(1);
  });
});

test.each([1, 7, 12, 20])('a last record that lacks %i bytes is dropped with a notice, and writing goes on behind it', async (missing) => {
  await session(async (db) => {
    await db.commit([put('c/a', {})]);
    await db.commit([put('c/b', { text: 'x'.repeat(50) })]);
  });
  truncateSync(log(), readFileSync(log()).length - missing);
  await session(async (db) => {
    expect([db.get('c/a') !== undefined, db.get('c/b')]).toEqual([true, undefined]);
    await db.commit([put('c/c', {})]);
  });
  expect(notices).toEqual([expect.stringContaining('was not completely written and was dropped')]);
  await session((db) => expect(db.runQuery(query('c')).documents.map(({ path }) => path)).toEqual(['c/a', 'c/c']));
});

test('garbage behind the last record is dropped', async () => {
  await session((db) => db.commit([put('c/a', {})]));
  appendFileSync(log(), Buffer.alloc(100, 7));
  await session((db) => expect(db.get('c/a')).toBeDefined());
  expect(notices).toHaveLength(1);
});

test('the room that a killed process leaves behind its log is no damage, in the last log and in those before', async () => {
  await session((db) => db.commit([put('c/a', {})]));
  appendFileSync(log(), Buffer.alloc(100));
  await session((db) => db.commit([put('c/b', {})]));
  appendFileSync(log(), Buffer.alloc(100));
  writeFileSync(join(dataDir, 'log-00000002'), Buffer.alloc(100));
  await session((db) => db.commit([put('c/c', {})]));
  await session((db) => expect(db.runQuery(query('c')).documents.map(({ path }) => path)).toEqual(['c/a', 'c/b', 'c/c']));
  expect(notices).toEqual([]);
});

test('damage inside the log is refused with its offset, and salvage keeps what precedes it', async () => {
  await session(async (db) => {
    for (const id of ['a', 'b', 'c']) await db.commit([put(`c/${id}`, { text: `text of ${id}` })]);
  });
  const bytes = readFileSync(log());
  bytes[bytes.indexOf('text of b')] = 0;
  writeFileSync(log(), bytes);
  await expect(open()).rejects.toThrow(/log-00000001 is damaged at offset \d+\. Nothing was changed\./);
  expect(readFileSync(log())).toEqual(bytes);
  await session((db) => expect(db.runQuery(query('c')).documents.map(({ path }) => path)).toEqual(['c/a']), { salvage: true });
  expect(existsSync(`${log()}.damaged`)).toBe(true);
  await session((db) => expect(db.get('c/a')).toBeDefined());
});

test('a large log is replaced by a snapshot that holds everything', async () => {
  await session(
    async (db) => {
      for (let i = 0; i < 100; i++) await db.commit([put(`c/${i % 40}`, { n: BigInt(i), text: 'x'.repeat(300) })]);
    },
    { compactAfterBytes: 5000 },
  );
  const names = readdirSync(dataDir).sort();
  expect(names).toEqual([expect.stringMatching(/^log-/), expect.stringMatching(/^snapshot-/)]);
  expect(Number(names[0]?.slice(4))).toBeGreaterThan(1);
  await session((db) =>
    expect(
      db
        .runQuery(query('c'))
        .documents.map((document) => document.fields.get('n'))
        .sort(),
    ).toEqual(Array.from({ length: 40 }, (_, i) => BigInt(i < 20 ? i + 80 : i + 40)).sort()),
  );
});

test('logs that an unfinished snapshot left behind count for the next one', async () => {
  await session(
    async (db) => {
      for (let i = 0; i < 20; i++) await db.commit([put(`c/${i}`, { text: 'x'.repeat(300) })]);
    },
    { compactAfterBytes: 1e9 },
  );
  writeFileSync(join(dataDir, 'log-00000002'), '');
  await session((db) => db.commit([put('c/last', {})]), { compactAfterBytes: 5000 });
  expect(readdirSync(dataDir).sort()).toEqual(['log-00000003', 'snapshot-00000003']);
  await session((db) => expect(db.runQuery(query('c')).documents).toHaveLength(21));
});

test('an unfinished snapshot is ignored and removed', async () => {
  await session((db) => db.commit([put('c/a', {})]));
  writeFileSync(join(dataDir, 'snapshot-00000002.tmp'), 'half');
  await session((db) => expect(db.get('c/a')).toBeDefined());
  expect(readdirSync(dataDir)).not.toContain('snapshot-00000002.tmp');
});

test('a second engine on the same directory is refused while the first lives', async () => {
  const engine = await open();
  await expect(open()).rejects.toThrow(`is in use by process ${process.pid}`);
  await engine.close();
  await (await open()).close();
});

test('kill -9 under load loses no acknowledged commit and applies none by half', async () => {
  const script = join(dataDir, 'writer.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../../../test/support/crash-writer.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const data = join(dataDir, 'data');
  const cycles = Number(process.env['KILL_CYCLES'] ?? 4);
  const acknowledged: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const more = await writeUntilKilled(script, data, (acknowledged.at(-1) ?? 0) + 100 * (cycle + 1), 100 + 50 * cycle);
    expect(more.length).toBeGreaterThan(0);
    acknowledged.push(...more);
    const engine = await createEngine({ dataDir: data, indexMode: 'strict', onNotice: (message) => notices.push(message) });
    const db = engine.database('demo', '(default)');
    const [left, right] = ['left', 'right'].map(
      (id) => new Set(db.runQuery(query(id)).documents.map((document) => document.fields.get('n'))),
    );
    expect(acknowledged.filter((n) => !left?.has(BigInt(n)))).toEqual([]);
    expect(right).toEqual(left);
    await engine.close();
  }
});

/** Resolves with the acknowledged numbers once the process, killed after so many of them, is gone. */
function writeUntilKilled(script: string, data: string, first: number, count: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [script, data, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(output.split('\n').slice(0, -1).map(Number))));
}
