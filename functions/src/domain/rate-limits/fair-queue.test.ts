import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** Works that run until they are released, and the order in which they began. */
function works() {
  const began: string[] = [];
  const releases: (() => void)[] = [];
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => releases.push(() => resolve(name)));
  };
  const release = async () => {
    releases.shift()?.();
    for (let i = 0; i < 3; i += 1) await turn();
  };
  return { began, work, release };
}

test('tenants take turns, however much one of them brings', async () => {
  const { began, work, release } = works();
  const queue = fairQueue({ parallel: 2, waitingPerTenant: 600 });
  for (let i = 0; i < 500; i += 1) void queue('loud', work(`loud-${i}`));
  void queue('quiet', work('quiet-0'));
  void queue('quiet', work('quiet-1'));
  void queue('third', work('third-0'));
  await turn();
  for (let i = 0; i < 5; i += 1) await release();
  expect(began.slice(0, 7)).toEqual(['loud-0', 'loud-1', 'loud-2', 'quiet-0', 'third-0', 'loud-3', 'quiet-1']);
});

test('at most so many run at a time, of one tenant and of all', async () => {
  const { began, work, release } = works();
  const queue = fairQueue({ parallel: 3, parallelPerTenant: 2, waitingPerTenant: 10 });
  for (let i = 0; i < 4; i += 1) void queue('a', work(`a${i}`));
  await turn();
  expect(began).toEqual(['a0', 'a1']);
  void queue('b', work('b0'));
  void queue('b', work('b1'));
  await turn();
  expect(began).toEqual(['a0', 'a1', 'b0']);
  await release();
  expect(began).toHaveLength(4);
});

test('a tenant whose queue is full is refused at once, and the others are not', async () => {
  const { work, release } = works();
  const queue = fairQueue({ parallel: 1, waitingPerTenant: 2 });
  const first = queue('a', work('1'));
  void queue('a', work('2'));
  void queue('a', work('3'));
  await expect(queue('a', work('4'))).rejects.toMatchObject({ code: 'too-many-requests', headers: { 'Retry-After': '2' } });
  const other = queue('b', work('other'));
  await release();
  expect(await first).toBe('1');
  for (let i = 0; i < 3; i += 1) await release();
  expect(await other).toBe('other');
});

test('a work that fails gives its place to the next', async () => {
  const queue = fairQueue({ parallel: 1, waitingPerTenant: 2 });
  const failing = queue('a', () => Promise.reject(new Error('broken')));
  const next = queue('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
