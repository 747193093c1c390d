import { expect, test } from 'vitest';
import type { WriteAnswer } from './idempotent-work.ts';
import { once } from './remembered-answer.ts';

/** Does something once, with an answer of so many characters. */
function answered(characters: number) {
  const body = { text: 'x'.repeat(characters - '{"text":""}'.length) };
  const answer = (): WriteAnswer => ({ status: 200, body }) as unknown as WriteAnswer; // a body like any
  const services = { now: () => 0, store: { get: async () => null } } as unknown as Parameters<typeof once>[0]; // what is used of them
  const request = { key: 'k', owner: 'o', content: async () => [] } as unknown as Parameters<typeof once>[1];
  return once(services, request, { work: async (hook) => void hook.alsoWrites('done'), answer } as Parameters<typeof once<unknown>>[2]);
}

test('an answer of 700,000 characters is remembered, a longer one refused', async () => {
  expect(await answered(700_000)).toMatchObject({ status: 200 });
  await expect(answered(700_001)).rejects.toThrow('700000');
});
