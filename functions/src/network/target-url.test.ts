import { expect, test } from 'vitest';
import { postSafely } from '../domain/webhooks/post-safely.ts';
import { targetUrl } from './target-url.ts';

const deployed = { allowLoopback: false };

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://user:secret@example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/',
  'https://localhost/',
  'https://db.localhost./',
  'https://intranet/',
  'https://printer.local/',
  'https://example.com:25/',
  'javascript:alert(1)',
  'not a url',
  '',
])('%s is refused, naming the field', (text) => {
  expect(() => targetUrl(text, deployed)).toThrow(
    expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field: 'endpoint' })] }),
  );
});

test.each(['https://example.com/hook?a=1', 'https://example.com:8443/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
  '%s is accepted',
  (text) => {
    expect(targetUrl(text, deployed).href).toBe(new URL(text).href);
  },
);

test('on a developer’s machine loopback is allowed, other closed networks are not', () => {
  const local = { allowLoopback: true };
  expect(targetUrl('http://127.0.0.1:3000/hook', local).port).toBe('3000');
  expect(targetUrl('http://localhost:3000/', local).hostname).toBe('localhost');
  expect(() => targetUrl('http://10.0.0.1/', local)).toThrow('https');
  expect(() => targetUrl('https://10.0.0.1/', local)).toThrow('public internet');
});

test.each([[['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:169.254.169.254']]])(
  'a name that means %j is not connected to',
  async (addresses) => {
    const options = { ...deployed, headers: {}, body: '{}', resolve: () => Promise.resolve(addresses) };
    await expect(postSafely(new URL('https://rebinding.example/'), options)).rejects.toThrow('does not belong to the public internet');
  },
);

test('a name without an address is told apart', async () => {
  const options = { ...deployed, headers: {}, body: '{}', resolve: () => Promise.resolve([]) };
  await expect(postSafely(new URL('https://nowhere.example/'), options)).rejects.toThrow('could not be resolved');
});
