import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../suite/paths.mjs';

const mark = /\/\/ Covers (S\d-\S+?-\d+(?:, S\d-\S+?-\d+)*)/;

/** @returns {{ id: string, path: string, title: string }[]} every requirement that a `// Covers …` comment names, in order */
export function coveredRequirements() {
  return testFiles()
    .flatMap((path) => coveredIn(readFileSync(join(root, path), 'utf8')).map((each) => ({ path, ...each })))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }) || a.path.localeCompare(b.path));
}

/**
 * A comment on a line of its own belongs to the title that follows, one at the end of a line to the title on this line.
 * @param {string} text of a test file
 */
export function coveredIn(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const ids = mark.exec(line)?.[1]?.split(', ') ?? [];
    if (!ids.length) return [];
    const title =
      titleOf(line.replace(/\/\/.*/, '')) ??
      lines
        .slice(index + 1, index + 12)
        .map(titleOf)
        .find(Boolean);
    return ids.map((id) => ({ id, title: title ?? '' }));
  });
}

/** The text after `)(`, as in `test.each(rows)('…')`, or the first text of the line. */
function titleOf(line) {
  return (/\)\((['"`])(.*?)\1/.exec(line) ?? /(['"`])(.*?)\1/.exec(line))?.[2];
}

function testFiles() {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', 'tests/**/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)));
}
