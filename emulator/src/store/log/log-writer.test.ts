import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LogWriter } from './log-writer.ts';

const fullDisk = '/dev/full';

test.runIf(existsSync(fullDisk))('on a full disk the commit is refused, and so is everything after it', async () => {
  const writer = await LogWriter.open(fullDisk, 0);
  expect(() => writer.assertWritable()).not.toThrow();
  const entry = { kind: 'clear', projectId: 'demo', commitMicros: 1 } as const;
  await expect(writer.append(entry)).rejects.toThrow('The commit could not be written to disk.');
  expect(() => writer.assertWritable()).toThrow('The commit log could not be written; restart the server.');
  await expect(writer.append(entry)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await writer.close();
});
