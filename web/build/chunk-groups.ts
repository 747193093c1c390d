import type { Plugin } from 'vite';

const office = /\/web\/src\/features\/office\//;
const formLibraries = /node_modules\/(?:zod|react-hook-form|@hookform)\//;

/** Which modules travel in one file. A hundred small files take a browser longer to find and start than a few with some code more. */
export const chunkGroups = [
  // Libraries that every page needs and that change rarely, so a release does not make browsers load them again.
  // Not the large ones that only some pages need: a group takes its dependencies along, and then every page loads all of it.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(?:react-router|react-router-dom)\// },
  { name: 'look', test: /node_modules\/(?:@mui\/(?!x-)|@emotion|@popperjs|react-transition-group|@tanstack)/, minShareCount: 10 },
  // The public pages load little. What all of the console has in common with them is one file; what some of its pages have is not in it.
  { name: 'common', test: (id: string) => isIn('site', id) && isIn('start', id), minShareCount: 2 },
  { name: 'some', test: (id: string) => isIn('site', id), entriesAware: true, entriesAwareMergeThreshold: 1000, minShareCount: 2 },
  // Texts and limits are needed at once, the schemas beside them by forms alone.
  { name: 'contract', test: (id: string) => id.includes('/contract/src/') && !usesForms.has(id) },
  { name: 'forms', test: (id: string) => formLibraries.test(id) || (id.includes('/contract/src/') && usesForms.has(id)) },
  { name: 'start', test: (id: string) => partOf(id) === 'start' },
  // What uses forms is not in one file with what does not.
  { name: 'login', test: (id: string) => partOf(id) === 'login' && !usesForms.has(id), minShareCount: 2 },
  { name: 'shell', test: (id: string) => partOf(id) === 'shell' },
  // Switches, selects and the like: of no page, and too small for files of their own.
  { name: 'controls', test: /node_modules\/(?:@mui\/(?!x-)|use-sync-external-store|@base-ui)/, minShareCount: 3 },
  { name: 'pages', test: (id: string) => partOf(id) === null && !office.test(id), minShareCount: 4 },
  { name: 'office', test: office, minShareCount: 8 },
];

/** Of the parts that use a module, the first has it. */
const parts = {
  site: { root: '/web/site.html', withPages: true },
  start: { root: '/web/console.html', withPages: false },
  login: { root: '/src/pages/login-page.tsx', withPages: false },
  shell: { root: '/src/app/shell/shell.tsx', withPages: false },
};
type Part = keyof typeof parts;
const modules = new Map<Part, ReadonlySet<string>>();
/** Modules that make schemas or forms. */
const usesForms = new Set<string>();

/** Learns, before files are made, which parts of the application use each module. */
export const moduleParts: Plugin = {
  name: 'module-parts',
  apply: 'build',
  buildEnd(error) {
    if (error) return;
    modules.clear();
    usesForms.clear();
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.importedIds.some(isOfForms)) usesForms.add(id);
    for (const [part, { root, withPages }] of Object.entries(parts) as [Part, (typeof parts)[Part]][]) {
      const found = new Set([...this.getModuleIds()].filter((id) => id.endsWith(root)));
      if (found.size === 0) this.error(`No module ${root}: build/chunk-groups.ts names one that is no longer there.`);
      for (const id of found) {
        const module = this.getModuleInfo(id);
        for (const used of module?.importedIds ?? []) found.add(used); // a Set is walked with what is added on the way
        if (withPages) for (const used of module?.dynamicallyImportedIds ?? []) found.add(used);
      }
      modules.set(part, found);
    }
  },
};

function isOfForms(id: string): boolean {
  return formLibraries.test(id) || /\/web\/src\/lib\/(?:form|zod-without-eval)\.ts$/.test(id);
}

function isIn(part: Part, id: string): boolean {
  return modules.get(part)?.has(id) === true;
}

function partOf(id: string): Part | null {
  return [...modules].find(([, ids]) => ids.has(id))?.[0] ?? null;
}

/** The groups' own names: Rolldown adds those of all pages that share a file. */
export function shortName(name: string): string {
  return name.split('~')[0] ?? name;
}
