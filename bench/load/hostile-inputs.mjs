/** Every call of the console that needs no session, with the fields that it reads, and the payment provider's. */
export const publicRoutes = [
  {
    method: 'POST',
    path: '/app/authentication/register',
    fields: ['name', 'email', 'password', 'confirmPassword', 'role', 'projectId', 'browser'],
  },
  { method: 'POST', path: '/app/authentication/check-2fa-setting', fields: ['email', 'password', 'twoFactorCode'] },
  { method: 'POST', path: '/app/authentication/login', fields: ['email', 'password', 'twoFactorCode'] },
  { method: 'POST', path: '/app/authentication/google-login', fields: ['googleData', 'twoFactorCode'] },
  { method: 'POST', path: '/app/authentication/resend-verification', fields: ['email'] },
  { method: 'POST', path: '/app/authentication/forgot-password', fields: ['email'] },
  { method: 'GET', path: '/app/authentication/:token/verify', fields: [] },
  { method: 'POST', path: '/app/authentication/:token/reset-password', fields: ['password', 'confirm_password'] },
  { method: 'POST', path: '/app/authentication/:token/sign-in', fields: ['browser'] },
  { method: 'POST', path: '/app/authentication/:token/unlock', fields: [] },
  { method: 'POST', path: '/app/authentication/:token/not-me', fields: [] },
  { method: 'GET', path: '/app/verify/user/:token', fields: [] },
  { method: 'GET', path: '/app/config', fields: [] },
  { method: 'GET', path: '/app/health', fields: [] },
  { method: 'GET', path: '/app/subscriptions/premium-products', fields: [] },
  { method: 'GET', path: '/app/feedback/image/:token', fields: [] },
  { method: 'POST', path: '/app/superadmin/track', fields: ['path', 'browser', 'deviceType', 'os', 'ipAddress'] },
  { method: 'POST', path: '/app/contact-us', fields: ['name', 'email', 'subject', 'message', 'website'] },
  { method: 'POST', path: '/app/documentation/votes', fields: ['path', 'useful'] },
  { method: 'POST', path: '/api/superadmin/track', fields: ['path', 'browser', 'deviceType', 'os', 'ipAddress'] },
  { method: 'GET', path: '/api/subscriptions/premium-products', fields: [] },
  {
    method: 'POST',
    path: '/stripe/webhook',
    fields: ['id', 'type', 'data', 'livemode'],
    keys: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  },
];

/**
 * The calls that visitors of an app reach: about its users with its keys, and without any.
 * @param at path of its users
 */
export const appRoutes = (at, keys) => [
  { method: 'POST', path: at, fields: ['username', 'email', 'password', 'role', 'id', '__proto__'], keys },
  { method: 'POST', path: `${at}/authenticate`, fields: ['username', 'password'], keys },
  { method: 'POST', path: `${at}/refresh`, fields: ['refreshToken'], keys },
  { method: 'POST', path: `${at}/logout`, fields: ['refreshToken'], keys },
  { method: 'POST', path: `${at}/forgot-password`, fields: ['email', 'username'], keys },
  { method: 'POST', path: `${at}/reset-password`, fields: ['token', 'password'], keys },
  { method: 'POST', path: '/api/hooks/:token', fields: ['title', 'amount'] },
  { method: 'POST', path: '/api/livesync/token', fields: ['storageKeys', 'storageIds'] },
  { method: 'POST', path: '/api/batch', fields: ['writes'] },
  { method: 'GET', path: '/api/:token/:token', fields: [] },
  { method: 'GET', path: '/api/:token/:token/dataId/:token', fields: [] },
  { method: 'GET', path: '/api/openapi.json', fields: [] },
  { method: 'GET', path: '/api/health', fields: [] },
];

