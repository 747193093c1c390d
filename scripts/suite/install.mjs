import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from './paths.mjs';
import { UserError } from './user-error.mjs';

/** @throws {UserError} below Node 20 */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 20) return;
  throw new UserError(`Bedplate needs Node 20 or newer, this is ${process.version}: install a current one from https://nodejs.org.`);
}

/** Runs `npm ci` when a package of the lock file is missing or has another version. */
export function installWhenNeeded(say) {
  if (isInstalled()) return;
  say('Installing packages (npm ci) …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (npm.error) throw new UserError('npm was not found on PATH: install Node with npm from https://nodejs.org.');
  if (npm.status !== 0) throw new UserError('npm ci failed, see above. Check the network and the npm registry, then run it again.');
}

/** Compares the lock file with the one that npm leaves in node_modules. */
function isInstalled() {
  const installed = packagesOf(`${root}/node_modules/.package-lock.json`);
  if (!installed || !existsSync(`${root}/node_modules/.bin/node`)) return false;
  return Object.entries(packagesOf(`${root}/package-lock.json`)).every(
    ([path, { version, optional, link }]) =>
      !path || !path.includes('node_modules/') || optional || link || installed[path]?.version === version,
  );
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}
