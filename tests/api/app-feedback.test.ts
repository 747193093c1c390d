import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Admin, anAdmin } from '../support/personas.ts';
import { database } from '../support/target.ts';

let admin: Admin;
beforeAll(async () => {
  admin = await anAdmin('Fiona Feedback');
});

/** A whole PNG of one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function form(fields: Record<string, string> = {}, images: [string, Buffer | string][] = []): FormData {
  const body = new FormData();
  const all = { fullName: 'Fiona', email: 'fiona@example.test', subject: 'Praise', message: 'It works.', ...fields };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  for (const [name, content] of images)
    body.append('images', new Blob([new Uint8Array(Buffer.from(content))], { type: 'image/png' }), name);
  return body;
}

const send = (body: FormData, token = admin.token) => call<{ data: { id: string } }>({ path: '/app/feedback', token, body });
const stored = async () => (await database().collection('feedback').where('userId', '==', admin.id).get()).docs;

// Covers S2-3-19
test('the message is stored with its images', async () => {
  const { status, body } = await send(form({}, [['shot.png', png]]));
  expect(status).toBe(201);
  const [doc] = (await stored()).filter(({ id }) => id === body.data.id);
  expect(doc?.data()).toMatchObject({
    fullName: 'Fiona',
    email: 'fiona@example.test',
    subject: 'Praise',
    message: 'It works.',
    images: [{ name: 'shot.png', size: png.length, type: 'image/png' }],
  });
});

test.each([
  ['subject', form({ subject: 'x'.repeat(61) }), 400],
  ['message', form({ message: ' ' }), 400],
  ['fullName', form({ fullName: '' }), 400],
  ['email', form({ email: 'nobody' }), 400],
  ['images', form({}, [['page.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>']]), 415],
  ['images', form({}, [['big.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])]]), 413],
  [
    'images',
    form(
      {},
      Array.from({ length: 11 }, (_, n): [string, Buffer] => [`${n}.png`, png]),
    ),
    400,
  ],
  // Covers S2-5-09
] as const)('a wrong %s is refused, named, and nothing is stored', async (field, body, status) => {
  const before = (await stored()).length;
  const answer = await send(body);
  expect(answer).toMatchObject({ status, body: { success: false, error: { details: [{ field }] } } });
  expect(await stored()).toHaveLength(before);
});

test('visitors cannot send feedback', async () => {
  expect((await call({ path: '/app/feedback', body: form() })).status).toBe(401);
});

test('a person sends twenty messages an hour', async () => {
  const { token, id } = await anAdmin('Mona Many');
  const statuses = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await send(form(), token)).status);
  expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([201, 429]);
  expect((await database().collection('feedback').where('userId', '==', id).get()).size).toBe(20);
});
