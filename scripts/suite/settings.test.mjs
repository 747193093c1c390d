import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretsFor } from './settings.mjs';
import { UserError } from './user-error.mjs';

const addresses = { ports: { smtp: 1025 } };

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('secrets stay with their data', () => {
  const folder = join(aFolder(), 'new');
  expect(secretsFor(folder, addresses)).toEqual(secretsFor(folder, addresses));
  expect(secretsFor(null, addresses)).not.toEqual(secretsFor(null, addresses));
});

test('a folder that cannot hold data, and secrets that cannot be read, are told with the way out', () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'file'), '');
  writeFileSync(join(folder, 'secrets.json'), '{"TOKEN_PEPPER": ');
  for (const unusable of [join(folder, 'file'), join(folder, 'file/below'), folder]) {
    expect(() => secretsFor(unusable, addresses)).toThrow(UserError);
    expect(() => secretsFor(unusable, addresses)).toThrow(/secrets\.json cannot be read or written: .*\nMend it, or take another folder/);
  }
});
