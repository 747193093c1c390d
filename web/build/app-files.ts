import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const repository = new URL('../../', import.meta.url);

/** Files that apps take from the host, by the workspace that builds them. */
const files = [
  ['client', 'livesync.js'],
  ['client', 'client.tgz'],
  ['react', 'react.tgz'],
] as const;

/** Puts them into the site. */
export const appFiles: Plugin = {
  name: 'app-files',
  generateBundle() {
    for (const { built, names } of servedFiles()) {
      const source = existsSync(built) && readFileSync(built);
      if (!source) this.warn(`${built} is not built: /${names[0]} is missing from this build.`);
      else for (const fileName of names) this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

/** @returns each file where its build leaves it, and its names on the host; a package has one with its version too */
export function servedFiles(): { built: string; names: string[] }[] {
  return files.map(([workspace, name]) => {
    const built = fileURLToPath(new URL(`${workspace}/dist/${name}`, repository));
    return { built, names: name.endsWith('.tgz') ? [name, name.replace('.tgz', `-${versionOf(workspace)}.tgz`)] : [name] };
  });
}

function versionOf(workspace: string): string {
  const { version } = JSON.parse(readFileSync(new URL(`${workspace}/package.json`, repository), 'utf8')) as { version: string };
  return version;
}
