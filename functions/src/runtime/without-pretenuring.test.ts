import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { flag, withoutPretenuring } from './without-pretenuring.ts';

vi.mock('node:v8', { spy: true });

test('the flag is set, and this version of Node.js knows it', () => {
  withoutPretenuring();
  expect(setFlagsFromString).toHaveBeenCalledExactlyOnceWith(flag);
  expect(String(execFileSync(process.execPath, [flag, '--print', '1 + 1']))).toBe('2\n');
});
