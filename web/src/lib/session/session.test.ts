import { expect, test } from 'vitest';
import { aToken, signInAs } from '../../testing/render-app.tsx';
import { belongsToProject, clearSession, currentSession, renewSession, startSession, storedSession } from './session.ts';

// Covers S0-3-16
test('a login is kept under the four keys and read back from the token', () => {
  startSession({
    accessToken: aToken({ role: 'developer', projectId: 'p1', name: 'Zoë' }),
    data: { id: 'u1', role: 'developer', projectId: 'p1' },
  });
  expect(['userId', 'role', 'prjId'].map((key) => localStorage.getItem(key))).toEqual(['u1', 'developer', 'p1']);
  expect(currentSession()).toMatchObject({ userId: 'u1', role: 'developer', projectId: 'p1', tenantId: 't1', name: 'Zoë' });
});

test('D64 a stored role without a valid token is no session', () => {
  localStorage.setItem('role', 'admin');
  expect(currentSession()).toBeNull();
  signInAs({ expiresIn: -1 });
  expect(currentSession()).toBeNull();
  expect(storedSession()).not.toBeNull();
});

test('a renewed token of the same person replaces the old one', () => {
  signInAs({ expiresIn: 10 });
  const renewed = aToken({ expiresIn: 3600, name: 'Ada King' });
  renewSession(renewed);
  expect(localStorage.getItem('token')).toBe(renewed);
});

test('no renewal revives an ended session, or takes the token of another person or of an earlier login', () => {
  const token = signInAs();
  const foreign = aToken().replace(/\.[^.]+\./, `.${btoa(JSON.stringify({ sub: 'u2', exp: 9e9, role: 'admin' }))}.`);
  renewSession(foreign);
  expect(localStorage.getItem('token')).toBe(token);
  renewSession(aToken({ sid: 'earlier' }));
  expect(localStorage.getItem('token')).toBe(token);
  clearSession();
  renewSession(aToken());
  expect(localStorage.getItem('token')).toBeNull();
});

test('an admin belongs to every project, a member to one', () => {
  signInAs();
  expect(storedSession() && belongsToProject(storedSession()!, 'p9')).toBe(true);
  signInAs({ role: 'user', projectId: 'p1' });
  expect(['p1', 'p2'].map((id) => belongsToProject(storedSession()!, id))).toEqual([true, false]);
});
