import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps a second process out of a data directory. The lock of a killed process does not count.
 * @returns releases the lock
 * @throws Error naming the process that holds it
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const holder = readLock(path);
  if (holder && startOf(holder.pid) === holder.start)
    throw new Error(`The data directory ${directory} is in use by process ${holder.pid}.`);
  writeFileSync(path, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
  return () => rmSync(path, { force: true });
}

function readLock(path: string): { pid: number; start: string } | undefined {
  try {
    const lock: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof lock !== 'object' || lock === null || !('pid' in lock) || !('start' in lock)) return undefined;
    return { pid: Number(lock.pid), start: String(lock.start) };
  } catch {
    // Absent, or torn by a crash: the directory is free.
    return undefined;
  }
}

/** Distinguishes a live process from a later one with the same id; `gone` when there is none. */
function startOf(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch {
    return 'gone';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive';
  } catch {
    // No /proc on this system: the process id has to do.
    return 'alive';
  }
}
