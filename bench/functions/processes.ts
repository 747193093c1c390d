import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything that a benchmark starts and makes, ended in the opposite order. */
export interface Processes {
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  fork(file: string, args: readonly string[], execArgv?: readonly string[]): ChildProcess;
  folder(): string;
  /** Of everything started so far. */
  ids(): number[];
  end(): Promise<void>;
}

export function processes(): Processes {
  const endings: (() => unknown)[] = [];
  const ids: number[] = [];
  return {
    spawn: (command, args, options) => keep(spawn(command, [...args], { stdio: ['ignore', 'ignore', 'inherit'], ...options })),
    fork: (file, args, execArgv = []) => keep(fork(file, [...args], { stdio: 'inherit', execArgv: [...execArgv] })),
    folder() {
      const path = mkdtempSync(join(tmpdir(), 'bedplate-bench-'));
      endings.push(() => rmSync(path, { recursive: true, force: true }));
      return path;
    },
    ids: () => [...ids],
    async end() {
      for (const ending of endings.reverse()) await ending();
    },
  };

  function keep(child: ChildProcess): ChildProcess {
    if (child.pid !== undefined) ids.push(child.pid);
    endings.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await once(child, 'exit');
      clearTimeout(hard);
    });
    return child;
  }
}

/** Resolves when `url` answers with a success. */
export async function answering(url: string, child: ChildProcess, headers: Record<string, string> = {}): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url, { headers }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer.`);
}
