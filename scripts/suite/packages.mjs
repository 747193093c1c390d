import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares the lock file with what lies in node_modules. npm's own list is not enough: a folder may have been deleted since.
 * @param {string} root of the repository
 * @returns {string[]} the folders of packages that are missing or have another version
 */
export function missingPackages(root) {
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json')) ?? {};
  return Object.entries(packagesOf(join(root, 'package-lock.json')) ?? {})
    .filter(([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link)
    .filter(([path, { version }]) => installed[path]?.version !== version || !isThere(root, path))
    .map(([path]) => path);
}

/** @returns {string} a digest of what is installed: it differs when a package comes, goes or changes its version */
export function digestOfPackages(root) {
  const installed = Object.entries(packagesOf(join(root, 'node_modules/.package-lock.json')) ?? {});
  const there = installed.filter(([path]) => isThere(root, path)).map(([path, { version }]) => `${path} ${version}`);
  return createHash('sha256').update(there.join('\n')).digest('hex');
}

function isThere(root, path) {
  return existsSync(join(root, path, 'package.json'));
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}
