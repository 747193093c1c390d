import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { noteLink, trackVisits } from './track-visits.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

/** The browser's Back or Forward to a path. */
function travel(path: string): void {
  window.history.replaceState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

// Covers S0-7-10
test('Back after a link within the page is a view of the path that it leads to, and an anchor is none', () => {
  const { calls } = fakeServer({ 'POST /api/superadmin/track': () => ({ success: true }) });
  const paths = () => calls.map(({ body }) => (body as { path: string }).path);
  window.history.replaceState(null, '', '/login');
  trackVisits();
  expect(paths()).toEqual(['/login']);
  window.history.replaceState(null, '', '/register');
  noteLink('/register');
  travel('/register#form');
  expect(paths()).toEqual(['/login']);
  travel('/login');
  expect(paths()).toEqual(['/login', '/login']);
  travel('/register');
  expect(paths()).toEqual(['/login', '/login', '/register']);
});
