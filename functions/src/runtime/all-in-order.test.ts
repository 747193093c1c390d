import { expect, test, vi } from 'vitest';
import { allInOrder } from './all-in-order.ts';

test('what fails keeps nothing back that follows, and is told at the end', async () => {
  const done: string[] = [];
  const work = (name: string) => async () => void done.push(name);
  const fails = (name: string) => () => Promise.reject(new Error(name));
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(allInOrder(work('a'), fails('b'), work('c'), fails('d'), work('e'))).rejects.toThrow('b');
  expect(done).toEqual(['a', 'c', 'e']);
  told.mockRestore();
});
