import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { feedbackLimits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

const { images, imageBytes, totalBytes } = feedbackLimits;
const image = (size: number) => new File([new Uint8Array(size)], 'a.png');

async function requestOf(form: FormData, content = (bytes: Buffer): Iterable<Buffer> => [bytes]): Promise<IncomingMessage> {
  const { headers, body } = new Response(form);
  const request = Readable.from(content(Buffer.from(await new Response(body).arrayBuffer())));
  return Object.assign(request, { headers: { 'content-type': headers.get('content-type') } }) as unknown as IncomingMessage; // what is read of one
}

const refused: [string, (form: FormData) => void, string][] = [
  ['too many parts', (form) => Array.from({ length: 41 }, (_, at) => form.append(`f${at}`, 'x')), 'invalid-argument'],
  ['a long field', (form) => form.append('message', 'x'.repeat(64 * 1024 + 1)), 'invalid-argument'],
  ['too many images', (form) => Array.from({ length: images + 1 }, () => form.append('images', image(1))), 'invalid-argument'],
  ['a large image', (form) => form.append('images', image(imageBytes + 1)), 'payload-too-large'],
  [
    'images that are large together',
    (form) => Array.from({ length: Math.ceil((totalBytes + 1) / imageBytes) }, () => form.append('images', image(imageBytes))),
    'payload-too-large',
  ],
  [
    'images that are a little too large together',
    (form) => {
      for (let sent = 0; sent < totalBytes; sent += imageBytes) form.append('images', image(imageBytes));
      form.append('images', image(1));
    },
    'payload-too-large',
  ],
  ['more than is read at all', (form) => form.append('other', image(totalBytes + 8 * 64 * 1024 + 1)), 'payload-too-large'],
];
test.each(refused)('a form with %s is refused', async (_, fill, code) => {
  const form = new FormData();
  fill(form);
  await expect(readForm(await requestOf(form))).rejects.toMatchObject({ code });
});

test('as many images as there may be are taken, and fields by their names alone', async () => {
  const form = new FormData();
  for (let at = 0; at < images; at += 1) form.append('images', image(10));
  for (const name of ['message', '__proto__', 'role']) form.append(name, 'text');
  const { files, fields } = await readForm(await requestOf(form));
  expect([files.length, fields]).toEqual([images, { message: 'text' }]);
});

test('a form that breaks off is refused', async () => {
  const form = new FormData();
  form.append('message', 'text');
  const broken = await requestOf(form, function* breaks(bytes) {
    yield bytes.subarray(0, 20);
    throw new Error('gone');
  });
  await expect(readForm(broken)).rejects.toMatchObject({ code: 'invalid-argument' });
});
