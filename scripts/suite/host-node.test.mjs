import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';

/** Of what a checkout without packages runs: the Node of the host reads it, which may be 20. */
const first = ['scripts/start.mjs', 'scripts/test.mjs'];

test('what the host’s own Node runs reaches no TypeScript', () => {
  const found = new Set(first.map((name) => join(root, name)));
  for (const file of found)
    for (const [, , path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*(['"])((?:\.|@bedplate\/).*?)\1/g)) {
      const named = path.startsWith('.') ? join(dirname(file), path) : join(root, 'node_modules', path);
      expect(named, `${file} imports ${path}`).toMatch(/\.mjs$/);
      if (existsSync(named)) found.add(named);
    }
  expect(found.size).toBeGreaterThan(20);
});
