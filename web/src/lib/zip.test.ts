import { Blob as NodeBlob } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { newZip } from './zip.ts';

// Python reads ZIP files strictly; a machine without it has Chromium's journey, whose file is read as well.
const hasPython = spawnSync('python3', ['-c', 'import zipfile']).status === 0;
// The one of jsdom cannot be streamed.
beforeEach(() => void vi.stubGlobal('Blob', NodeBlob));

async function unpacked(files: readonly (readonly [string, string])[]): Promise<Record<string, string>> {
  const zip = newZip(new Date('2026-11-26T01:40:30Z'));
  for (const [path, text] of files) await zip.add(path, new Blob([text]));
  const folder = mkdtempSync(join(tmpdir(), 'bedplate-zip-'));
  try {
    writeFileSync(join(folder, 'copy.zip'), Buffer.from(await zip.close().arrayBuffer()));
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))';
    return JSON.parse(execFileSync('python3', ['-c', script, join(folder, 'copy.zip')], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.runIf(hasPython)('another program reads what is written, with its names and checksums', async () => {
  const files = { 'contents.json': '{"a":1}', 'Größe 日本/records.ndjson': '{"id":"1"}\n', 'empty.txt': '' };
  expect(await unpacked(Object.entries(files))).toEqual(files);
});

test.runIf(hasPython)('a second file of a name, in whatever letter case, gets a number', async () => {
  const files = [
    ['a/b.txt', '1'],
    ['A/B.txt', '2'],
    ['a/b.txt', '3'],
    ['note', '4'],
    ['note', '5'],
  ] as const;
  expect(await unpacked(files)).toEqual({ 'a/b.txt': '1', 'A/B (2).txt': '2', 'a/b (3).txt': '3', note: '4', 'note (2)': '5' });
});
