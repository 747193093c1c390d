import { ContactMessage, Email, Feedback, fromText, isEmail } from '@bedplate/contract';
import { expect, test } from 'vitest';

/** The answers of the doors: accounts and app users, the contact form, feedback, a declared field. */
const doors = (email: string) => [
  Email.safeParse(email).success,
  ContactMessage.shape.email.safeParse(email).success,
  Feedback.shape.email.safeParse(email).success,
  'value' in fromText(email, { field: { type: 'email' } }),
  isEmail(email),
];

test.each([
  'ada@example.test',
  "o'neil+news@mail.example.co.uk",
  'a.b-c_d@e-f.example',
  'müller@bücher.example',
  '用户@例子.广告',
  'a@xn--bcher-kva.example',
  `${'a'.repeat(64)}@e.test`,
])('every door takes %s', (email) => {
  expect(doors(email)).toEqual([true, true, true, true, true]);
});

test.each([
  'a@e..test',
  'a@e.test.',
  'a@.e.test',
  '.a@e.test',
  'a.@e.test',
  'a..b@e.test',
  'a@-e.test',
  'a@e-.test',
  'a@e.test-',
  'a@e',
  'a@b@e.test',
  'a b@e.test',
  'a\u200b@e.test',
  'a<b@e.test',
  `${'a'.repeat(65)}@e.test`,
  `a@${'e'.repeat(64)}.test`,
])('no door takes %s', (email) => {
  expect(doors(email)).toEqual([false, false, false, false, false]);
});
