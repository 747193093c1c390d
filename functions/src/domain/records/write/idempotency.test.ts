import { expect, test, vi } from 'vitest';
import { withIdempotency } from './idempotency.ts';

test('the content of a write without a key is not looked at: most have none', async () => {
  const content = vi.fn<() => unknown[]>(() => []);
  const services = { store: {} as never, now: () => 0 };
  const answer = await withIdempotency(
    services,
    { key: undefined, owner: 'a/p', content },
    {
      work: () => Promise.resolve('done'),
      answer: (result) => ({ status: 200, body: { result } }),
    },
  );
  expect(answer.body).toEqual({ result: 'done' });
  expect(content).not.toHaveBeenCalled();
});
