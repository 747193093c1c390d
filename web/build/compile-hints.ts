import type { Plugin } from 'vite';
import { chunkGroups, shortName } from './chunk-groups.ts';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Has V8 compile the functions of what every page runs while its file is still arriving, off the main thread, instead of one by one
 * when each is called: https://v8.dev/blog/explicit-compile-hints. Not in files most of whose functions wait for a click.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post', // The hint counts in the first line only, where Vite puts its lists of files.
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const isPage = file.facadeModuleId?.includes('/web/src/pages/') === true;
        if (isPage || chunkGroups.some(({ name }) => name === shortName(file.name))) file.code = hint + file.code;
      }
    },
  },
};
