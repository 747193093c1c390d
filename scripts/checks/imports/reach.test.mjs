import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../suite/paths.mjs';
import { reachOf } from './reach.mjs';

const planted = mkdtempSync(join(tmpdir(), 'reach-'));
afterAll(() => rmSync(planted, { recursive: true }));

test('the route that creates a record loads few of our files', () => {
  const { files, lines } = reachOf(root, 'functions/src/routes/api/create-records.ts');
  expect(files).toContain('functions/src/domain/records/write/new-record.ts');
  expect(files.length).toBeLessThanOrEqual(60);
  expect(lines).toBeLessThanOrEqual(4000);
});

/** An instance reads and compiles each of these files before its first call (decision 056): import late what few calls need. */
test.each([
  ['api', 640, 45_500],
  ['app', 860, 56_000],
  ['stripe', 125, 8_600],
  ['mail-retry', 95, 7_000],
  ['webhook-deliver', 108, 7_600],
  ['record-jobs', 310, 22_300],
])('the function %s loads few of our files when it starts', (name, mostFiles, mostLines) => {
  const { files, lines } = reachOf(root, `functions/src/deployed/${name}.ts`);
  expect(files).toContain('functions/src/config/deployed-functions.ts');
  expect(files.length).toBeLessThanOrEqual(mostFiles);
  expect(lines).toBeLessThanOrEqual(mostLines);
});

test('values are followed to the end, types are not', () => {
  plant({
    'functions/src/a.ts': "import type { B } from './b.ts';\nimport { type D, c } from './c.ts';\nimport { type E } from './e.ts';\n",
    'functions/src/b.ts': '',
    'functions/src/c.ts': "export { d as c } from './d.ts';\n",
    'functions/src/d.ts': "import 'zod';\nexport const d = 1;\n",
    'functions/src/e.ts': '',
  });
  expect(reachOf(planted, 'functions/src/a.ts')).toEqual({
    files: ['functions/src/a.ts', 'functions/src/c.ts', 'functions/src/d.ts'],
    lines: 6,
  });
});

test('a name of the contract counts the file that defines it', () => {
  plant({
    'contract/src/index.ts': "export * from './one.ts';\nexport * from './two.ts';\n",
    'contract/src/one.ts': 'export const one = 1;\n',
    'contract/src/two.ts': 'export const two = 2;\n',
    'functions/src/named.ts': "import { two } from '@bedplate/contract';\n",
    'functions/src/whole.ts': "import * as contract from '@bedplate/contract';\n",
  });
  expect(reachOf(planted, 'functions/src/named.ts').files).toEqual(['contract/src/two.ts', 'functions/src/named.ts']);
  expect(reachOf(planted, 'functions/src/whole.ts').files).toHaveLength(4);
});

function plant(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true });
    writeFileSync(join(planted, path), text);
  }
}
