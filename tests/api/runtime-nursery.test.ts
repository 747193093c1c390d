import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';

const MiB = 2 ** 20;

test('what is deployed gives every function a nursery of 32 MiB, and Node takes it', () => {
  const { NODE_OPTIONS } = parseEnv(readFileSync(new URL('../../functions/config/.env', import.meta.url), 'utf8'));
  // The heap's limit counts the nursery three times.
  expect(heapLimit(NODE_OPTIONS) - heapLimit('--max-semi-space-size=16')).toBe(3 * (32 - 16) * MiB);
});

function heapLimit(options: string | undefined): number {
  const script = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)";
  return Number(execFileSync(process.execPath, ['-e', script], { env: { ...process.env, NODE_OPTIONS: options }, encoding: 'utf8' }));
}
