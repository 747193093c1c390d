import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkImports } from './check-imports.mjs';
import { rules } from './rules.mjs';

const workspaces = [
  'contract',
  'client',
  'react',
  'functions',
  'web',
  'tests',
  'bench',
  'local/firestore',
  'local/stripe',
  'local/mail',
  'local/oidc',
];

/** A wrong import of each rule: the rule's name, the files that are planted, and the place that must be named. */
const wrong = [
  ...rules
    .filter(({ kind }) => kind === 'circles')
    .map(({ name, within }) => [
      name,
      { [`${within}/a.ts`]: "import './b.ts';", [`${within}/b.ts`]: "\nexport type { A } from './a.ts';" },
      `${within}/b.ts:2 imports ${within}/a.ts`,
    ]),
  layer('functions', 'errors/a', 'store/b'),
  layer('functions', 'store/a', 'domain/b'),
  layer('functions', 'domain/a', 'routes/b'),
  layer('functions', 'domain/a', 'http/b'),
  layer('functions', 'routes/a', 'app'),
  layer('functions', 'http/a', 'deployed/a'),
  layer('web', 'lib/a', 'components/b'),
  layer('web', 'texts/a', 'components/b'),
  layer('web', 'components/a', 'features/b'),
  layer('web', 'features/x/a', 'pages/b'),
  layer('web', 'pages/a', 'app/b'),
  layer('web', 'app/a', 'testing/b'),
  plant('features stand apart', 'web/src/features/storages/a.ts', '../projects/b.ts'),
  plant('the domain knows no HTTP framework', 'functions/src/domain/a.ts', 'express'),
  plant('the domain knows no HTTP framework', 'functions/src/domain/a.ts', 'firebase-functions/v2'),
  plant('one door to Firestore', 'functions/src/domain/a.ts', 'firebase-admin/firestore'),
  plant('one door to Firestore', 'functions/src/domain/a.ts', '@google-cloud/firestore'),
  plant('the contract needs only zod', 'contract/src/a.ts', 'firebase'),
  plant('the client needs only Firebase and the contract', 'client/src/a.ts', 'zod'),
  plant('the hooks need only React and the client', 'react/src/a.ts', '@bedplate/contract'),
  plant('local/firestore works alone', 'local/firestore/src/a.ts', '@bedplate/contract'),
  plant('local/stripe works alone', 'local/stripe/src/a.ts', '@bedplate/contract'),
  plant('local/mail works alone', 'local/mail/src/a.ts', '@bedplate/contract'),
  plant('local/oidc works alone', 'local/oidc/src/a.ts', '@bedplate/contract'),
  plant('functions and the console meet in the contract', 'functions/src/a.ts', '@bedplate/client'),
  plant('the console knows only the client and the contract', 'web/src/a.ts', '@bedplate/functions'),
  plant('workspaces by package name', 'tests/api/a.test.ts', '../../functions/src/b.ts'),
];

test.each(wrong)('%s: a planted import is named', (name, files, place) => {
  expect(faultsIn(files).get(name)?.join('\n')).toContain(place);
});

test('every rule has a planted import', () => {
  expect([...new Set(wrong.map(([name]) => name))].toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

test.each([
  ['type import', "import type { B } from 'express';"],
  ['re-export', "export { b } from 'express';"],
  ['re-export of everything', "export * from 'express';"],
  ['dynamic import', "const b = () => import('express');"],
  ['type in place', "const b: import('express').B = 1;"],
  ['require', "const b = require('express');"],
])('a %s is an import', (_, text) => {
  const faults = faultsIn({ 'functions/src/domain/a.ts': text }).get('the domain knows no HTTP framework');
  expect(faults).toEqual([expect.stringContaining('functions/src/domain/a.ts:1 imports express: the domain works without Express')]);
});

test('a circle of folders is named although its files have none', () => {
  const faults = faultsIn({
    'contract/src/a/1.ts': "import '../b/1.ts';",
    'contract/src/b/1.ts': '',
    'contract/src/b/2.ts': "import '../a/2.ts';",
    'contract/src/a/2.ts': '',
  }).get('no circles in contract/src');
  expect(faults).toContainEqual(expect.stringMatching(/^circle of folders .*\n.*a\/1\.ts:1 imports .*\n.*b\/2\.ts:1 imports /));
});

test('a circle of siblings is named although their folders have none', () => {
  const faults = faultsIn({
    'contract/src/a/x/1.ts': "import '../../b/x/1.ts';",
    'contract/src/b/x/1.ts': '',
    'contract/src/b/y/2.ts': "import '../../a/y/2.ts';",
    'contract/src/a/y/2.ts': '',
  }).get('no circles in contract/src');
  expect(faults).toEqual([expect.stringMatching(/^circle of the folders in contract\/src /)]);
});

test('right imports are no faults', () => {
  const files = {
    'functions/src/domain/a.ts': "import '../store/b.ts'; import '@bedplate/contract';",
    'functions/src/store/b.ts': "import 'firebase-admin/firestore';",
    'functions/src/domain/a.test.ts': "import '../app.ts'; import 'express';",
    'functions/src/app.ts': "import 'express';",
    'contract/src/c.ts': "import { z } from 'zod';",
    'client/src/d.ts': "import 'firebase/auth';",
  };
  expect([...faultsIn(files).values()].flat()).toEqual([]);
});

function layer(workspace, from, to) {
  const up = '../'.repeat(from.split('/').length - 1);
  return plant(`layers of ${workspace}`, `${workspace}/src/${from}.ts`, `${up}${to}.ts`);
}

function plant(name, path, specifier) {
  return [name, { [path]: `\nimport type { B } from '${specifier}';` }, `${path}:2 imports ${specifier}: `];
}

/** Writes a tree, checks it, and removes it. */
function faultsIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'bedplate-imports-'));
  try {
    for (const [path, text] of Object.entries({ 'package.json': JSON.stringify({ workspaces }), ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return new Map(checkImports(root, rules).map(({ rule, faults }) => [rule.name, faults]));
  } finally {
    rmSync(root, { recursive: true });
  }
}
