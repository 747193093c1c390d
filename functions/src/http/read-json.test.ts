import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { parseData, readData, readJson } from './read-json.ts';

function request(body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }): IncomingMessage {
  return Object.assign(Readable.from(body.length ? [Buffer.from(body)] : []), { headers }) as unknown as IncomingMessage; // what readJson uses of it
}

test('a body is parsed', async () => {
  expect(await readJson(request('{"a":[1,"]["]}'))).toEqual({ a: [1, ']['] });
});

test.each<Record<string, string>>([
  { 'content-type': 'application/json; charset=UTF8' },
  { 'content-type': 'application/json; charset="utf-8"' },
  { 'content-encoding': '' },
  { 'content-encoding': 'Identity' },
])('a body with %j is parsed', async (headers) => {
  expect(await readJson(request('{"a":1}', { 'content-type': 'application/json', ...headers }))).toEqual({ a: 1 });
});

test('no body is undefined, whatever the content type', async () => {
  expect(await readJson(request('', {}))).toBeUndefined();
});

test.each([
  [
    'a list of JSON Patch operations, which are no records',
    '[{"op":"add"}]',
    { 'content-type': 'application/json-patch+json' },
    'unsupported-media-type',
  ],
  ['malformed JSON', '{"a":', {}, 'malformed-json'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 'malformed-json'],
  ['another type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported-media-type'],
  ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 'unsupported-media-type'],
  ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 'unsupported-media-type'],
  ['hostile nesting', '['.repeat(400_000), {}, 'invalid-argument'],
] as const)('%s is refused', async (_, body, headers, code) => {
  await expect(readJson(request(body, { 'content-type': 'application/json', ...headers }))).rejects.toMatchObject({ code });
});

test.each([
  ['{"a":1,}', 'Expected double-quoted property name (line 1, column 8).'],
  ['{\n  a: 1\n}', "Expected property name or '}' (line 2, column 3)."],
  ['{"a":1}}', 'Unexpected non-whitespace character after the end (line 1, column 8).'],
  ['{"a":NaN}', 'Unexpected token "N".'],
  ['{"a":9007199254740993,}', 'Expected double-quoted property name (line 1, column 23).'],
  ['   ', 'The text ends in the middle.'],
])('%j says where it stops being JSON', async (body, message) => {
  await expect(readData(request(body), true)).rejects.toMatchObject({ code: 'malformed-json', details: [{ field: '', message }] });
  await expect(readJson(request(body))).rejects.toMatchObject({ details: [{ field: '', message }] });
});

test('a body above the limit is refused by its bytes, not by what a header claims', async () => {
  const body = `"${'x'.repeat(98)}"`;
  await expect(readJson(request(body), 99)).rejects.toMatchObject({ code: 'payload-too-large', status: 413 });
  expect(await readJson(request(body), 100)).toHaveLength(98);
});

test('a body without a limit of its own has that of all bodies, records as well', async () => {
  const large = `"${'x'.repeat(limits.jsonBody)}"`;
  for (const read of [readJson(request(large)), readData(request(large), false)])
    await expect(read).rejects.toMatchObject({ code: 'payload-too-large' });
});

test('brackets inside of strings and after escapes do not count as nesting', async () => {
  const text = `${'['.repeat(500)}\\"${'{'.repeat(500)}`;
  expect(await readJson(request(JSON.stringify({ text })))).toEqual({ text });
});

test.each([
  ['objects and arrays', (count: number) => `[${'[],'.repeat(count - 2)}[]]`, limits.jsonContainers],
  ['values', (count: number) => `[${'1,'.repeat(count - 1)}1]`, limits.jsonValues - 1],
])('a body has so many %s, the whole counted in, and is not parsed with more', async (_, text, most) => {
  expect(await readJson(request(text(most)))).toBeTypeOf('object');
  await expect(readJson(request(text(most + 1)))).rejects.toMatchObject({ code: 'payload-too-large' });
});

test.each([
  ['in the body itself', '{"a":1,"b":2,"a":3}', 'a'],
  ['with the same value', '{"a":1,"a":1}', 'a'],
  ['inside of a list', '[{"a":1},{"b":{"a":1,"c":[],"a":2}}]', 'a'],
  ['in another spelling', '{"price":1,"pr\\u0069ce":2}', 'price'],
  ['between strings with braces and colons', '{"a":"{\\"b\\":1,\\"b\\":2}","n":": ","x":1, "x" : 2}', 'x'],
  ['that JavaScript knows', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ['beside long numbers', '{"a":1.10,"a":12345678901234567890}', 'a'],
])('a name that comes twice %s is refused: one of its values would be lost', async (_, body, name) => {
  const refusal = { code: 'invalid-argument', details: [{ field: name, message: expect.stringContaining(`${name} comes twice`) }] };
  await expect(readJson(request(body))).rejects.toMatchObject(refusal);
  await expect(readData(request(body), true)).rejects.toMatchObject(refusal);
});

test.each([
  '{"a":{"a":1},"b":{"a":{"a":2}}}',
  '[{"a":1},{"a":1}]',
  '{"a":1,"A":2,"\u00e9":3,"e\u0301":4}',
  '{"a":"a:a","b":":","":0}',
  '{"n":1.10,"m":12345678901234567890,"k":-0}',
])('%s has each name once', async (body) => {
  expect(await readData(request(body), true)).toBeTypeOf('object');
});

test('of a program that cannot be mended the last value counts', async () => {
  expect(await parseData(Buffer.from('{"a":1,"a":2}'), true, true)).toEqual({ a: 2 });
});

test('members count as values before their names are looked at', async () => {
  const members = `{${'"":1,'.repeat(limits.jsonValues - 1)}"":1}`;
  await expect(readJson(request(members))).rejects.toMatchObject({ code: 'payload-too-large' });
});

test('a body that is not UTF-8 leaves nothing behind for the next', async () => {
  for (const broken of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xe6, 0xbc])])
    await expect(readJson(request(broken))).rejects.toMatchObject({ code: 'malformed-json' });
  expect(await readJson(request('\ufeff{"a":"漢"}'))).toEqual({ a: '漢' });
});
