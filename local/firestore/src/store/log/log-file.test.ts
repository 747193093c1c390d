import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-firestore-log-'));
  path = join(folder, 'log');
});

afterEach(() => rmSync(folder, { recursive: true }));

const numbered = (n: number): Buffer => Buffer.alloc(3000, 1 + (n % 255));

test('a write that has room changes nothing but its own bytes', async () => {
  const file = await LogFile.open(path, 0);
  await file.append(numbered(0));
  const { size, blocks } = statSync(path);
  await file.append(numbered(1));
  expect(statSync(path)).toMatchObject({ size, blocks });
  expect(file.size).toBe(6000);
  expect(readFileSync(path).equals(Buffer.concat([numbered(0), numbered(1)], size))).toBe(true);
  await file.close();
});

test('when the room is used up there is more, and a closed file has none', async () => {
  const parts = Array.from({ length: 200 }, (_, i) => numbered(i));
  let file = await LogFile.open(path, 0);
  for (const part of parts.slice(0, 100)) await file.append(part);
  await file.close();
  expect(statSync(path).size).toBe(300_000);
  file = await LogFile.open(path, 300_000);
  for (const part of parts.slice(100)) await file.append(part);
  await file.close();
  expect(readFileSync(path).equals(Buffer.concat(parts))).toBe(true);
});

test('bytes that are longer than any room are written whole', async () => {
  const file = await LogFile.open(path, 0);
  const long = Buffer.alloc(3_000_000, 'long');
  await file.append(long);
  await file.append(numbered(7));
  await file.close();
  expect(readFileSync(path).equals(Buffer.concat([long, numbered(7)]))).toBe(true);
});
