import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The first start of a new checkout is still on the Node of the host, which may not read TypeScript.

const repository = new URL('../../', import.meta.url);

/** Files that apps take from the host, by the workspace that builds them. */
const files = [
  ['client', 'livesync.js'],
  ['client', 'client.tgz'],
  ['react', 'react.tgz'],
];

/**
 * @returns {{ built: string, names: string[] }[]} each file where its build leaves it, and its names on the host; a package has one with
 * its version too
 */
export function servedFiles() {
  return files.map(([workspace, name]) => {
    const built = fileURLToPath(new URL(`${workspace}/dist/${name}`, repository));
    return { built, names: name.endsWith('.tgz') ? [name, name.replace('.tgz', `-${versionOf(workspace)}.tgz`)] : [name] };
  });
}

function versionOf(workspace) {
  return JSON.parse(readFileSync(new URL(`${workspace}/package.json`, repository), 'utf8')).version;
}
