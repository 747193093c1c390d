import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Installed {
  readonly folder: string;
  readonly version: string;
}

/**
 * Installs a package into a folder of its own, which is kept between runs and is no part of this repository or its lock file.
 * @param manifest what its package.json needs besides the package
 * @returns null when it cannot be installed
 */
export function installPackage(name: string, version: string, { manifest = {}, flags = [] as string[] } = {}): Installed | null {
  const folder = join(tmpdir(), `bedplate-peers-${name}-${version}`);
  const installed = join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...manifest }));
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...flags, `${name}@${version}`];
    if (spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 900_000 }).status !== 0) return null;
  }
  return { folder, version: (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version };
}
