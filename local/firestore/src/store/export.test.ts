import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { map, put, query } from '../../test/support/engine-builders.ts';
import { createEngine } from './create-engine.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'export-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

test('an export holds the file that firebase-tools looks for and is imported into any project', async () => {
  const engine = await createEngine({ indexMode: 'strict' });
  const [from, to] = [engine.database('one', '(default)'), engine.database('two', '(default)')];
  await from.commit([...Array.from({ length: 2500 }, (_, i) => put(`c/${i}`, { i: BigInt(i) })), put('c/0/d/x', { m: map({ a: [1.5] }) })]);
  await from.exportTo(directory);
  expect(readdirSync(directory)).toContain(`${basename(directory)}.overall_export_metadata`);
  await to.commit([put('c/0', { old: true }), put('c/keep', {})]);
  await to.importFrom(directory);
  expect(to.runQuery(query('c')).documents).toHaveLength(2501);
  expect([to.get('c/0')?.fields, to.get('c/0/d/x')?.fields]).toEqual([map({ i: 0n }), map({ m: map({ a: [1.5] }) })]);
});

test('an empty database is exported and imported', async () => {
  const db = (await createEngine({ indexMode: 'strict' })).database('one', '(default)');
  await db.exportTo(join(directory, 'new'));
  await db.importFrom(join(directory, 'new'));
  expect(db.listCollectionIds('')).toEqual([]);
});

test('missing, official and damaged exports are refused by name', async () => {
  const db = (await createEngine({ indexMode: 'strict' })).database('one', '(default)');
  await expect(db.importFrom(directory)).rejects.toThrow('Failed to parse overall export metadata file');
  writeFileSync(join(directory, `${basename(directory)}.overall_export_metadata`), Buffer.from([1, 2, 3, 4]));
  await expect(db.importFrom(directory)).rejects.toThrow('the official export format is not implemented');
  const own = join(directory, 'own');
  mkdirSync(own);
  await db.commit([put('c/a', {})]);
  await db.exportTo(own);
  writeFileSync(join(own, 'documents'), 'x');
  await expect(db.importFrom(own)).rejects.toThrow("Checksum doesn't validate.");
});
