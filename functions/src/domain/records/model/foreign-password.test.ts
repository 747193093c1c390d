import { expect, test } from 'vitest';
import { foreignMatches, foreignPassword } from './foreign-password.ts';
import { passwordMatches } from './password.ts';

const firebase = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

/** Vectors that these systems publish. */
test.each([
  ['bcrypt', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['Django’s PBKDF2', 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=', 'lètmein'],
  ['argon2', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
  ['Firebase’s scrypt', firebase, 'user1password'],
  ['Firebase’s scrypt in base64url', { ...firebase, hash: firebase.hash.replaceAll('+', '-').replaceAll('/', '_') }, 'user1password'],
] as const)('a hash of %s is that of its password alone', async (_, hash, password) => {
  const stored = foreignPassword(hash) ?? '';
  expect([await foreignMatches(stored, password), await passwordMatches(stored, password)]).toEqual([true, true]);
  expect([await foreignMatches(stored, `${password}x`), await passwordMatches(stored, `${password}x`)]).toEqual([false, false]);
});

test.each([
  '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  '$2a$15$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  '$2a$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  'pbkdf2_sha256$0$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  'pbkdf2_sha256$2000001$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  'pbkdf2_md5$1000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  '$argon2id$v=19$m=65537,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=11,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=2,p=5$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '',
])('the hash "%s" is not taken', (hash) => {
  expect(foreignPassword(hash)).toBeNull();
});
