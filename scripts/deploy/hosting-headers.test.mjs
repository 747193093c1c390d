import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../suite/paths.mjs';

/** @type {{ headers: { source: string, headers: { key: string, value: string }[] }[] }} */
const { headers } = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')).hosting;

/** @returns {Record<string, string>} what Hosting adds to the answers of a rule */
function headersOf(source) {
  return Object.fromEntries(
    headers.filter((rule) => rule.source === source).flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])),
  );
}

/** @returns {Record<string, string[]>} */
function directivesOf(policy) {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name, ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

test('every page is kept out of frames, sniffing, plain http and the hands of others', () => {
  const { 'Content-Security-Policy': _, ...others } = headersOf('**');
  expect(others).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  });
});

// Decision 015.
test('the policy of pages names each host, runs no script of its own text, and closes what no page needs', () => {
  const directives = directivesOf(headersOf('**')['Content-Security-Policy']);
  for (const name of ['default-src', 'base-uri', 'form-action']) expect([name, directives[name]]).toEqual([name, ["'self'"]]);
  for (const name of ['object-src', 'frame-ancestors']) expect([name, directives[name]]).toEqual([name, ["'none'"]]);
  for (const name of ['script-src', 'connect-src', 'img-src', 'style-src', 'font-src', 'frame-src']) {
    const wide = directives[name].filter((value) =>
      /^(?:\*|https?:|https?:\/\/\*?|'unsafe-eval'|http:\/\/.*|.*(?:localhost|127\.0\.0\.1|\[::1\]).*)$/.test(value),
    );
    expect([name, wide]).toEqual([name, []]);
  }
  expect(directives['script-src']).not.toContain("'unsafe-inline'");
});

test.each([
  ['/user/**', { 'Referrer-Policy': 'no-referrer' }], // their addresses hold links from mails
  ['!/@(app|api|stripe)/**', { 'Cache-Control': 'no-cache' }], // pages are asked for again, answers of functions say themselves
  ['/assets/**', { 'Cache-Control': 'public, max-age=31536000, immutable' }],
  ['/livesync.js', { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }], // other sites load it
])('%s has the headers of its own', (source, expected) => {
  expect(headersOf(source)).toMatchObject(expected);
});
