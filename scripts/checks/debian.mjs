import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs programs that tests drive, as root on Debian; elsewhere, and without a network, it changes nothing.
 * @param {string[]} packages those that are there stay as they are
 */
export function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const missing = packages.filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
  }
}
