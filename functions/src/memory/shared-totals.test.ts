import { expect, test } from 'vitest';
import { type Counted, createSharedTotals } from './shared-totals.ts';

const dear: Counted = { total: 7000, totalIsExact: true, reads: 7 };

/** Counts that answer when they are told to. */
function counting() {
  const begun: PromiseWithResolvers<Counted>[] = [];
  let time = 1;
  const totals = createSharedTotals({ now: () => time });
  const ask = (what = 'open') =>
    totals.get('orders', what, () => {
      const count = Promise.withResolvers<Counted>();
      begun.push(count);
      return count.promise;
    });
  return { ask, begun, forget: () => totals.forget('orders'), pass: (millis: number) => (time += millis) };
}

test('requests that come while a total is being counted share the count', async () => {
  const { ask, begun } = counting();
  const asked = [ask(), ask(), ask('paid'), ask()];
  expect(begun).toHaveLength(2);
  for (const count of begun) count.resolve(dear);
  expect(await Promise.all(asked)).toEqual([dear, dear, dear, dear]);
});

test('a total that cost much is kept for some seconds, a cheap one is not', async () => {
  const { ask, begun, pass } = counting();
  const first = ask();
  begun[0]?.resolve(dear);
  await first;
  pass(2000);
  expect(await ask()).toBe(dear);
  pass(1);
  const cheap = ask();
  begun[1]?.resolve({ ...dear, reads: 3 });
  await cheap;
  void ask();
  expect(begun).toHaveLength(3);
});

test('no total is kept for more than ten seconds, however much it cost', async () => {
  const { ask, begun, pass } = counting();
  const first = ask();
  const dearest = { ...dear, reads: 5000 };
  begun[0]?.resolve(dearest);
  await first;
  pass(10_000);
  expect(await ask()).toBe(dearest);
  pass(1);
  void ask();
  expect(begun).toHaveLength(2);
});

test('a request after a write counts again, also while another count is under way', () => {
  const { ask, begun, forget } = counting();
  void ask();
  forget();
  void ask();
  expect(begun).toHaveLength(2);
});

test('a count that fails is not kept', async () => {
  const { ask, begun } = counting();
  const asked = [ask(), ask()];
  begun[0]?.reject(new Error('unavailable'));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void ask();
  expect(begun).toHaveLength(2);
});
