import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, for user space. */
const ticksPerSecond = 100;

/** @returns milliseconds of processor time that these processes and those below them have used; NaN where /proc does not tell */
export function cpuMillis(roots: readonly number[]): number {
  const all = processes();
  const counted = new Set(roots);
  let ticks = 0;
  // A parent has a lower number than its children, but for the rare wrap around.
  for (const { pid, parent, used } of all.sort((a, b) => a.pid - b.pid)) {
    if (!counted.has(pid) && !counted.has(parent)) continue;
    counted.add(pid);
    ticks += used;
  }
  return all.length === 0 ? Number.NaN : (ticks * 1000) / ticksPerSecond;
}

function processes(): { pid: number; parent: number; used: number }[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)));
  } catch {
    return [];
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): { pid: number; parent: number; used: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ pid, parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    return []; // it has ended
  }
}
