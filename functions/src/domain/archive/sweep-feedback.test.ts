import { Timestamp } from '@google-cloud/firestore';
import { afterAll, expect, test, vi } from 'vitest';
import { databaseOf, type memoryFiles, startDataServices } from '../../../test/data-services.ts';
import { createServices, type Services } from '../../services/services.ts';
import { sweepFeedback } from './sweep-feedback.ts';

const day = 86_400_000;
const now = Date.UTC(2027, 5, 1);
const data = await startDataServices();
afterAll(data.stop);
const config = { emulators: null } as unknown as Services['config']; // what a sweep reads of it: nothing
const services = createServices({ records: data.services, config, clock: () => now });
const files = (data.services.files as ReturnType<typeof memoryFiles>).objects; // the files of a test

test('a message to the staff ends after two years, with its pictures', async () => {
  for (const [id, days] of [
    ['old', 731],
    ['kept', 729],
  ] as const) {
    const createdAt = Timestamp.fromMillis(now - days * day);
    await databaseOf(services.store).doc(`feedback/${id}`).set({ fullName: 'Ada', createdAt });
    files.set(`feedback/${id}/picture`, { content: Buffer.from('png') } as never);
  }
  expect(await sweepFeedback(services)).toBe(1);
  const { docs } = await databaseOf(services.store).collection('feedback').get();
  expect([docs.map(({ id }) => id), [...files.keys()]]).toEqual([['kept'], ['feedback/kept/picture']]);
  expect(await sweepFeedback(services)).toBe(0);
});

test('a run looks at a hundred messages', async () => {
  const asked: (number | undefined)[] = [];
  const query = async ({ limit }: { limit?: number }) => ({ rows: (asked.push(limit), []) });
  await sweepFeedback({ clock: () => now, store: { feedback: { query } } } as unknown as Services); // what is read of them
  expect(asked).toEqual([100]);
});

test('one whose pictures cannot go keeps none back', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const store = data.services.files as ReturnType<typeof memoryFiles>; // the files of a test
  const { list } = store;
  const broken = {
    ...store,
    list: (prefix: string) => (prefix.includes('one') ? Promise.reject(new Error('No answer.')) : list(prefix, null)),
  };
  const createdAt = Timestamp.fromMillis(now - 800 * day);
  for (const id of ['one', 'two']) await databaseOf(services.store).doc(`feedback/${id}`).set({ fullName: 'Ada', createdAt });
  const failing = Object.create(services, { records: { value: { ...data.services, files: broken } } });
  expect(await sweepFeedback(failing)).toBe(1);
  const { docs } = await databaseOf(services.store).collection('feedback').get();
  expect(docs.map(({ id }) => id)).toEqual(['kept', 'one']);
  told.mockRestore();
});
