import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';

test.each(['start.mjs', 'test.mjs'])('%s needs no package before it has installed them', (file) => {
  const needed = new Map();
  collect(join(root, 'scripts', file), needed);
  expect(needed.size).toBeGreaterThan(8);
  expect([...needed.values()].flat()).toEqual([]);
});

/** Notes for each file that is loaded at once the packages that it names. */
function collect(file, needed) {
  if (needed.has(file)) return;
  const code = readFileSync(file, 'utf8');
  const names = [...code.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)';$/gms), ...code.matchAll(/^import '([^']+)';$/gm)].map(
    ([, name]) => name,
  );
  needed.set(
    file,
    names.filter((name) => !name.startsWith('.') && !name.startsWith('node:')),
  );
  for (const name of names.filter((one) => one.startsWith('.'))) collect(join(dirname(file), name), needed);
}
