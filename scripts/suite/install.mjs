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

/**
 * Installs what the lock file says when a package is missing or has another version. Not by `npm ci`: it refuses a lock file
 * that lacks the optional packages of other platforms, which some registries do not have.
 */
export function installWhenNeeded(say) {
  if (isInstalled()) return;
  say('Installing packages …');
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (npm.error) throw new UserError('npm was not found on PATH: install Node with npm from https://nodejs.org.');
  if (npm.status !== 0) throw new UserError('npm install failed, see above. Check the network and the npm registry, then run it again.');
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
