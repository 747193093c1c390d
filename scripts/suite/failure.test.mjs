import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failure, lastErrorIn } from './failure.mjs';

test('a failure names its log and shows the last error in it with its stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'suite.log');
  const noise = 'i  functions: Watching for changes\n'.repeat(20_000);
  writeFileSync(log, `Error: an earlier one\n${noise}\u001b[31mError: no rules\u001b[39m\n    at load (rules.js:1)\nbye\n`);
  expect(failure('The emulator suite ended (1).', log).message).toBe(
    `The emulator suite ended (1).\nIts last error:\n  Error: no rules\n      at load (rules.js:1)\n  bye\nThe whole log: ${log}`,
  );
});

test('a log without an error shows its last lines, and a missing one only its name', () => {
  expect(lastErrorIn('one\ntwo\n\n')).toEqual(['one', 'two']);
  expect(failure('The mail inbox ended (1).', '/nowhere/inbox.log').message).toBe(
    'The mail inbox ended (1).\nThe whole log: /nowhere/inbox.log',
  );
});
