import { coveredRequirements } from './covered.mjs';

const begin = '<!-- The table is generated: npm run requirements -->';

/** @param {string} page as it is @returns {string} the page with a current table */
export function withTable(page) {
  const byId = Map.groupBy(coveredRequirements(), ({ id }) => id);
  const rows = [...byId].map(([id, tests]) => `| ${id} | ${[...new Set(tests.map(linkOf))].join('<br>')} |`);
  return [page.slice(0, page.indexOf(begin)) + begin, '', '| id | tests |', '|---|---|', ...rows, ''].join('\n');
}

function linkOf({ path, title }) {
  return `[${path
    .split('/')
    .at(-1)
    .replace(/\.test\.tsx?$/, '')}](../../${path}) ${title.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`;
}
