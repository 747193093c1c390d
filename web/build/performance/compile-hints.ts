import type { Plugin } from 'vite';
import { isOfGroup } from './chunk-groups.ts';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Lets V8 compile all functions of a file on another thread while the file arrives, instead of one by one at the first call:
 * https://v8.dev/blog/explicit-compile-hints. Files with functions that mostly wait for a click have no hint.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post', // The hint works only in the first line, where Vite puts its lists of files.
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const isPage = file.facadeModuleId?.includes('/web/src/pages/') === true;
        if (isPage || isOfGroup(file.name)) file.code = hint + file.code;
      }
    },
  },
};
