import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../scripts/suite/addresses.mjs';
import type { Processes } from '../processes.ts';

export interface Postgres {
  readonly uri: string;
  /** Runs a script in psql. @throws {Error} with what it printed */
  run(sql: string): void;
  /** Writes `count` rows at once, and brings the planner's figures up to date. */
  copy(table: string, columns: readonly string[], count: number, row: (i: number) => readonly unknown[]): void;
}

/**
 * A PostgreSQL cluster of its own in a temporary folder, with its settings as Debian ships them: every commit is synced to disk.
 * @returns null when PostgreSQL is not there and cannot be installed
 */
export async function startPostgres(running: Processes): Promise<Postgres | null> {
  const binaries = findBinaries() ?? (install() ? findBinaries() : null);
  if (!binaries) return null;
  const folder = running.folder();
  const port = await freePort();
  // PostgreSQL refuses to run as root; the package brings a user for it.
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout) : undefined;
  if (uid !== undefined) chownSync(folder, uid, 0);
  const as = uid === undefined ? {} : { uid };
  const data = join(folder, 'data');
  must(
    spawnSync(join(binaries, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
      ...as,
      encoding: 'utf8',
    }),
  );
  running.spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'], {
    ...as,
    stdio: 'ignore',
  });
  const psql = (sql: string) =>
    spawnSync('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'bench', '-v', 'ON_ERROR_STOP=1', '-q', '-d', 'postgres'], {
      input: sql,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
  for (let attempt = 0; psql('select 1').status !== 0; attempt += 1) {
    if (attempt === 100) throw new Error('PostgreSQL does not start.');
    await new Promise((done) => setTimeout(done, 100));
  }
  const run = (sql: string) => must(psql(sql));
  return {
    uri: `postgres://bench@127.0.0.1:${port}/postgres`,
    run,
    copy(table, columns, count, row) {
      const lines = Array.from({ length: count }, (_, i) => row(i).join('\t'));
      run(`copy ${table} (${columns.join(', ')}) from stdin;\n${lines.join('\n')}\n\\.\nvacuum analyze ${table};\n`);
    },
  };
}

function findBinaries(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const version = versions.includes('15') ? '15' : versions.at(-1);
  const folder = version && join('/usr/lib/postgresql', version, 'bin');
  return folder && existsSync(join(folder, 'postgres')) ? folder : null;
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  return (
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { stdio: 'ignore', timeout: 300_000 }).status === 0
  );
}

function must({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): void {
  if (status !== 0) throw new Error(stderr || stdout || 'a command of PostgreSQL failed');
}
