import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { aToken, signInAs } from '../../testing/render-app.tsx';
import { api } from '../api/client.ts';
import { noteServerTime, serverNow } from './clock.ts';
import { currentSession, startSession } from '../session/session.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-25T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(Date.now());
});

test.each([hour, -hour])('a computer %i ms ahead learns the server’s time from the answer of its login', async (wrong) => {
  vi.useFakeTimers({ now: now + wrong, toFake: ['Date'] });
  const serverToken = () => (vi.setSystemTime(now), aToken({ expiresIn: 3600 }));
  const token = serverToken();
  vi.setSystemTime(now + wrong);
  fakeServer({
    'POST /app/authentication/login': () => new Response('{"success":true}', { headers: { date: new Date(now).toUTCString() } }),
  });
  await api.post('/authentication/login', {}, { visitor: true });
  expect(serverNow()).toBe(now);
  startSession({ accessToken: token, data: { id: 'u1', role: 'admin', projectId: null } });
  expect(currentSession()).not.toBeNull();
  vi.setSystemTime(now + wrong + hour);
  expect(currentSession()).toBeNull(); // its hour is over by the server's clock
});

test('a page that is loaded again still knows it', async () => {
  noteServerTime(Date.now() - hour);
  signInAs({ expiresIn: 60 - 3600 }); // ended by this computer's clock
  vi.resetModules();
  const again = await import('../session/session.ts');
  expect(again.currentSession()).not.toBeNull();
});

test('the second that an answer takes is no difference', () => {
  const before = serverNow() - Date.now();
  noteServerTime(Date.now() - 1500);
  expect(serverNow() - Date.now()).toBe(before);
});
