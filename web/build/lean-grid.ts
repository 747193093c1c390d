import type { Plugin } from 'vite';

const file = '/x-data-grid/components/containers/GridRootStyles.';
const selector = /const shouldShowBorderTopRightRadiusSelector = [^;]+;/;

/**
 * The data grid's root has a style of 168 rules in two versions, for the corner above a scrollbar. It begins with one of them, takes the
 * other one when it has measured itself, and often goes back: each change costs what drawing its rows costs. Here it has one version, with
 * the corner rounded; above a scrollbar what shows through has the header's colour.
 */
export const leanGrid: Plugin = {
  name: 'lean-grid',
  apply: 'build',
  transform: {
    filter: { id: /GridRootStyles\./ },
    handler(code, id) {
      if (!id.includes(file)) return;
      if (!selector.test(code)) this.error(`${id} has changed: see web/build/lean-grid.ts.`);
      return code.replace(selector, 'const shouldShowBorderTopRightRadiusSelector = () => true;');
    },
  },
};
