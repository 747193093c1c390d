import type { Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { compileHints } from './compile-hints.ts';
import { firstStyles } from './first-styles.ts';
import { fontPreload } from './font-preload.ts';
import { libraryPatches } from './library-patches.ts';

/**
 * The plugins that only make the console faster: docs/decisions/034-tricks-of-the-build.md has the gain of each.
 * @param plain the value of `BEDPLATE_PLAIN`: `1` leaves all of them out, `compile-hints,font-preload` the named ones
 */
export function performance(plain = process.env.BEDPLATE_PLAIN ?? ''): Plugin[] {
  const out = plain.split(',');
  return plain === '1'
    ? []
    : [chunkGroups, compileHints, fontPreload, firstStyles, libraryPatches].filter(({ name }) => !out.includes(name));
}
