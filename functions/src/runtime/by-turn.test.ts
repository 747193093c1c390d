import { expect, test } from 'vitest';
import { byTurn } from './by-turn.ts';

test('each turn of the event loop has a map of its own, which ends with it', async () => {
  const turn = byTurn<number>();
  const first = turn();
  expect(turn()).toBe(first);
  await first.ended;
  expect(turn()).not.toBe(first);
});
