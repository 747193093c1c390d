import { expect, test } from 'vitest';
import { contentTypeOf } from './content-type.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)]);
const zip = Buffer.concat([Buffer.from('504b030414000000080000000000', 'hex'), Buffer.alloc(60)]);
const noise = Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 73 + 5) % 256));
const latin = Buffer.from('caf\xe9 \x80 5', 'latin1');
const utf16 = Buffer.from('\uFEFFgrün', 'utf16le');
const long = Buffer.from('ü'.repeat(8000));

test.each([
  ['text is UTF-8', 'grün', 'text/plain', 'text/plain', 'utf-8'],
  ['a table too', 'a,ü\n', 'text/csv', 'text/csv', 'utf-8'],
  ['and JSON', '{"a":"ü"}', 'application/json', 'application/json', 'utf-8'],
  ['UTF-16 says so by its mark', utf16, 'text/plain', 'text/plain', 'utf-16le'],
  ['its other order too', Buffer.from(utf16).swap16(), 'text/plain', 'text/plain', 'utf-16be'],
  ['or because its sender says so', Buffer.from('grün', 'utf16le'), 'text/csv; charset=utf-16le', 'text/csv', 'utf-16le'],
  [
    'also without a letter of ours',
    Buffer.from('日本語'.repeat(3000), 'utf16le'),
    'text/plain; charset=utf-16le',
    'text/plain',
    'utf-16le',
  ],
  ['UTF-8 is no UTF-16', 'even', 'text/plain; charset=utf-16le', 'text/plain', 'utf-8'],
  ['nor is noise', noise, 'text/plain; charset=utf-16le', 'application/octet-stream', undefined],
  ['other bytes are what the sender says', latin, 'text/plain; charset=windows-1252', 'text/plain', 'windows-1252'],
  ['UTF-8 stands against a wrong charset', 'grün', 'text/plain;charset="ISO-8859-1"', 'text/plain', 'utf-8'],
  ['without a word nothing is guessed', latin, 'text/plain', 'text/plain', undefined],
  ['what the bytes contradict is not said', latin, 'text/plain; charset=UTF8', 'text/plain', undefined],
  ['text that its first line tells', 'WEBVTT\n\n00:01.000 --> 00:02.000\ngrün\n', 'text/vtt', 'text/vtt', 'utf-8'],
  ['a calendar too', 'BEGIN:VCALENDAR\nSUMMARY:grün\n', 'text/calendar', 'text/calendar', 'utf-8'],
  ['no charset that browsers do not know', latin, 'text/plain; charset=klingon', 'text/plain', undefined],
  ['a beginning may end within a character', long.subarray(0, 8191 + 1), 'text/plain', 'text/plain', 'utf-8'],
  ['a beginning that is one byte off too', Buffer.concat([Buffer.from('a'), long]).subarray(0, 8192), 'text/plain', 'text/plain', 'utf-8'],
  ['an image that is none', 'hello', 'image/png', 'text/plain', 'utf-8'],
  ['a page as an image', '<html><script>alert(1)</script></html>', 'image/jpeg', 'text/plain', 'utf-8'],
  ['a PDF that is none', noise, 'application/pdf', 'application/octet-stream', undefined],
  ['a film that is none', noise, 'video/mp4', 'application/octet-stream', undefined],
  ['text that is none', noise, 'text/plain', 'application/octet-stream', undefined],
  ['JSON that is none', noise, 'application/json', 'application/octet-stream', undefined],
  ['an image as text', png, 'text/plain', 'image/png', undefined],
  ['an image as another one', png, 'image/jpeg', 'image/png', undefined],
  ['an archive as an image', zip, 'image/png', 'application/zip', undefined],
  ['a format in an archive', zip, 'application/vnd.example.drawing', 'application/vnd.example.drawing', undefined],
  ['a drawing with its declaration', '<?xml version="1.0"?><svg/>', 'image/svg+xml', 'image/svg+xml', 'utf-8'],
  ['an empty image', '', 'image/png', 'application/octet-stream', undefined],
  ['an empty text', '', 'text/plain', 'text/plain', 'utf-8'],
  ['a type of its own', noise, 'application/x-our-format', 'application/x-our-format', undefined],
  ['no type at all', 'hello', 'nonsense', 'application/octet-stream', undefined],
])('%s', async (_, content, declared, type, charset) => {
  const found = await contentTypeOf(Buffer.from(content as Buffer), declared);
  expect({ type: found.type, charset: found.charset }).toEqual({ type, charset });
});
