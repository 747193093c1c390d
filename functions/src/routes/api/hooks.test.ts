import { gzipSync } from 'node:zlib';
import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { newToken } from '../../domain/webhooks/secrets.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
let hook: string;

beforeAll(async () => {
  api = await startApi();
  const storage = await api.storage('events');
  path = storage.path;
  const token = newToken(api.services.config.tokenPepper);
  const document = { tenantId: 't1', projectId: 'p1', storageId: storage.id, endpointId: 'e1' };
  await databaseOf(api.services.store)
    .doc(`hooks/${sha256(token)}`)
    .set(document);
  hook = `/api/hooks/${token}`;
});
afterAll(() => api.stop());

/** Posts an event as it is. @returns the status, and the fields of the record that it became */
async function event(body: string | FormData | Uint8Array<ArrayBuffer>, type?: string) {
  const answer = await api.call(hook, { body, ...(type !== undefined && { headers: { 'content-type': type } }) });
  if (answer.status !== 201) return { status: answer.status, message: answer.body.message };
  const [id] = (answer.body.data as { ids: string[] }).ids;
  const { createdAt: _, updatedAt: __, ...fields } = (await api.call(`${path}/dataId/${id}`)).body.data;
  return { status: 201, ...fields, id: fields.id === id };
}

const stored = (fields: object) => ({ status: 201, id: true, ...fields });

test.each([
  [
    'JSON as text, as cloud notifications come',
    '{"Type":"Notification","Message":"{}"}',
    'text/plain; charset=UTF-8',
    { Type: 'Notification', Message: '{}' },
  ],
  ['JSON without a type of its own', '{"a":1}', 'application/octet-stream', { a: 1 }],
  ['a cloud event', '{"specversion":"1.0","a":1}', 'application/cloudevents+json', { specversion: '1.0', a: 1 }],
  ['XML, by its text', '<a>1</a>', 'text/xml', { text: '<a>1</a>' }],
  ['a feed', '<feed/>', 'application/atom+xml', { text: '<feed/>' }],
  ['a report of a browser', '{"csp-report":{"a":1}}', 'application/csp-report', { 'csp-report': { a: 1 } }],
  [
    'digits that no number holds, as text',
    '{"n":5,"list":[12345678901234567890]}',
    'application/json',
    { n: 5, list: ['12345678901234567890'] },
  ],
  ['such digits where a member is meant', '{"n":12345678901234567890,"n.a":1}', 'application/json', { n: '12345678901234567890', n_a: 1 }],
  ['text', 'disk full', 'text/plain', { text: 'disk full' }],
  ['text in another charset', 'gr\u00fcn', 'text/plain; charset=utf-8', { text: 'gr\u00fcn' }],
  [
    'a form',
    'From=%2B49&Body=Hi+there&tag=a&tag=b',
    'application/x-www-form-urlencoded',
    { From: '+49', Body: 'Hi there', tag: ['a', 'b'] },
  ],
  [
    'dotted names',
    '{"user.name":"Ann","user.mail.main":"a@b.c","user":{"age":5},"a.":1,"..":2}',
    'application/json',
    { user: { name: 'Ann', mail: { main: 'a@b.c' }, age: 5 }, a_: 1, __: 2 },
  ],
  [
    'a dotted name beside a plain value',
    '{"order":7,"order.id":8,"order.lines":9,"order_id":1}',
    'application/json',
    { order: 7, order_id: 1, order_id_: 8, order_lines: 9 },
  ],
  [
    'names that a record keeps for the server',
    '{"id":"evt_1","createdAt":5,"updatedAt":6,"is_deleted":false,"deletedAt":null,"file_metadata":{"a":1}}',
    'application/json',
    {
      senderId: 'evt_1',
      senderCreatedAt: 5,
      senderUpdatedAt: 6,
      senderIsDeleted: false,
      senderDeletedAt: null,
      senderFileMetadata: { a: 1 },
    },
  ],
  ['both names of an id', '{"id":1,"senderId":2}', 'application/json', { senderId: 2, senderId_: 1 }],
  ['names with a dollar sign', '{"data":{"$oid":"x"},"$schema":"y"}', 'application/json', { data: { $oid: 'x' }, $schema: 'y' }],
])('%s is stored', async (_, body, type, fields) => {
  expect(await event(body, type)).toEqual(stored(fields));
});

