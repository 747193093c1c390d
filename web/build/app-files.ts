import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { servedFiles } from './served-files.mjs';

/** Puts the files that apps take from the host into the site. */
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
