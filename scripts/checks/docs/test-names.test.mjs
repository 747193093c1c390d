import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../suite/paths.mjs';

test('files of tests/api begin with a door that CONTRIBUTING.md names', () => {
  const [, listed = ''] =
    /Files of `tests\/api` begin with the door that they use: ([^\n]+?)\. /.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const doors = [...listed.matchAll(/`([a-z-]+-)`/g)].map(([, door]) => door);
  expect(doors.length).toBeGreaterThan(3);
  const files = globSync('tests/api/*.test.ts', { cwd: root }).map((file) => basename(file));
  expect(files.filter((file) => !doors.some((door) => file.startsWith(door)))).toEqual([]);
});
