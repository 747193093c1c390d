import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose batches are answered by hand. */
function answeredByHand() {
  const sent: (readonly number[])[] = [];
  const answers: (() => void)[] = [];
  const take = createBatcher<number>(20, (calls) => {
    sent.push(calls);
    return new Promise((done) => answers.push(done));
  });
  return { take, sent, answers };
}

test('calls of one turn are one batch', async () => {
  const { take, sent } = answeredByHand();
  for (const call of [1, 2, 3, 4, 5, 6]) take(call);
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual([[1, 2, 3, 4, 5, 6]]);
});

test('while a batch is under way, four more do not wait for its answer', async () => {
  const { take, sent } = answeredByHand();
  take(1);
  await turn();
  for (const call of [2, 3, 4]) take(call);
  expect(sent).toEqual([[1]]);
  take(5);
  expect(sent).toEqual([[1], [2, 3, 4, 5]]);
});

test('the more calls are under way, the more wait for each other', async () => {
  const { take, sent, answers } = answeredByHand();
  for (let call = 1; call <= 18; call += 1) take(call);
  await turn();
  for (let call = 19; call <= 23; call += 1) take(call);
  expect(sent).toHaveLength(1);
  take(24);
  expect(sent[1]).toEqual([19, 20, 21, 22, 23, 24]);
  take(25);
  for (const answer of answers) answer();
  await turn();
  await turn();
  expect(sent[2]).toEqual([25]);
});
