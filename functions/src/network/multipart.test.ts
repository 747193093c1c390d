import { expect, test } from 'vitest';
import { charsetOf, partsOf, textOfPart } from './multipart.ts';

const type = 'multipart/form-data; boundary=b';

function body(...parts: (readonly [head: string, content: string | Buffer])[]): Buffer {
  const lines = parts.flatMap(([head, content]) => ['--b\r\n', head, '\r\n\r\n', content, '\r\n']);
  return Buffer.concat([...lines, '--b--\r\n'].map((line) => Buffer.from(line)));
}

const form = (rest: string) => `Content-Disposition: form-data; ${rest}`;
const one = (head: string, content: string | Buffer = 'x') => [...partsOf(body([head, content]), type)][0];

test('a form is read as browsers write it', async () => {
  const sent = new FormData();
  sent.set('title', 'über\nall');
  sent.set('file', new File(['a\r\n--b\r\n'], 'a "b".csv', { type: 'text/csv' }));
  const { headers, body: stream } = new Response(sent);
  const parts = [...partsOf(Buffer.from(await new Response(stream).arrayBuffer()), headers.get('content-type') ?? '')];
  expect(parts.map(({ content, ...part }) => ({ ...part, content: content.toString() }))).toEqual([
    { name: 'title', filename: undefined, type: 'text/plain', content: 'über\r\nall' },
    { name: 'file', filename: 'a %22b%22.csv', type: 'text/csv', content: 'a\r\n--b\r\n' },
  ]);
});

test.each([
  ['a preamble and an epilogue', 'before\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\nafter'],
  ['spaces behind a delimiter', '--b \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'],
  ['a quoted boundary, headers on two lines', '--b\r\ncontent-disposition: form-data;\r\n name="a"\r\n\r\n1\r\n--b--'],
  [
    'a part that is no form-data',
    '--b\r\nContent-Type: text/plain\r\n\r\n0\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--',
  ],
  ['a part without headers', '--b\r\n\r\nno head\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--'],
])('%s changes nothing', (_, text) => {
  expect([...partsOf(Buffer.from(text), 'multipart/form-data; boundary="b"')]).toEqual([
    { name: 'a', filename: undefined, type: 'text/plain', content: Buffer.from('1') },
  ]);
});

test('text that only begins like a delimiter is content', () => {
  const content = 'a\r\n--bc\r\n--b c\r\n-b';
  expect(one(form('name="a"'), content)?.content.toString()).toBe(content);
  expect(one(form('name="a"'), '')?.content.toString()).toBe('');
});

test.each([
  ['filename="a;b=c.txt"', 'a;b=c.txt'],
  [String.raw`filename="a \"b\" \\ c.txt"`, String.raw`a "b" \ c.txt`],
  [String.raw`filename="C:\docs\a.txt"`, String.raw`C:\docs\a.txt`],
  [`filename="a.txt"; filename*=UTF-8''n%C3%A4me.txt`, 'näme.txt'],
  [`filename*=iso-8859-1'de'n%E4me.txt`, 'näme.txt'],
  [`filename="a.txt"; filename*=UTF-8''%ff`, 'a.txt'],
  ['filename="=?utf-8?B?bsOkbWUudHh0?="', 'näme.txt'],
  ['filename="=?ISO-8859-1?Q?n=E4me_100%.txt?="', 'näme 100%.txt'],
  ['filename="=?utf-8?b?bsOk?= =?utf-8?b?bWUudHh0?="', 'näme.txt'],
  ['filename="=?utf-8?B?/w==?="', '=?utf-8?B?/w==?='],
  ['filename="a =?utf-8?B?bsOk?=.txt"', 'a =?utf-8?B?bsOk?=.txt'],
  [`filename="=?utf-8?B?WA==?="; filename*=UTF-8''n%C3%A4me.txt`, 'näme.txt'],
  ['filename=plain.txt', 'plain.txt'],
  ['filename=""', ''],
])('a file named %s is %s', (parameter, name) => {
  expect(one(form(`name="f"; ${parameter}`))).toMatchObject({ name: 'f', filename: name });
});

test.each(['base64', 'Quoted-Printable'])('a part in %s is refused: its code would be stored as the file', (coding) => {
  expect(() => one(`${form('name="f"; filename="a.csv"')}\r\nContent-Transfer-Encoding: ${coding}`, 'YSxi')).toThrow(
    `without Content-Transfer-Encoding: ${coding.toLowerCase()}`,
  );
  expect(one(`${form('name="f"; filename="a.csv"')}\r\nContent-Transfer-Encoding: binary`)?.content.toString()).toBe('x');
});

test('names that are not UTF-8 are read as Western', () => {
  const head = Buffer.from(form('name="gr\u00fcn"'), 'latin1');
  const bytes = Buffer.concat([Buffer.from('--b\r\n'), head, Buffer.from('\r\n\r\nx\r\n--b--')]);
  expect([...partsOf(bytes, type)]).toMatchObject([{ name: 'grün' }]);
});

test('a part of bytes is a file also without a name', () => {
  expect(one(`${form('name="f"')}\r\nContent-Type: application/octet-stream`)).toMatchObject({ filename: '' });
  expect(one(`Content-Disposition: form-data`)).toMatchObject({ name: '', filename: undefined });
});

test.each([
  ['no boundary', 'multipart/form-data', '--b--'],
  ['no delimiter', type, 'a'],
  ['no end', type, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ['an end within the headers', type, '--b\r\nContent-Disposition: form-data'],
  ['headers of 17 KiB', type, `--b\r\n${form('name=a')}\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n1\r\n--b--`],
])('a form with %s is refused', (_, contentType, text) => {
  expect(() => [...partsOf(Buffer.from(text), contentType)]).toThrow(/boundary|not complete or not valid/);
});

const text = (declared: string, content: Buffer, usual?: string) => {
  const part = one(`${form('name="a"')}\r\nContent-Type: text/plain${declared}`, content);
  return part && textOfPart(part, usual);
};

test.each([
  ['UTF-8 as a rule', '', Buffer.from('grün'), undefined],
  ['its charset', '; charset=ISO-8859-1', Buffer.from('gr\u00fcn', 'latin1'), undefined],
  ['its charset in quotes', '; format=flowed; charset="utf-16le"', Buffer.from('grün', 'utf16le'), undefined],
  ['what the form says', '', Buffer.from('gr\u00fcn', 'latin1'), 'windows-1252'],
  ['its own charset before that of the form', '; charset=utf-8', Buffer.from('grün'), 'windows-1252'],
])('a field is read by %s', (_, declared, content, usual) => {
  expect(text(declared, content, usual)).toBe('grün');
});

test.each([
  ['bytes that are no UTF-8', '', /not text in utf-8/],
  ['an unknown charset', '; charset=klingon', /not text in klingon/],
])('a field of %s is refused by its name', (_, declared, message) => {
  const refusal = { message: expect.stringMatching(message), details: [expect.objectContaining({ field: 'a' })] };
  expect(() => text(declared, Buffer.from([0xff]))).toThrow(expect.objectContaining(refusal));
});

test('a type names its charset or none', () => {
  expect(['text/csv; Charset="utf-16"', 'text/csv;charset=latin1;header=present', 'text/csv'].map(charsetOf)).toEqual([
    'utf-16',
    'latin1',
    undefined,
  ]);
});
