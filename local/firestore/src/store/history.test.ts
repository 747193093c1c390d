import { expect, test } from 'vitest';
import { map } from '../../test/support/engine-builders.ts';
import type { Document } from '../model/document.ts';
import { Timestamp } from '../model/value.ts';
import { History } from './history.ts';

const version = (n: number): Document => ({
  path: 'c/a',
  fields: map({ n: BigInt(n), text: 'x'.repeat(1000) }),
  createTime: time(1),
  updateTime: time(n),
});
const time = (n: number): Timestamp => Timestamp.fromMicros(n);

function historyOf(count: number, bytes?: number): History {
  const history = new History(bytes);
  for (let n = 1; n <= count; n++) {
    history.add({ commitTime: time(n), changes: [{ path: 'c/a', before: n === 1 ? undefined : version(n - 1), after: version(n) }] });
  }
  return history;
}

test('each version is found at the times at which it was current', () => {
  const history = historyOf(5);
  const at = (micros: number) => history.at('c/a', micros, version(5))?.fields.get('n');
  expect([at(0), at(1), at(3), at(5), at(9)]).toEqual([undefined, 1n, 3n, 5n, 5n]);
  expect(history.at('c/other', 1, undefined)).toBeUndefined();
  expect([...history.changedSince(4)]).toEqual(['c/a']);
  expect(history.changedSince(5).size).toBe(0);
});

test('memory is bounded: the oldest commits are forgotten, and times before them are known to be', () => {
  const history = historyOf(5000, 100_000);
  expect(history.floor).toBeGreaterThan(4800);
  expect(history.since(history.floor - 1)).toBeUndefined();
  expect(history.since(history.floor)?.length).toBe(5000 - history.floor);
  expect(history.at('c/a', history.floor, version(5000))?.fields.get('n')).toBe(BigInt(history.floor));
});

test('commits older than an hour are forgotten', () => {
  const history = historyOf(3);
  history.add({ commitTime: time(3_600_000_003), changes: [] });
  expect(history.floor).toBe(2);
});
