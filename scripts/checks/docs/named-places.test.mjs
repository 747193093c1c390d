import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../suite/paths.mjs';

/** Figures and files of earlier days keep their names. */
const history = /^(?:docs\/archive\/|CHANGELOG\.md)/;
const pages = globSync(['*.md', 'docs/**/*.md', '{client,react,bench,functions,web}/*.md', 'local/*/{*,docs/*}.md'], { cwd: root })
  .filter((page) => !history.test(page))
  .sort();
const read = (page) => readFileSync(join(root, page), 'utf8').replace(/^(`{3,})[\s\S]*?^\1$/gm, '');

/** Pages name files from the repository's root, beside themselves, or below the sources of their subject. */
const roots = ['', 'functions/src', 'functions/src/domain/records', 'web', 'web/src'];

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('names files that exist', () => {
    const named = [...text.matchAll(/`((?:[\w.@-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|md|css|rules)|[\w.]+\.rules)`/g)].map(([, path]) => path);
    const isThere = (path) => [dirname(page), ...roots].some((folder) => existsSync(join(root, folder, path)));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('links to pages and sections that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address).filter((address) => !/^(?:\w+:|\/)/.test(address));
    expect(links.filter((address) => !leadsSomewhere(page, address))).toEqual([]);
  });
});

test('the pages are found, the largest with what it names', () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(read('docs/architecture.md').match(/`(?:[\w-]+\/)+[\w.-]+\.tsx?`/g)?.length).toBeGreaterThan(30);
});

function leadsSomewhere(page, address) {
  const [path, place] = address.split('#');
  const target = path ? join(dirname(page), path) : page;
  return existsSync(join(root, target)) && (!place || !target.endsWith('.md') || placesOf(target).has(place));
}

/** As GitHub names the places of headings. */
function placesOf(page) {
  const titles = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}
