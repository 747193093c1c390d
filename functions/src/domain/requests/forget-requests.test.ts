import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { forgetRequests } from './forget-requests.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data?.stop());

test("a project's lines go, those of others in the same chunks stay", async () => {
  const { store } = data.services;
  const chunks = databaseOf(store).collection('requestChunks');
  const line = Buffer.from('packed');
  await chunks.doc('shared').set({ projects: ['mine', '2theirs-x'], lines: { mine: line, '2theirs-x': line } });
  await chunks.doc('other').set({ projects: ['mine'], lines: { mine: line } });
  expect(await forgetRequests({ store, clock: Date.now }, '2theirs-x', Date.now() + 60_000)).toBe(true);
  expect((await chunks.doc('shared').get()).data()).toEqual({ projects: ['mine'], lines: { mine: line } });
  expect((await chunks.doc('other').get()).data()).toEqual({ projects: ['mine'], lines: { mine: line } });
  expect(await forgetRequests({ store, clock: Date.now }, 'mine', 0)).toBe(false);
});
