import { expect, test, vi } from 'vitest';
import { Connections } from './connections.ts';

const asked = vi.hoisted((): unknown[] => []);

vi.mock('undici', async (original) => {
  const { default: library } = await original<{ default: { buildConnector: (options: object) => unknown } }>();
  const buildConnector = (options: object) => {
    asked.push(options);
    return library.buildConnector(options);
  };
  return { default: { ...library, buildConnector } };
});

test('a connection is made within ten seconds', async () => {
  const request = { method: 'GET', path: '/', headers: {}, body: undefined };
  await expect(new Connections('http://127.0.0.1:1', 1_000, 1_000).exchange(request)).rejects.toThrow('ECONNREFUSED');
  expect(asked).toEqual([expect.objectContaining({ timeout: 10_000 })]);
});
