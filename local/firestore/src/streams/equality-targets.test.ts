import { expect, test } from 'vitest';
import type { Document } from '../model/document.ts';
import type { Filter } from '../model/query.ts';
import { Timestamp, type Value } from '../model/value.ts';
import { EqualityTargets } from './equality-targets.ts';
import type { Target } from './target.ts';

const time = new Timestamp(0, 0);
const document = (owner: Value): Document => ({ path: 'c/a', fields: new Map([['owner', owner]]), createTime: time, updateTime: time });
const equal = (value: Value): Filter => ({ kind: 'field', field: ['owner'], op: 'EQUAL', value });

function target(id: number, where?: Filter): Target {
  return {
    id,
    paths: undefined,
    query: { parent: '', from: [{ collectionId: 'c', allDescendants: false }], orderBy: [], offset: 0, where },
    authorize: () => [],
    current: () => [],
    resume: () => undefined,
    apply: () => undefined,
  };
}

function concerned(targets: EqualityTargets, before: Document | undefined, after: Document | undefined): number[] {
  return Array.from(targets.concerned({ path: 'c/a', before, after }), ({ id }) => id).toSorted((a, b) => a - b);
}

test('a change concerns targets of the old and the new value, and those that demand none', () => {
  const targets = new EqualityTargets();
  const anna = target(2, { kind: 'composite', op: 'AND', filters: [{ kind: 'unary', field: ['x'], op: 'IS_NULL' }, equal('anna')] });
  for (const one of [
    target(1),
    anna,
    target(3, equal('bert')),
    target(4, equal('carl')),
    target(5, { kind: 'composite', op: 'OR', filters: [equal('x')] }),
  ])
    targets.add(one);
  expect(concerned(targets, document('anna'), document('bert'))).toEqual([1, 2, 3, 5]);
  expect(concerned(targets, document('bert'), document('bert'))).toEqual([1, 3, 5]);
  expect(concerned(targets, undefined, document(7n))).toEqual([1, 5]);
  targets.delete(anna);
  expect(concerned(targets, document('anna'), undefined)).toEqual([1, 5]);
  expect(targets.size).toBe(4);
});

test('an integer and the double that equals it concern the same targets', () => {
  const targets = new EqualityTargets();
  targets.add(target(1, equal(0n)));
  expect(concerned(targets, undefined, document(-0))).toEqual([1]);
});
