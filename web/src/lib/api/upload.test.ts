import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aToken, signInAs } from '../../testing/render-app.tsx';
import { noteServerTime } from '../time/clock.ts';
import { upload } from './upload.ts';
import { renewSession, storedSession } from '../session/session.ts';

const renewed = aToken({ name: 'Renewed' });
vi.mock('../session/firebase.ts', () => ({ renewToken: async () => renewSession(renewed) }));

/** The browser's request, driven by the test. */
class Request extends EventTarget {
  static last: Request;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  isAborted = false;
  date = '';
  token = '';
  constructor() {
    super();
    Request.last = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === 'Authorization') this.token = value.replace('Bearer ', '');
  }
  getResponseHeader(name: string) {
    return name === 'date' ? this.date : null;
  }
  send() {}
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
  sent(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
  signInAs();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Begins an upload and waits until the request is on its way. */
async function begin(sending?: Parameters<typeof upload>[2]) {
  const outcome = upload('/feedback', new FormData(), sending).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { outcome }; // a promise alone would be waited for
}

test('an upload continues while bytes flow, and fails a minute after the last one', async () => {
  const { outcome } = await begin();
  for (let minute = 1; minute <= 5; minute++) {
    await vi.advanceTimersByTimeAsync(50_000);
    Request.last.sent(minute, 10);
  }
  expect(Request.last.isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({ error: { name: 'ApiError', code: 'timeout' } });
});

test('an upload is stopped by its signal, with its reason', async () => {
  const stop = new AbortController();
  const { outcome } = await begin({ signal: stop.signal });
  stop.abort();
  expect(Request.last.isAborted).toBe(true);
  expect(await outcome).toEqual({ error: stop.signal.reason });
});

test('an ended session also ends in the browser', async () => {
  const { outcome } = await begin();
  Request.last.answer(401, { success: false, message: 'Log in again.', error: { code: 'unauthenticated' } });
  expect(await outcome).toMatchObject({ error: { status: 401, serverMessage: 'Log in again.' } });
  expect(storedSession()).toBeNull();
});

test('a token that has ended since the clock was set back is renewed, and the file sent again', async () => {
  signInAs({ expiresIn: -600 });
  noteServerTime(Date.now() - 3_600_000); // learned while this computer was an hour ahead
  const { outcome } = await begin();
  Request.last.date = new Date().toUTCString();
  Request.last.answer(401, { success: false, message: 'Log in again.' });
  await vi.waitFor(() => expect(Request.last.token).toBe(renewed), { timeout: 30_000 });
  Request.last.answer(201, { success: true });
  expect(await outcome).toEqual({ value: { success: true } });
});
