import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { aToken, signInAs } from '../../testing/render-app.tsx';
import { api } from '../api/client.ts';
import { noteServerTime } from '../time/clock.ts';
import { renewSession, storedSession } from './session.ts';

const hour = 3_600_000;
let renewed = '';
vi.mock('./firebase.ts', () => ({ renewToken: async () => renewSession(renewed) }));

afterEach(() => noteServerTime(Date.now()));

/** The server's clock is this computer's: whoever is told otherwise has learned it before the clock was set. */
function refusalAt(): Response {
  const refused = refuse('unauthenticated', 'Log in again.');
  return new Response(refused.body, { status: 401, headers: { date: new Date().toUTCString() } });
}

/** A server that takes the renewed token alone. */
function serverOf() {
  renewed = aToken({ name: 'Renewed' });
  return fakeServer({
    'POST /app/projects': ({ headers }) => (headers.get('authorization') === `Bearer ${renewed}` ? { success: true } : refusalAt()),
  });
}

test('a token that has ended since the clock was set back is renewed, and the call asked again', async () => {
  const { calls } = serverOf();
  signInAs({ expiresIn: -600 });
  noteServerTime(Date.now() - hour); // learned while this computer was an hour ahead
  await api.post('/projects', { name: 'Shop' });
  expect(storedSession()?.name).toBe('Renewed');
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'Shop' }, { name: 'Shop' }]);
});

test('a refused token whose hour is not over ends the session as before', async () => {
  const { calls } = serverOf();
  signInAs();
  await expect(api.post('/projects', {})).rejects.toMatchObject({ status: 401 });
  expect(calls).toHaveLength(1);
  expect(storedSession()).toBeNull();
});
