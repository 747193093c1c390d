import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freeOffset } from './addresses.mjs';
import { node } from './paths.mjs';

test('two processes that ask at once get different offsets, and keep them', async () => {
  const program = "const { freeOffset } = await import('./addresses.mjs'); console.log(await freeOffset()); setInterval(() => {}, 1000);";
  const asked = Array.from({ length: 3 }, async () => {
    const child = spawn(node, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const [line] = await once(child.stdout, 'data');
    return Number(line);
  });
  const offsets = [...(await Promise.all(asked)), await freeOffset()];
  expect(new Set(offsets).size).toBe(4);
});
