import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('notes'));
});
afterAll(() => api.stop());

test('every answer of the data API names its request and is never stored, framed or sniffed; pages of any origin read it', async () => {
  for (const asked of ['/api/health', '/api/nope', path, `${path}?limit=x`]) {
    const { headers } = await api.call(asked);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
});

test('a preflight is answered for every address, without keys and at no cost', async () => {
  for (const asked of [path, '/api/batch', '/api/users/some/sign-in/password']) {
    const { status, headers } = await fetch(api.origin + asked, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('x-bedplate-reads')]).toEqual([204, '*', null]);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
  }
});

test('an answer tells what it cost', async () => {
  const { headers } = await api.call(path, { body: { title: 'one' } });
  expect([Number(headers.get('x-bedplate-writes')) > 0, headers.get('x-bedplate-deletes')]).toEqual([true, '0']);
});

test.each(['/api/nope', '/api/HEALTH', '/api/notes', '/api/notes/x/y/z'])('at %s is nothing, which is told in JSON', async (asked) => {
  expect(await api.call(asked)).toMatchObject({ status: 404, body: { success: false, error: { code: 'not-found' } } });
});

test('an encoded letter is that letter, and a slash at the end is none', async () => {
  const { status } = await api.call(path);
  for (const spelled of [path.replace('/api/n', '/api/%6e'), `${path}/`]) expect((await api.call(spelled)).status).toBe(status);
});
