import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../suite/paths.mjs';

const page = readFileSync(`${root}/docs/architecture.md`, 'utf8');
const named = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs)|[\w.]+\.rules)`/g)].map(([, path]) => path);

test('docs/architecture.md names files that exist', () => {
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(`${root}/${path}`) && !path.includes('<'))).toEqual([]);
});
