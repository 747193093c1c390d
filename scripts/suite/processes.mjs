import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @returns {Promise<{ pid: number, parent: number, started: string }[]>} every process; `started` tells a reused id apart */
export async function processes() {
  return (await fromProc()) ?? fromPs();
}

/** Linux; slim images have no `ps`. Fields by proc(5): 4 is the parent, 22 the start time, counted after the name in brackets. */
async function fromProc() {
  const names = await readdir('/proc').catch(() => null);
  const pids = names?.filter((name) => /^\d+$/.test(name));
  if (!pids?.length) return null;
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null); // ended meanwhile
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields && { pid: Number(pid), parent: Number(fields[1]), started: fields[19] };
    }),
  );
  return found.filter((process) => process !== undefined);
}

async function fromPs() {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, started] = /^\s*(\d+)\s+(\d+)\s+(.*\S)/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), started }] : [];
  });
}
