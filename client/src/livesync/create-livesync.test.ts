import { expect, test } from 'vitest';
import { createLiveSync } from './create-livesync.ts';

const options = {
  endpoint: 'http://a',
  projectId: 'p',
  storageKey: 'orders',
  getToken: () => new Promise<string>(() => {}),
  onChange: () => {},
};

test('a time that is none is refused at once', () => {
  expect(() => createLiveSync({ ...options, since: 'yesterday' })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  createLiveSync({ ...options, since: '2026-05-01' }).close();
});

test('a storage and a right to listen are needed', () => {
  const { storageKey: _, ...nowhere } = options;
  expect(() => createLiveSync(nowhere)).toThrow(/storageKey or a storageId/);
  const { getToken: __, ...without } = options;
  expect(() => createLiveSync(without)).toThrow(/token/);
});
