import { expect, test, vi } from 'vitest';
import { BedplateError } from '../transport/errors.ts';
import { createLiveSync, type LiveSyncOptions } from './create-livesync.ts';

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

/** @returns the first error of a LiveSync whose token route answers this */
async function errorOf(answer: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const getToken = async () => answer as string; // as an app's route may answer anything
  const live = createLiveSync({ ...options, getToken, onError: resolve });
  const error = await promise;
  live.close();
  return error;
}

test('a token route that answers something else is told with what it answered and what it must answer with', async () => {
  const itself: Record<string, unknown> = { status: 200 };
  itself.request = itself;
  const answers: [unknown, string][] = [
    [{ error: 'no session' }, '{"error":"no session"}'],
    [{ success: false, error: { code: 'not-found' } }, '{"success":false,"error":{"code":"not-found"}}'],
    [{ token: 'eyJ' }, '{"token":"…"}'],
    [null, 'null'],
    [undefined, 'undefined'],
    ['', '""'],
    [Response.json({}), '[object Response]'],
    [itself, 'an object with status, request'],
  ];
  for (const [answer, shown] of answers) {
    const error = await errorOf(answer);
    expect(error).toBeInstanceOf(BedplateError);
    expect(error).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(`getToken gave ${shown}, which is no token.`),
    });
    expect(error).toHaveProperty('message', expect.stringContaining('bedplate.livesync.token(…)'));
  }
});

test('a route that fails once is asked again', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const getToken = async () => ({ error: ++asked }) as unknown as string;
  const live = createLiveSync({ ...options, getToken });
  await vi.advanceTimersByTimeAsync(5000);
  live.close();
  vi.useRealTimers();
  expect(asked).toBeGreaterThan(1);
});

test('a token that is none is refused at once', () => {
  const { getToken: _, ...without } = options;
  const token = { error: 'no session' } as unknown as LiveSyncOptions['token'];
  expect(() => createLiveSync({ ...without, token })).toThrow(/token gave \{"error":"no session"\}/);
});
