import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { meteredFlight } from './metered-flight.ts';
import { charge, newMeter, withMeter } from './model/meter.ts';

const seven = async () => {
  await setTimeout(1);
  charge('reads', 7);
  return {};
};

test('identical calls of one turn are one piece of work, which each of them pays for', async () => {
  const flight = meteredFlight<object>(false);
  const work = vi.fn<typeof seven>(seven);
  const meters = [{ ...newMeter(), reads: 2 }, newMeter(), newMeter()];
  const [one, two, other] = await Promise.all(
    meters.map((meter, i) => withMeter(meter, () => flight(i < 2 ? 'orders?limit=10' : 'orders?limit=20', work))),
  );
  expect(work).toHaveBeenCalledTimes(2);
  expect(two).toBe(one);
  expect(other).not.toBe(one);
  expect(meters.map(({ reads }) => reads)).toEqual([9, 7, 7]);
});

test('a call of the next turn is work of its own, also while that of the turn before is under way', async () => {
  const flight = meteredFlight<object>(false);
  const first = flight('orders', seven);
  await new Promise((turnEnds) => setImmediate(turnEnds));
  const second = flight('orders', seven);
  expect(await second).not.toBe(await first);
});

test('an error comes to each, with what the work has cost until then', async () => {
  const flight = meteredFlight<object>(false);
  const meters = [newMeter(), newMeter()];
  const broad = new Error('too broad');
  const answers = await Promise.allSettled(
    meters.map((meter) => withMeter(meter, () => flight('orders', () => seven().then(() => Promise.reject(broad))))),
  );
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([broad, broad]);
  expect(meters.map(({ reads }) => reads)).toEqual([7, 7]);
});

test('switched off, each call works for itself', async () => {
  const flight = meteredFlight<object>(true);
  const [one, two] = await Promise.all([flight('orders', seven), flight('orders', seven)]);
  expect(two).not.toBe(one);
});
