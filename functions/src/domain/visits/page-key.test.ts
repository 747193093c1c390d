import { expect, test } from 'vitest';
import { pageKey, storedPath } from './page-key.ts';

test('made-up paths share one counter when there are many, and the site’s pages keep theirs', () => {
  const keys = new Set(Array.from({ length: 5000 }, (_, n) => pageKey(`/made-up-${n}`, '2026-01-02')));
  expect(keys.size).toBeLessThanOrEqual(200);
  expect(keys).toContain('other');
  expect(pageKey('/about', '2026-01-02')).toBe('%2Fabout');
  expect(pageKey('/made-up-1', '2026-01-02')).toBe('%2Fmade-up-1');
  expect(pageKey('/new-day', '2026-01-03')).toBe('%2Fnew-day');
  expect(pageKey(`/${'é'.repeat(400)}`, '2026-01-03')).toBe('other');
});

test.each([
  ['/<script>alert(1)</script>', '/%3Cscript%3Ealert(1)%3C/script%3E'],
  ['/a"b`c\u0000', '/a%22b%60c%00'],
  ['/\ud800', '/\ufffd'],
  ['/about?token=1#x', '/about'],
  ['/user/secret/verify', '/user/{token}/verify'],
])('%j is stored as %s', (path, stored) => {
  expect(storedPath(path)).toBe(stored);
  expect(() => pageKey(stored, '2026-01-02')).not.toThrow();
});