const known = [
  '',
  ' ',
  '\0',
  '\r\nBcc: evil@example.test',
  'a@b.test\r\nBcc: evil@example.test',
  'a@b.test\nSubject: x',
  'a@b.test,evil@example.test',
  '"a@b.test" <evil@example.test>',
  'a@b.test%0d%0aBcc:evil@example.test',
  "' OR '1'='1",
  '"; DROP TABLE users; --',
  '{"$ne":null}',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '..%2f..%2fusers',
  '.',
  '..',
  '__all__',
  '/',
  '%',
  '%00',
  '%E0%A4%A',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/a}',
  '; cat /etc/passwd',
  '$(id)',
  '\ud800',
  '\u202eevil',
  'é'.repeat(300),
  '😀'.repeat(500),
  'a'.repeat(70_000),
  `${'a'.repeat(64)}@${'b'.repeat(250)}.test`,
  'ADMIN@EXAMPLE.TEST',
  'admin@example.test.',
  'admin@[127.0.0.1]',
  'undefined',
  'null',
  'NaN',
  '1e999',
  '000000',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  '{"sub":"1","email":"a@b.test","email_verified":"yes"}',
  '{"sub":"1","email":"a@b.test\\r\\nBcc: evil@example.test","email_verified":true}',
  '{"sub":{"a":1},"email":"a@b.test","email_verified":true}',
];

const values = [null, true, false, 0, -1, 1e308, [], {}, [[]], { $ne: 1 }, { toString: 1 }, ['a@b.test'], { length: 1 }];

/** A text that a careless program trips over, or random characters. */
export function hostileText(random) {
  if (random() < 0.7) return known[Math.floor(random() * known.length)];
  const length = Math.floor(random() * 120);
  return Array.from({ length }, () => String.fromCharCode(Math.floor(random() * (random() < 0.5 ? 128 : 0x3000)))).join('');
}

/** A body: mostly JSON with the fields of the call; some are nested deeply, oversized, or no JSON at all. */
export function hostileBody(random, fields) {
  const kind = random();
  if (kind < 0.04) return '['.repeat(5000);
  if (kind < 0.08) return hostileText(random);
  if (kind < 0.1) return `{"email":"a@b.test","email":"${'x'.repeat(1000)}"`;
  if (kind < 0.12) return `{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"email":"a@b.test"}`;
  if (kind < 0.125) return JSON.stringify({ email: 'x'.repeat(1_200_000) });
  if (kind < 0.15) return JSON.stringify(values[Math.floor(random() * values.length)]);
  const body = Object.fromEntries(fields.filter(() => random() < 0.9).map((field) => [field, hostileValue(random, field)]));
  return JSON.stringify(body);
}

function hostileValue(random, field) {
  if (field === 'googleData' && random() < 0.8) return { credential: hostileValue(random, ''), nonce: hostileValue(random, '') };
  if (field === 'email' && random() < 0.3) return `probe-${Math.floor(random() * 1e9)}@example.test`;
  if (/password/i.test(field) && random() < 0.4) return 'Correct-horse-9';
  return random() < 0.25 ? values[Math.floor(random() * values.length)] : hostileText(random);
}

/** Mostly a network of its own; sometimes headers that lie. @param plain never those */
export function hostileHeaders(random, plain = false) {
  const part = () => Math.floor(random() * 65536).toString(16);
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${part()}:${part()}::1` };
  const kind = plain ? 1 : random();
  if (kind < 0.03) return { ...headers, 'content-type': 'text/plain' };
  if (kind < 0.06) return { ...headers, 'x-forwarded-for': "127.0.0.1, ' OR 1=1, ::ffff:999.1.1.1" };
  if (kind < 0.09) return { ...headers, authorization: 'Bearer ' };
  if (kind < 0.12) return { ...headers, authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
  if (kind < 0.15) return { ...headers, 'user-agent': '<script>alert(1)</script>'.repeat(40) };
  if (kind < 0.17) return { ...headers, 'x-http-method-override': 'DELETE', 'x-original-url': '/app/users' };
  return headers;
}
