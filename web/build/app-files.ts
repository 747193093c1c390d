import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const repository = new URL('../../', import.meta.url);

/** Files that apps take from the product's host, by the workspace that builds them. A package also has an address with its version. */
const files = [
  { workspace: 'client', name: 'livesync.js' },
  { workspace: 'client', name: 'client.tgz' },
] as const;

export const appFiles: Plugin = {
  name: 'app-files',
  generateBundle() {
    for (const { workspace, name } of files) {
      const built = fileURLToPath(new URL(`${workspace}/dist/${name}`, repository));
      if (!existsSync(built)) {
        this.warn(`${workspace}/ is not built: /${name} is missing from this build.`);
        continue;
      }
      const source = readFileSync(built);
      for (const fileName of addresses(workspace, name)) this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

function addresses(workspace: string, name: string): string[] {
  if (!name.endsWith('.tgz')) return [name];
  const { version } = JSON.parse(readFileSync(new URL(`${workspace}/package.json`, repository), 'utf8')) as { version: string };
  return [name, name.replace('.tgz', `-${version}.tgz`)];
}
