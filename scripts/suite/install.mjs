import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missingPackages } from './packages.mjs';
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
  const missing = missingPackages(root);
  if (missing.length === 0 && existsSync(`${root}/node_modules/.bin/node`)) return;
  say('Installing packages, a minute or two the first time …');
  // Its warnings are of Node's version, which is not the one that programs here run on.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (npm.error) throw new UserError('npm was not found on PATH: install Node with npm from https://nodejs.org.');
  if (npm.status !== 0) throw new UserError('npm install failed, see above. Check the network and the npm registry, then run it again.');
}