test('a multipart form is stored by its fields', async () => {
  const form = new FormData();
  form.set('subject', 'Hi');
  form.set('message.id', '5');
  form.set('attachment', new Blob(['x']), 'a.txt');
  expect(await event(form)).toEqual(stored({ subject: 'Hi', message: { id: '5' }, attachment: 'a.txt' }));
});

const part = (name: string, charset: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain${charset}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

test.each([
  [
    'a part that names its charset',
    Buffer.concat([
      part('wide', '; charset=utf-16le', Buffer.from('日本', 'utf16le')),
      part('a', '', Buffer.from('ü')),
      Buffer.from('--b--'),
    ]),
    'multipart/form-data; boundary=b',
    { wide: '日本', a: 'ü' },
  ],
  [
    'a form whose field names its charset',
    Buffer.concat([part('_charset_', '', Buffer.from('iso-8859-1')), part('a', '', Buffer.from('\xfc', 'latin1')), Buffer.from('--b--')]),
    'multipart/form-data; boundary=b',
    { _charset_: 'iso-8859-1', a: 'ü' },
  ],
  [
    'escapes in the charset of the type',
    'a=caf%E9+1&a=\xfc',
    'application/x-www-form-urlencoded; charset=ISO-8859-1',
    { a: ['café 1', 'ü'] },
  ],
  [
    'escapes in the charset of a payment service',
    'first_name=Jos%E9&charset=windows-1252',
    'application/x-www-form-urlencoded',
    { first_name: 'José', charset: 'windows-1252' },
  ],
  [
    'escapes in UTF-8, a field of any other meaning',
    'a=caf%C3%A9&charset=none',
    'application/x-www-form-urlencoded',
    { a: 'café', charset: 'none' },
  ],
  ['a form in UTF-16', Buffer.from('a=caf%C3%A9', 'utf16le'), 'application/x-www-form-urlencoded; charset=utf-16le', { a: 'café' }],
])('%s is read by it', async (_, body, type, fields) => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  expect(await event(new Uint8Array(bytes), type)).toEqual(stored(fields));
});

test('several events in one array become records each, with the names of their sender', async () => {
  const { status, body } = await api.call(hook, { body: '[{"id":"a"},{"id":"b"}]', headers: { 'content-type': 'text/plain' } });
  expect([status, (body.data as { ids: string[] }).ids.length]).toEqual([201, 2]);
  expect((await api.call(`${path}?senderId=a|b`)).body.data).toHaveLength(2);
});

/** Names with a dot for one or another underscore: all of them end with a dot, and are no paths. */
function namesLike(name: string): Record<string, number> {
  const names = Array.from({ length: 10_000 }, (_, n) => {
    let at = 0;
    return name.replaceAll('_', () => ((n >> at++) & 1 ? '.' : '_'));
  });
  return Object.fromEntries(names.map((each) => [each, 1]));
}

test.each([
  ['nothing', '', 'application/json', 400],
  ['broken JSON', '{"a":', 'text/plain', 400],
  ['an image', 'GIF89a', 'image/gif', 415],
  ['bytes that are no text', 'a', 'text/plain; charset=nonsense', 415],
  ['a form that breaks off', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', 'multipart/form-data; boundary=x', 400],
  ['a form with bytes that are no UTF-8', 'a=%E9', 'application/x-www-form-urlencoded', 415],
  ['an operator', '{"n":{"$increment":1}}', 'application/json', 400],
  ['a reserved name', '{"__proto__.x":1}', 'application/json', 400],
  ['half a million fields of one name', 'a&'.repeat(500_000), 'application/x-www-form-urlencoded', 413],
  ['ten thousand names that become one', JSON.stringify(namesLike('a_b_c_d_e_f_g_h_i_j_k_l_m_n_o.')), 'application/json', 400],
])('%s is refused with its reason, and nothing is stored', async (_, body, type, status) => {
  const count = async () => (await api.call(`${path}/count`)).body.data.count;
  const before = await count();
  expect(await event(body, type)).toMatchObject({ status, message: expect.any(String) });
  expect(await count()).toBe(before);
});

test('an event without a body is asked for one', async () => {
  expect(await event('', 'text/plain')).toMatchObject({ status: 400, message: 'Send the event in the body.' });
});

test('a body above the limit of JSON is too large', async () => {
  expect(await event(`{"a":1${' '.repeat(limits.jsonBody)}}`, 'application/json')).toMatchObject({ status: 413 });
});

test('a compressed event is refused, and what it would unpack to is never read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(await api.call(hook, { body: new Uint8Array(gzipSync('{"a":1}')), headers })).toMatchObject({ status: 415 });
});
