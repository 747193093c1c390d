import { constants, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.runIf(process.platform === 'linux')('a write of the log waits for the disk, in this file and in the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-firestore-log-'));
  const writer = await LogWriter.open(join(folder, 'first'), 0);
  try {
    expect(openFlags(join(folder, 'first')) & constants.O_DSYNC).toBe(constants.O_DSYNC);
    await writer.switchTo(join(folder, 'next'));
    expect(openFlags(join(folder, 'next')) & constants.O_DSYNC).toBe(constants.O_DSYNC);
  } finally {
    await writer.close();
    rmSync(folder, { recursive: true });
  }
});

/** With what this process has a file open: https://man7.org/linux/man-pages/man5/proc_pid_fdinfo.5.html */
function openFlags(path: string): number {
  const id = readdirSync('/proc/self/fd').find(
    (each) => existsSync(`/proc/self/fd/${each}`) && readlinkSync(`/proc/self/fd/${each}`) === path,
  );
  const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${id}`, 'utf8'))?.[1] ?? '0';
  return Number.parseInt(flags, 8);
}
