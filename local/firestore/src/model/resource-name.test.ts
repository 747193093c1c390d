import { expect, test } from 'vitest';
import { parseDatabaseName, parseDocumentName, parseParentName } from './resource-name.ts';

const root = 'projects/p/databases/(default)/documents';

test('a document name is taken apart', () => {
  expect(parseDocumentName(`${root}/c/d/e/f`)).toEqual({ projectId: 'p', databaseId: '(default)', path: 'c/d/e/f' });
});

test('a parent is the root or a document', () => {
  expect(parseParentName(root).path).toBe('');
  expect(parseParentName(`${root}/c/d`).path).toBe('c/d');
});

test.each([
  [() => parseDatabaseName('p/x'), 'Database name "p/x" lacks "projects/" at index 0.'],
  [() => parseDatabaseName('projects/p'), 'Database name "projects/p" lacks "/databases/" at index 10.'],
  [() => parseDocumentName('projects/p/databases/d'), 'Document name "projects/p/databases/d" lacks "/documents/" at index 22.'],
  [() => parseDocumentName(`${root}/c`), `Document name "${root}/c" lacks "/" at index ${root.length + 2}.`],
  [() => parseDocumentName(`${root}/c/..`), `Document name "${root}/c/.." contains a resource id ".." at index ${root.length + 3}.`],
  [() => parseDocumentName(`${root}/c/__x__`), 'Resource id "__x__" is invalid because it is reserved.'],
  [() => parseParentName(`${root}/c`), `Document parent name "${root}/c" lacks "/" at index ${root.length + 2}.`],
])('a malformed name is refused with what it lacks (%#)', (parse, message) => {
  expect(parse).toThrow(message);
});
