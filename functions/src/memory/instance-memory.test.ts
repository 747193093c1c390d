import { expect, test, vi } from 'vitest';
import { createInstanceMemory } from './instance-memory.ts';

const counted = { total: 7000, totalIsExact: true, reads: 7 };

function aMemory(isOff = false) {
  let time = 1_000_000;
  const memory = createInstanceMemory({ now: () => time, isOff });
  return { memory, pass: (millis: number) => (time += millis) };
}

test('a list is kept for a minute, a replacement no longer than the list that it replaces', () => {
  const { memory, pass } = aMemory();
  const [first, second] = [{}, {}];
  memory.lists.keep('orders', 'open', first);
  pass(50_000);
  memory.lists.replace('orders', 'open', { old: first, fresh: second });
  expect(memory.lists.get('orders', 'open')).toBe(second);
  memory.lists.replace('orders', 'open', { old: first, fresh: {} });
  expect(memory.lists.get('orders', 'open')).toBe(second);
  pass(10_001);
  expect(memory.lists.get('orders', 'open')).toBeUndefined();
});

test('a storage with too many writes keeps no list for ten seconds', () => {
  const { memory, pass } = aMemory();
  memory.lists.keep('orders', 'open', {});
  memory.lists.pause('orders');
  memory.lists.keep('orders', 'open', {});
  expect(memory.lists.get('orders', 'open')).toBeUndefined();
  pass(10_001);
  memory.lists.keep('orders', 'open', {});
  expect(memory.lists.get('orders', 'open')).toBeDefined();
});

test('a write ends the totals of its storage, and the lists when it took long', async () => {
  const { memory, pass } = aMemory();
  const count = vi.fn<() => Promise<typeof counted>>(() => Promise.resolve(counted));
  memory.lists.keep('orders', 'open', {});
  await memory.totals.get('orders', 'all', count);
  memory.forget('orders', 1_000_000);
  await memory.totals.get('orders', 'all', count);
  expect(count).toHaveBeenCalledTimes(2);
  expect(memory.lists.get('orders', 'open')).toBeDefined();
  pass(4_001);
  memory.forget('orders', 1_000_000);
  expect(memory.lists.get('orders', 'open')).toBeUndefined();
});

test('a memory that is switched off remembers nothing', async () => {
  const { memory } = aMemory(true);
  const count = vi.fn<() => Promise<typeof counted>>(() => Promise.resolve(counted));
  memory.lists.keep('orders', 'open', {});
  memory.selectivity.set('orders', 3);
  await memory.totals.get('orders', 'all', count);
  await memory.totals.get('orders', 'all', count);
  expect(memory.lists.get('orders', 'open')).toBeUndefined();
  expect(memory.selectivity.get('orders')).toBeUndefined();
  expect(count).toHaveBeenCalledTimes(2);
});
