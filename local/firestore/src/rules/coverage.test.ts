import { expect, test } from 'vitest';
import { compileRules } from './compile.ts';
import type { Covered, Ruleset } from './ruleset.ts';
import { database, time } from './testing.ts';

const source = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents {
    function signedIn() { return request.auth != null; }
    match /c/{id} {
      allow get: if signedIn() && id == 'a';
      allow delete;
    }
  }
}`;

function get(ruleset: Ruleset, path: string, uid: string | null): void {
  ruleset.evaluate({
    method: 'get',
    path,
    auth: uid === null ? null : { uid, token: {} },
    time,
    resource: undefined,
    database: database(),
  });
}

function compiled(text = source): Ruleset {
  const { ruleset } = compileRules(text);
  if (!ruleset) throw new Error('The rules do not compile.');
  return ruleset;
}

const textOf = ({ offset, endOffset }: Covered) => source.slice(offset, endOffset);

test('every allow and every expression inside it tells what it came to', () => {
  const ruleset = compiled();
  get(ruleset, 'c/a', 'anna');
  get(ruleset, 'c/b', 'anna');
  get(ruleset, 'c/a', null);
  const [allow] = ruleset.coverage();
  expect(allow).toMatchObject({
    kind: 'allow',
    line: 6,
    values: [
      { value: true, count: 1 },
      { value: false, count: 2 },
    ],
  });
  const [condition] = allow?.children ?? [];
  expect(condition?.children.map(textOf)).toEqual(['signedIn()', "id == 'a'"]);
  const [call, comparison] = condition?.children ?? [];
  expect(call?.values).toEqual([
    { value: true, count: 2 },
    { value: false, count: 1 },
  ]);
  // The third request never came so far.
  expect(comparison?.values).toEqual([
    { value: true, count: 1 },
    { value: false, count: 1 },
  ]);
  expect(comparison?.children[0]?.values).toEqual([
    { value: 'a', count: 1 },
    { value: 'b', count: 1 },
  ]);
});

test('bodies of functions follow the allows, and what was never evaluated has no values', () => {
  const report = compiled().coverage();
  expect(report.map(({ kind, line }) => [kind, line])).toEqual([
    ['allow', 6],
    ['allow', 7],
    ['expression', 4],
  ]);
  expect(report.flatMap(({ values }) => values)).toEqual([]);
});

test('of many values twenty are told apart; errors and maps count as undecided', () => {
  const ruleset = compiled();
  for (let n = 0; n < 30; n++) get(ruleset, `c/${n}`, 'anna');
  const comparison = ruleset.coverage()[0]?.children[0]?.children[1];
  expect(comparison?.children[0]?.values).toHaveLength(21);
  expect(comparison?.children[0]?.values.at(-1)).toEqual({ count: 10 });
  const auth = ruleset.coverage()[2]?.children[0];
  expect(auth?.values).toEqual([{ count: 30 }]);
});
