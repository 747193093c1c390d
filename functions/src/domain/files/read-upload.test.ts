import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { limits } from '@bedplate/contract';
import { nameProblem, readUpload } from './read-upload.ts';

/** The request that a browser sends for a file of this name. */
async function sent(name: string): Promise<IncomingMessage> {
  const form = new FormData();
  form.append('file', new File(['hello'], name, { type: 'text/plain' }));
  return requestOf(form);
}

async function requestOf(form: FormData): Promise<IncomingMessage> {
  const { headers, body } = new Response(form);
  const content = await new Response(body).arrayBuffer();
  const request = Readable.from([Buffer.from(content)]);
  return Object.assign(request, { headers: { 'content-type': headers.get('content-type') } }) as unknown as IncomingMessage; // what is read of one
}

test.each([
  'plain.txt',
  'ünï 文件 😀.txt',
  'He said "hi".txt',
  "it's 100% sure.txt",
  'semi;colon=1.txt',
  '.hidden',
  'نامه\u200Cها.pdf',
  'क्\u200Dष.txt',
  'family 👨\u200D👩\u200D👧.png',
  'soft\u00ADhyphen.txt',
  '\u200Fשלום\u200E.txt',
  '\uFEFFfrom Notepad.txt',
  'flag \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.txt',
])('a file keeps its name: %s', async (name) => {
  expect(await readUpload(await sent(name))).toMatchObject({ name, type: 'text/plain', content: Buffer.from('hello') });
});

test('a name whose accents a Mac has put beside its letters is the name that others type', async () => {
  expect(await readUpload(await sent('U\u0308bersicht.txt'))).toMatchObject({ name: 'Übersicht.txt' });
});

test.each([
  ['a/b.txt', /must not contain a path\. Send the last part/],
  ['a\\b.txt', /must not contain a path\. Send the last part/],
  ['.', /must not contain a path\. Send the last part/],
  ['..', /must not contain a path\. Send the last part/],
  ['new\nline.txt', /characters that are not allowed\. Take control characters/],
  ['rtl\u202Egpj.exe', /characters that are not allowed\. Take control characters/],
  ['isolate\u2067.txt', /characters that are not allowed\. Take control characters/],
  ['next line\u0085.txt', /characters that are not allowed\. Take control characters/],
  ['   ', /needs a name/],
  ['\u200B\u2060', /needs a name/],
  [`${'x'.repeat(252)}.txt`, /at most 255 characters/],
])('%j is refused', async (name, problem) => {
  await expect(readUpload(await sent(name))).rejects.toThrow(problem);
});

const refusedForms: [string, (form: FormData) => void, RegExp][] = [
  ['two files', (form) => form.append('more', new File(['b'], 'b.txt')), /one file/],
  ['many fields', (form) => Array.from({ length: 21 }, (_, i) => form.append(`f${i}`, 'x')), /at most 20/],
  ['a long field', (form) => form.append('fieldName', 'x'.repeat(1025)), /too long/],
  ['no file', (form) => form.delete('file'), /has no file\. Send it as a part with a file name/],
];
test.each(refusedForms)('a form with %s is refused', async (_, change, message) => {
  const form = new FormData();
  form.append('file', new File(['hello'], 'a.txt'));
  change(form);
  if (![...form].length) form.append('fieldName', 'x');
  await expect(readUpload(await requestOf(form))).rejects.toThrow(message);
});

test('half a character is in no name', () => {
  expect(nameProblem('half\ud800.txt')?.message).toMatch(/characters that are not allowed/);
});

test('a form without an end, or that breaks off, is told so', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const reading = (chunks: () => Iterable<Buffer>) =>
    readUpload(Object.assign(Readable.from(chunks()), { headers }) as unknown as IncomingMessage); // what is read of one
  const endless = function* () {
    for (let sent = 0; sent < 2 * limits.upload; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
  };
  await expect(reading(endless)).rejects.toMatchObject({ code: 'payload-too-large', text: { key: 'fileLarge' } });
  const cut = function* () {
    yield Buffer.from('--x');
    throw new Error('aborted');
  };
  await expect(reading(cut)).rejects.toMatchObject({ code: 'invalid-argument', text: { key: 'uploadEnded' } });
});
