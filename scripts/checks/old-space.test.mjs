import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Folders whose code serves requests. */
const folders = ['contract/src', 'functions/src', 'local/firestore/src'];
/** Once in a process, or once for a whole storage. */
const rare = ['functions/src/runtime/without-domains.ts', 'functions/src/domain/records/transfer/download-storage.ts'];

/**
 * V8 makes a function that is assigned to a property in its old space, in the hope that it is the property's for good, and so it does with
 * the map of a generator that is declared within a function. Made for each request, they keep all that the function sees until the next
 * full collection: every request is copied twice and moved to the old space (decision 031).
 */
test('no request makes a function in the old space of V8', () => {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !rare.includes(file))
      .flatMap((file) => inOldSpace(readFileSync(join(root, file), 'utf8')).map((code) => `${file}: ${code}`)),
  );
  expect(found).toEqual([]);
});

test('a function is found where it is assigned to a property, and a generator where it is made for each call', () => {
  expect(inOldSpace('function f(res) { res.end = () => res; }')).toEqual(['res.end = () => res']);
  expect(inOldSpace('const f = (res) => { res.end = function () {} as End; };')).toHaveLength(1);
  expect(inOldSpace('class A { constructor() { this.end = () => this; } }')).toHaveLength(1);
  expect(inOldSpace('function f() { return all(); function* all() { yield 1; } }')).toEqual(['function* all() { yield 1; }']);
});

test('a named function, one of an object and one that is made once are none', () => {
  expect(inOldSpace('function f(res) { const end = () => res; res.end = end; return { end: () => res }; }')).toEqual([]);
  expect(inOldSpace('class A { end = () => this; *all() { yield 1; } }')).toEqual([]);
  expect(inOldSpace('library.end = () => 1; function* all() { yield 1; }')).toEqual([]);
});

/** @param code TypeScript @returns the code of each function within another that V8 makes in its old space */
function inOldSpace(code) {
  const found = [];
  let depth = 0;
  const enter = (node) => {
    if (depth > 0 && node.generator) found.push(code.slice(node.start, node.end));
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    AssignmentExpression({ left, right, start, end }) {
      const value = right.type === 'TSAsExpression' ? right.expression : right;
      const isFunction = value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression';
      if (depth > 0 && isFunction && left.type === 'MemberExpression') found.push(code.slice(start, end));
    },
  }).visit(parseSync('code.ts', code).program);
  return found;
}
