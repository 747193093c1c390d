import type { Plugin } from 'vite';

interface Edit {
  readonly find: string | RegExp;
  readonly put: string;
}

const lazyCollator: Edit = {
  find: 'const collator = new Intl.Collator();',
  put: 'let collating; const collator = { compare: (a, b) => (collating ??= new Intl.Collator()).compare(a, b) };',
};

/** What modules of libraries say, and what they say here. */
const edits: Readonly<Record<string, readonly Edit[]>> = {
  // The root has a style of 168 rules in two versions, for the corner above a scrollbar. It begins with one of them, takes the other one
  // when it has measured itself, and often goes back: each change costs what drawing its rows costs. Here it has one version, with the
  // corner rounded; above a scrollbar what shows through has the header's colour.
  '/x-data-grid/components/containers/GridRootStyles.mjs': [
    {
      find: /const shouldShowBorderTopRightRadiusSelector = [^;]+;/,
      put: 'const shouldShowBorderTopRightRadiusSelector = () => true;',
    },
  ],
  // Only a width that shrinks leaves a grid scrolled too far: asking how far it is lays the page out once more, without its rows.
  '/x-data-grid/hooks/features/dimensions/useGridDimensions.mjs': [
    {
      find: 'Math.abs(virtualScroller.scrollLeft)',
      put: '(maxScrollLeft < previous.rowWidth - previous.viewportOuterSize.width ? Math.abs(virtualScroller.scrollLeft) : 0)',
    },
  ],
  // A browser's first collator and its first format of numbers cost as much as half of the rows; sorting and panels ask for them.
  '/x-data-grid/hooks/features/sorting/gridSortingUtils.mjs': [lazyCollator],
  '/x-data-grid/components/columnsManagement/GridColumnsManagement.mjs': [lazyCollator],
  '/x-data-grid/components/panel/filterPanel/GridFilterFormBase.mjs': [lazyCollator],
  '/material/TablePagination/TablePagination.mjs': [
    {
      find: "const formatNumber = buildFormatNumber('en-US');",
      put: "let formatting; const formatNumber = (number) => (formatting ??= buildFormatNumber('en-US'))(number);",
    },
  ],
  // Each styled element is followed by a component that puts its styles into the page; those that are there already need none.
  '/@emotion/styled/base/dist/emotion-styled-base.browser.esm.js': [
    {
      find: 'null, /*#__PURE__*/React.createElement(Insertion, {',
      put: "null, cache.inserted[serialized.name] !== undefined ? registerStyles(cache, serialized, typeof FinalTag === 'string') : React.createElement(Insertion, {",
    },
  ],
  // 28 rules for messages, put into the page by each module as it begins: each is made when a message first asks for it.
  '/notistack/notistack.esm.js': [
    {
      find: 'return _extends({}, acc, (_extends2 = {}, _extends2[key] = css(value), _extends2));',
      put: 'return Object.defineProperty(acc, key, { enumerable: true, get: () => (_extends2 ??= css(value)) });',
    },
  ],
};
const files = Object.keys(edits);

/** Leaves out what libraries do for a first drawing without any use. */
export const leanLibraries: Plugin = {
  name: 'lean-libraries',
  apply: 'build',
  transform: {
    filter: { id: files.map((file) => new RegExp(`${file.replaceAll('.', '\\.')}$`)) },
    handler(code, id) {
      let changed = code;
      for (const { find, put } of edits[files.find((file) => id.endsWith(file)) ?? ''] ?? []) {
        const before = changed;
        changed = before.replace(find, () => put);
        if (changed === before) this.error(`${id} has changed: see web/build/performance/lean-libraries.ts.`);
      }
      return changed;
    },
  },
  buildEnd(error) {
    if (error) return;
    const ids = [...this.getModuleIds()];
    for (const file of files)
      if (!ids.some((id) => id.endsWith(file))) this.error(`No module ${file}: see web/build/performance/lean-libraries.ts.`);
  },
};
