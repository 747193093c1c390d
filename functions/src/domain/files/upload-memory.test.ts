import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { limits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { own } from '../../runtime/own-requests.ts';
import { withMemoryFor } from './upload-memory.ts';

/** As it reaches our code: without the headers that would make the platform read the body. */
function request(length?: number): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.url = '/api/orders/s1';
  if (length !== undefined) {
    message.rawHeaders.push('Content-Length', String(length));
    message.headers['content-length'] = String(length);
  }
  own(message);
  return message;
}

test('large uploads that do not fit into memory together are turned away until others are done, small ones pass', async () => {
  const ends: (() => void)[] = [];
  const begin = (length?: number) => withMemoryFor(request(length), () => new Promise<void>((resolve) => ends.push(resolve)));
  const large = [begin(limits.upload), begin(limits.upload * 10), begin(limits.upload - 1000)];
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '3' } });
  const small = begin(500);
  await expect(begin(1000)).rejects.toMatchObject({ code: 'unavailable' });
  expect(ends).toHaveLength(4);
  for (const end of ends.splice(0)) end();
  await Promise.all([...large, small]);
  const next = begin();
  ends[0]?.();
  await expect(next).resolves.toBeUndefined();
});

test('one that fails gives its room back', async () => {
  for (let i = 0; i < 4; i += 1)
    await expect(withMemoryFor(request(), () => Promise.reject(new Error('it broke off')))).rejects.toThrow('it broke off');
});
