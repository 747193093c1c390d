import { createRequire } from 'node:module';
import { sep } from 'node:path';

/**
 * Preloaded into the programs of the suite: firebase-tools' Storage emulator ends as a whole when a file is replaced or deleted while
 * it is exported (StorageLayer.export of 15.x copies file by file). Such a file is left out; the state that is saved next has it.
 */
const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase')) {
  const files = createRequire(require.resolve('firebase-tools/package.json'))('fs-extra');
  const { copy } = files;
  files.copy = async (source, ...rest) => {
    try {
      return await copy(source, ...rest);
    } catch (error) {
      if (error.code !== 'ENOENT' || !String(source).includes(`${sep}storage${sep}blobs${sep}`)) throw error;
    }
  };
}
