import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';

/**
 * Preloaded into the programs of the suite: firebase-tools' Functions emulator passes over changes of every file whose path has a
 * hidden folder in it, and a copy runs below `.bedplate`. So it would go on with the functions of its start.
 */
const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase') && process.argv.includes('emulators:start')) {
  const chokidar = createRequire(require.resolve('firebase-tools/lib/emulator/functionsEmulator.js'))('chokidar');
  chokidar.watch = fromFolder(chokidar.watch);
}

/** @returns a `watch` whose patterns of ignored paths see a path from the watched folder on; files of rules are watched without any */
export function fromFolder(watch) {
  return (folder, options) => {
    if (!options?.ignored) return watch(folder, options);
    const ignored = options.ignored.map((rule) =>
      rule instanceof RegExp ? (path) => rule.test(join(basename(folder), relative(folder, path))) : rule,
    );
    return watch(folder, { ...options, ignored });
  };
}
