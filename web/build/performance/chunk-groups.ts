import type { Plugin } from 'vite';

/** Puts modules that are used together into one file: a browser finds and starts a few larger files faster than a hundred small ones. */
export const chunkGroups: Plugin = {
  name: 'chunk-groups',
  apply: 'build',
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: { groups },
          chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
          assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '').replace(/\.\w+$/, '')}-[hash][extname]`,
        },
      },
    },
  }),
  /** Finds out, before files are made, which parts of the application use each module. */
  buildEnd(error) {
    if (error) return;
    modules.clear();
    usesForms.clear();
    for (const id of this.getModuleIds()) if (ofForms.test(id) || this.getModuleInfo(id)?.importedIds.some(isOfForms)) usesForms.add(id);
    for (const [part, { root, withPages }] of Object.entries(parts) as [Part, (typeof parts)[Part]][]) {
      const found = new Set([...this.getModuleIds()].filter((id) => id.endsWith(root)));
      if (found.size === 0) this.error(`No module ${root}: build/performance/chunk-groups.ts names one that is no longer there.`);
      for (const id of found) {
        const module = this.getModuleInfo(id);
        for (const used of module?.importedIds ?? []) found.add(used); // the loop also walks what it adds
        if (withPages) for (const used of module?.dynamicallyImportedIds ?? []) found.add(used);
      }
      modules.set(part, found);
    }
  },
};

/** @returns whether the file is that of a group, which every page or several pages load */
export function isOfGroup(chunkName: string): boolean {
  return groups.some(({ name }) => name === shortName(chunkName));
}

const office = /\/web\/src\/features\/office\//;
/** Used by few pages, and not with the first sight of any. */
const playground = /\/web\/src\/features\/playground\//;
/** Endpoints and their texts: few pages have them, none of which is seen first. */
const endpoints = /\/web\/src\/(?:texts\/(?:en\/)?calls\.ts|features\/endpoints\/)/;
/** Texts of dialogs of a data view, the archive and the trash: no first sight has any of them. */
const opened = /\/web\/src\/(?:texts\/(?:en\/)?(?:data-view|trash)|features\/(?:archive|trash)|components\/load-more)/;
/** Editors of typed fields and their texts: several forms share them, which come after the first sight of a page. */
const fieldForms =
  /\/web\/src\/(?:texts\/(?:en\/)?fields\.ts|components\/form\/chip-field|features\/records\/(?:queries\/lookup|schema\/field-text|edit\/(?:typed-field|moment|list-field|reference-field|value-field|line-breaks|day-button)))/;
/** Texts and conditions of what is opened in a data view, which its first sight has not. */
const ofDataView =
  /\/web\/src\/(?:texts\/(?:en\/)?(?:data-view|half-typed)\.ts|features\/records\/(?:filter|edit|add|history|schema)\/|components\/form\/(?:choice-field|form-dialog|chip-field|parted-field|unread-field|field|leave|password)|lib\/api\/upload|lib\/file-size)/;
/** Caps and charts are on few pages, none of which is seen first. */
const capsAndCharts = /\/web\/src\/(?:texts\/(?:en\/)?(?:caps|reporting)\.ts|features\/(?:caps|reporting)\/|components\/chart)/;
/** An undo and its texts are opened by a press, on whichever page. */
const undo = /\/web\/src\/(?:texts\/(?:en\/)?undo\.ts|features\/undo\/)/;
/** Many pages have panels, what is opened from one, and samples of code, but no data view has. */
const panels = /\/web\/src\/(?:lib\/json-layout|components\/(?:panel|page-dialogs|code-frame|code-samples|json-text))\.tsx?$/;
/** Pages of the console need them, and none of the public ones. */
const ofConsole = /\/contract\/src\/(?:office|health|file-storage|record-name)\.ts$/;
/** Only the page of access rules and the forms of a storage need them: a second factor is required by conditions as rules have them. */
const grants = /\/contract\/src\/(?:grant|access-|texts\/grant|factor-condition|sign-in\.ts|storage\.ts)/;
/** Small parts of a data view's cells that its dialogs use as well: files of their own would each be compressed apart. */
const cells =
  /\/web\/src\/(?:lib\/use-stable|features\/(?:storages\/storage-gone|records\/(?:[\w-]+\/)*(?:schema-query|lazy-editor|column-shape|stored|line-breaks|long-text|cell-kind|may-edit|fault-mark|find-fault)))\.tsx?$/;
/** Only the page of mails to app users needs their schema, and our own texts of them in every language. */
const appMails = /\/contract\/src\/(?:app-mail|texts\/app-mail)/;
/** Only data views of storages with rules for their fields need to know why a stored value breaks one. */
const faults = /\/contract\/src\/(?:stored-fault|field-problem|texts\/field-texts)/;
/** The syntax of patterns, which the database's library also knows: pages that have a pattern ask for it. */
const patterns = /node_modules\/re2js\//;
const formLibraries = /node_modules\/(?:zod|react-hook-form|@hookform)\//;

const groups = [
  // Libraries that every page needs. They change rarely, so browsers keep them over a release.
  // Large libraries of a few pages are not among them: a group takes its dependencies along, and every page would load them.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(?:react-router|react-router-dom)\// },
  { name: 'look', test: /node_modules\/(?:@mui\/(?!x-)|@emotion|@popperjs|react-transition-group|@tanstack)/, minShareCount: 11 },
  // The public pages load little. They share one file with all of the console, and another with some of its pages.
  { name: 'common', test: (id: string) => isIn('site', id) && isIn('start', id), minShareCount: 2 },
  { name: 'some', test: (id: string) => isIn('site', id), entriesAware: true, entriesAwareMergeThreshold: 1500, minShareCount: 2 },
  // Texts and limits are needed at once; only forms need the schemas beside them.
  { name: 'console-texts', test: /\/contract\/src\/texts\/(?:billing|office|messages|device)/ },
  { name: 'refusals', test: /\/contract\/src\/texts\/(?:activity|refusals)/ },
  { name: 'values', test: /\/contract\/src\/(?:values\/|number-text|repeated-member)/ },
  // The meaning of texts as values of types, which forms of records and tables need.
  { name: 'doors', test: /\/contract\/src\/(?:(?:text|json)-door|field-bounds|split-escaped|list-part)/ },
  // Imports read tables; neither the site nor a first look does.
  {
    name: 'tables',
    test: /\/contract\/src\/(?:csv-|texts\/csv-|table-|cell-values|cell-forms|unsure-columns|written-column|several-kinds|declared-cell|nested-columns|column-field)/,
  },
  // Names of other systems, which only filters and the playground know.
  { name: 'parameters', test: /\/contract\/src\/(?:near-parameter|filter-name)/ },
  {
    name: 'contract',
    test: (id: string) => isOfContract(id) && !usesForms.has(id) && !ofConsole.test(id),
  },
  {
    name: 'forms',
    test: (id: string) => formLibraries.test(id) || (isOfContract(id) && usesForms.has(id)),
  },
  { name: 'grants', test: grants },
  { name: 'app-mails', test: appMails },
  { name: 'faults', test: faults },
  { name: 'start', test: (id: string) => partOf(id) === 'start' },
  // Modules with forms and modules without are in different files.
  { name: 'login', test: (id: string) => partOf(id) === 'login' && !usesForms.has(id), minShareCount: 2 },
  // A group takes along what its modules import: without this one, `pages` would take this module and with it all forms.
  { name: 'form', test: isOfForms },
  { name: 'login-form', test: (id: string) => partOf(id) === 'login' && usesForms.has(id), minShareCount: 2 },
  { name: 'shell', test: (id: string) => partOf(id) === 'shell' },
  { name: 'cells', test: cells },
  // Switches, selects and the like belong to no page and are too small for files of their own.
  { name: 'controls', test: /node_modules\/(?:@mui\/(?!x-)|use-sync-external-store|@base-ui)/, minShareCount: 3 },
  {
    name: 'pages',
    test: (id: string) =>
      partOf(id) === null &&
      ![office, playground, endpoints, opened, ofDataView, fieldForms, undo, capsAndCharts, panels, patterns].some((late) =>
        late.test(id),
      ) &&
      !usesForms.has(id),
    minShareCount: 4,
  },
  { name: 'panel', test: panels },
  { name: 'office', test: office, minShareCount: 8 },
];

/** A module belongs to the first of the parts that use it. */
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
/** The sentences of the schemas: only forms need them. */
const ofForms = /\/contract\/src\/texts\/rules\.ts$/;

/** @returns whether the module is of the contract that more than one page needs */
function isOfContract(id: string): boolean {
  return id.includes('/contract/src/') && ![grants, appMails, faults].some((late) => late.test(id));
}

function isOfForms(id: string): boolean {
  return formLibraries.test(id) || /\/web\/src\/lib\/(?:form|zod-without-eval)\.ts$/.test(id);
}

function isIn(part: Part, id: string): boolean {
  return modules.get(part)?.has(id) === true;
}

function partOf(id: string): Part | null {
  return [...modules].find(([, ids]) => ids.has(id))?.[0] ?? null;
}

/** @returns the name of the group, to which Rolldown adds those of all pages that share the file */
function shortName(name: string): string {
  return name.split('~')[0] ?? name;
}
