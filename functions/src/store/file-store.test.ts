import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createFileStore } from './file-store.ts';

async function dispositionOf(type: string): Promise<string> {
  let disposition = '';
  const file = {
    createWriteStream({ metadata }: { metadata: { contentDisposition: string } }) {
      disposition = metadata.contentDisposition;
      return new PassThrough().resume();
    },
  };
  const services = { bucket: { file: () => file }, config: { storageBucket: 'b', emulators: null } };
  const store = createFileStore(services as unknown as Parameters<typeof createFileStore>[0]); // what a save reads of them
  await store.save('f', Readable.from(['x']), { type, token: 't', name: 'a b' });
  return disposition;
}

test('a page of a list has two hundred files', async () => {
  const asked: unknown[] = [];
  const bucket = { getFiles: async ({ maxResults }: { maxResults: number }) => (asked.push(maxResults), [[], null]) };
  const services = { bucket, config: { storageBucket: 'b', emulators: null } };
  await createFileStore(services as unknown as Parameters<typeof createFileStore>[0]).list('f/', null); // what a list reads of them
  expect(asked).toEqual([200]);
});

test.each(['image/png', 'image/jpeg', 'audio/mpeg', 'video/mp4', 'application/pdf', 'text/plain'])('%s is shown', async (type) => {
  expect(await dispositionOf(type)).toBe("inline; filename*=UTF-8''a%20b");
});

test.each([
  'text/html',
  'text/xsl',
  'text/css',
  'image/svg+xml',
  'image/svg',
  'application/xhtml+xml',
  'application/javascript',
  'application/octet-stream',
  'text/plainer',
  'x-image/png',
])('%s is offered to be saved', async (type) => {
  expect(await dispositionOf(type)).toBe("attachment; filename*=UTF-8''a%20b");
});

test.each([
  [404, 'done: it is gone', null],
  [503, 'not done', 'away'],
])('the access of a file whose object answers %i is %s', async (code, _, message) => {
  const stored = { copy: () => Promise.reject(Object.assign(new Error('away'), { code })) };
  const services = { bucket: { file: () => stored }, config: { storageBucket: 'b', emulators: null } };
  const store = createFileStore(services as unknown as Parameters<typeof createFileStore>[0]); // what sharing reads of them
  const file = { path: 'f', token: 't', type: 'image/png', name: 'a', thumbnails: [] };
  const outcome = await store.share(file, true).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(outcome).toBe(message);
});
