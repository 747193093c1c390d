import { deleteApp } from 'firebase/app';
import { doc, getDocFromCache, onSnapshot } from 'firebase/firestore';
import { expect, test } from 'vitest';
import { consoleFirestore } from '../support/console-firestore.ts';
import { anAdmin, aProject } from '../support/personas.ts';

test('a page keeps a document while a listener has it, and forgets it with the last one', async () => {
  const admin = await anAdmin();
  const { id } = await aProject(admin, 'Remembered');
  const firestore = await consoleFirestore(admin);
  const project = doc(firestore, 'projects', id);
  const cached = async () => (await getDocFromCache(project)).get('name') as unknown;
  const stop = await new Promise<() => void>((resolve, reject) => {
    const end = onSnapshot(project, () => resolve(end), reject);
  });
  expect(await cached()).toBe('Remembered');
  stop();
  await expect.poll(() => cached().catch(({ code }) => code)).toBe('unavailable');
  await deleteApp(firestore.app);
});
