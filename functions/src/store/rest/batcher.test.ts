import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher of up to twenty calls whose batches stay under way until the test ends them. */
function batches() {
  const sent: string[][] = [];
  const ends: ((settle?: () => void) => void)[] = [];
  const take = createBatcher<string>(20, async (calls, answered) => {
    sent.push([...calls]);
    const settle = await new Promise<(() => void) | undefined>((end) =>
      ends.push((work) => {
        answered();
        end(work);
      }),
    );
    settle?.();
  });
  return { take, sent, sizes: () => sent.map(({ length }) => length), end: (nth: number, settle?: () => void) => ends[nth]?.(settle) };
}

/** One after the other, as requests arrive in one turn of the event loop. */
async function arriving(take: (call: string) => void, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    take('call');
    await new Promise((next) => process.nextTick(next));
  }
}

/** Two batches of eight, one after the other. */
async function twoOfEight() {
  const all = batches();
  for (const nth of [0, 1]) {
    for (let i = 0; i < 8; i += 1) all.take('call');
    await turn();
    all.end(nth);
  }
  return all;
}

test('the next batch goes when the last one is answered, before the callers of that one go on', async () => {
  const { take, sent, end } = batches();
  take('first');
  await turn();
  take('second');
  expect(sent).toEqual([['first']]);
  const seen: unknown[] = [];
  end(0, () => seen.push(sent.length));
  await vi.waitFor(() => expect(seen).toEqual([2]));
  expect(sent).toEqual([['first'], ['second']]);
});

test('a batch that nobody answers does not hold back the next one for more than a moment', async () => {
  const { take, sizes } = batches();
  take('first');
  await turn();
  take('second');
  await vi.waitFor(() => expect(sizes()).toEqual([1, 1]));
});

test('half of the calls of the last two batches go at once', async () => {
  const { take, sizes } = await twoOfEight();
  await arriving(take, 12);
  expect(sizes()).toEqual([8, 8, 8]);
});

test.each([
  [2, [8, 8, 2, 8]],
  [3, [8, 8, 3]],
])('with %i of eight and eight under way, the batches of that moment are %j: more than a quarter is waited for', async (before, then) => {
  const { take, sizes } = await twoOfEight();
  await arriving(take, before);
  await turn();
  for (let i = 0; i < 8; i += 1) take('call');
  await new Promise((next) => process.nextTick(next));
  expect(sizes()).toEqual(then);
});

test('calls that are made together stay together', async () => {
  const { take, sizes, end } = batches();
  for (const nth of [0, 1]) {
    take('call');
    await turn();
    end(nth);
  }
  for (let i = 0; i < 10; i += 1) take('call');
  await turn();
  expect(sizes()).toEqual([1, 1, 10]);
});
