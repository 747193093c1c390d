import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The most JavaScript, in gzipped bytes, that an entry with the named page may load before its first paint. */
const budgets = [
  { entry: 'console', page: 'src/pages/login-page.tsx', bytes: 300 * 1024 },
  { entry: 'console', page: 'src/pages/data-view-page.tsx', bytes: 460 * 1024 }, // without what makes forms; 20 of them are texts of staff and of refusals
  { entry: 'site', page: 'src/pages/landing-page.tsx', bytes: 90 * 1024 },
  { entry: 'site', page: 'src/pages/documentation-page.tsx', bytes: 90 * 1024 },
] as const;

/** Fails the build when a first load outgrows its budget. */
export const firstLoad: Plugin = {
  name: 'first-load-budget',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const { entry, page, bytes } of budgets) {
      const starts = chunks.filter((chunk) => (chunk.isEntry && chunk.name === entry) || chunk.facadeModuleId?.endsWith(page));
      const names = new Set(starts.map(({ fileName }) => fileName));
      let size = 0;
      for (const name of names) {
        const file = bundle[name];
        if (file?.type !== 'chunk') continue;
        size += gzipSync(file.code).length;
        for (const imported of file.imports) names.add(imported); // the loop also walks what it adds
      }
      if (starts.length < 2)
        this.error(`The build has no file for ${entry} or ${page}: build/first-load.ts names one that is no longer there.`);
      if (size > bytes)
        this.error(`The first load of ${entry} with ${page} is ${size} bytes gzipped, the budget ${bytes}: ${[...names].join(', ')}`);
    }
  },
};
