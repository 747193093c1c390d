import { readdirSync, readFileSync } from 'node:fs';
import { applyPatch, parsePatch } from 'diff';
import type { Plugin } from 'vite';

const folder = new URL('patches/', import.meta.url);

/** The patches of patches/, each with its reason and a link to the source, by the file of the library. */
const patches = new Map(
  readdirSync(folder).flatMap((name) =>
    parsePatch(readFileSync(new URL(name, folder), 'utf8')).map((patch) => [patch.oldFileName?.slice('a'.length) ?? '', patch] as const),
  ),
);

/** Leaves out work of libraries that a first drawing does not use. The packages themselves stay as they are. */
export const libraryPatches: Plugin = {
  name: 'library-patches',
  apply: 'build',
  transform: {
    filter: { id: [...patches.keys()].map((file) => `**${file}`) },
    handler(code, id) {
      const [file, patch] = [...patches].find(([each]) => id.endsWith(each)) ?? [];
      const patched = patch && applyPatch(code, patch);
      if (!patched) this.error(`${file} has changed: see web/build/performance/patches.`);
      return patched;
    },
  },
  buildEnd(error) {
    if (error) return;
    const ids = [...this.getModuleIds()];
    for (const file of patches.keys())
      if (!ids.some((id) => id.endsWith(file))) this.error(`No module ${file}: see web/build/performance/patches.`);
  },
};
