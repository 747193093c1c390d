import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBytes } from './read-bytes.ts';

const mebibyte = 1024 * 1024;

/** A body that never ends. */
function endless() {
  let sent = 0;
  const body = new Readable({
    read() {
      sent += 1;
      this.push(Buffer.alloc(mebibyte));
    },
  });
  return { body: body as unknown as IncomingMessage, sent: () => sent }; // what readBytes uses of it
}

test('a body without an end is read a little over its limit, so that the answer is heard, and no further', async () => {
  const { body, sent } = endless();
  await expect(readBytes(body, mebibyte)).rejects.toMatchObject({ code: 'payload-too-large' });
  expect(sent()).toBeLessThan(70);
  expect(body.destroyed).toBe(true);
});
