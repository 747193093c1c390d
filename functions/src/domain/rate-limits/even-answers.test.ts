import { expect, test } from 'vitest';
import { inNoLessThan } from './even-answers.ts';

const services = { config: { evenMillis: 60 } } as Parameters<typeof inNoLessThan>[0]; // what it reads

/** Milliseconds until the answer or the refusal. */
async function taken(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await inNoLessThan(services, work).catch(() => {});
  return performance.now() - began;
}

test('an answer takes its least time, whether the address is known, unknown or refused', async () => {
  const works = [async () => {}, () => new Promise<void>((done) => setTimeout(done, 20)), () => Promise.reject(new Error('No.'))];
  for (const work of works) expect(await taken(work)).toBeGreaterThan(55);
});

test('what the work answers and refuses comes through', async () => {
  expect(await inNoLessThan(services, async () => 7)).toBe(7);
  await expect(inNoLessThan(services, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
});
