import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry } from './commit-log.ts';
import { ByteReader } from './byte-reader.ts';
import { readEntry } from './entry-codec.ts';
import { readFrames } from './read-frames.ts';

/** Receives what a directory holds, in order: first the snapshot's entries, then those of the logs. */
export interface Recovery {
  onSnapshotEntry(entry: LogEntry): void;
  onLogEntry(entry: LogEntry): void;
  /** One sentence about something that was dropped or set aside. */
  onNotice(message: string): void;
}

export interface RecoveredLog {
  readonly generation: number;
  readonly path: string;
  readonly size: number;
  /** Bytes of the logs between the snapshot and this one: snapshots that were begun and never finished left them. */
  readonly loggedBefore: number;
  readonly snapshotSize: number;
}

/** Snapshot N holds everything before log N begins. */
export const logPath = (directory: string, generation: number): string => join(directory, `log-${pad(generation)}`);
export const snapshotPath = (directory: string, generation: number): string => join(directory, `snapshot-${pad(generation)}`);

/**
 * Reads a data directory, which may be new. A torn last record is cut off; damage anywhere else is refused.
 * @param salvage keep what precedes the damage and set the damaged files aside
 * @returns where the log goes on
 */
export function recoverDirectory(directory: string, recovery: Recovery, salvage: boolean): RecoveredLog {
  mkdirSync(directory, { recursive: true });
  const base = Math.max(0, ...generations(directory, 'snapshot'));
  removeOutdated(directory, base);
  const snapshotSize = base === 0 ? 0 : readSnapshot(snapshotPath(directory, base), recovery);
  const logs = generations(directory, 'log').filter((generation) => generation >= base);
  let last = { generation: Math.max(1, base), path: logPath(directory, Math.max(1, base)), size: 0, loggedBefore: 0, snapshotSize };
  for (const [i, generation] of logs.entries()) {
    const path = logPath(directory, generation);
    const { validBytes, size, damagedInside, roomBehind } = readFrames(path, (payload) => eachEntry(payload, recovery.onLogEntry));
    last = { generation, path, size: validBytes, loggedBefore: last.loggedBefore + last.size, snapshotSize };
    if (validBytes === size) continue;
    const isLast = i === logs.length - 1;
    if (roomBehind) {
      if (isLast) truncateSync(path, validBytes);
      continue;
    }
    if (isLast && !damagedInside) {
      recovery.onNotice(
        `The last record of ${path} was not completely written and was dropped (${size - validBytes} bytes at offset ${validBytes}).`,
      );
      truncateSync(path, validBytes);
      continue;
    }
    if (!salvage) throw damaged(path, validBytes);
    setAside(
      path,
      validBytes,
      logs.slice(i + 1).map((later) => logPath(directory, later)),
    );
    recovery.onNotice(`${path} is damaged at offset ${validBytes}: what follows was set aside in *.damaged files.`);
    break;
  }
  return last;
}

/** Removes what a snapshot of this generation has made superfluous, and unfinished snapshots. */
export function removeOutdated(directory: string, generation: number): void {
  for (const name of readdirSync(directory)) {
    const found = /^(?:log|snapshot)-(\d+)$/.exec(name)?.[1];
    if (/^snapshot-\d+\.tmp$/.test(name) || (found !== undefined && Number(found) < generation)) rmSync(join(directory, name));
  }
}

function readSnapshot(path: string, recovery: Recovery): number {
  const { validBytes, size } = readFrames(path, (payload) => eachEntry(payload, recovery.onSnapshotEntry));
  if (validBytes !== size) throw damaged(path, validBytes);
  return size;
}

function eachEntry(payload: Buffer, take: (entry: LogEntry) => void): void {
  const reader = new ByteReader(payload);
  while (!reader.done) take(readEntry(reader));
}

function damaged(path: string, offset: number): Error {
  return new Error(
    `${path} is damaged at offset ${offset}. Nothing was changed. Restore the file from a backup, or start once with recovery switched on to keep what precedes the damage.`,
  );
}

function setAside(path: string, validBytes: number, later: readonly string[]): void {
  copyFileSync(path, `${path}.damaged`);
  truncateSync(path, validBytes);
  for (const name of later) renameSync(name, `${name}.damaged`);
}

function generations(directory: string, kind: 'log' | 'snapshot'): readonly number[] {
  const numbers = readdirSync(directory).map((name) => new RegExp(`^${kind}-(\\d+)$`).exec(name)?.[1]);
  return numbers
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

function pad(generation: number): string {
  return String(generation).padStart(8, '0');
}
