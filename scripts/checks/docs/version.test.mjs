import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../suite/paths.mjs';

const textOf = (path) => readFileSync(join(root, path), 'utf8');
const { version, workspaces } = JSON.parse(textOf('package.json'));

test('every workspace has the version of the whole, in the lock file as well', () => {
  const lock = JSON.parse(textOf('package-lock.json'));
  for (const workspace of workspaces) {
    expect({ workspace, version: JSON.parse(textOf(`${workspace}/package.json`)).version }).toEqual({ workspace, version });
    expect({ workspace, version: lock.packages[workspace].version }).toEqual({ workspace, version });
  }
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('the newest version of the changelog is that of the packages, below what is not released yet', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe('Unreleased');
  expect(headings[1]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`));
});

test('documents name the client that this version serves', () => {
  expect(textOf('client/README.md')).toContain(`client-${version}.tgz`);
});
