import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeThumbnails } from './make-thumbnails.ts';

test('one image is decoded at a time, twenty of an account wait, and the next one is refused', async () => {
  let [read, refused] = [0, 0];
  const held = Promise.withResolvers<Buffer>();
  const image = {
    type: 'image/png',
    read: () => {
      read += 1;
      return held.promise;
    },
  };
  const images = Array.from({ length: 30 }, () => makeThumbnails('t1', image).catch(() => (refused += 1)));
  await turn();
  expect([read, refused]).toEqual([1, 9]);
  held.resolve(Buffer.from('no image'));
  await Promise.all(images);
});
