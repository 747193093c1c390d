import { expect, test } from 'vitest';
import { inLetters, spellingsOf } from './mailbox.ts';

test.each([
  ['ada@bücher.example', ['ada@bücher.example', 'ada@xn--bcher-kva.example']],
  ['ada@xn--bcher-kva.example', ['ada@bücher.example', 'ada@xn--bcher-kva.example']],
  ['ada@mail.xn--fsqu00a.xn--4rr70v', ['ada@mail.例子.广告', 'ada@mail.xn--fsqu00a.xn--4rr70v']],
  ['müller@example.test', ['müller@example.test']],
  ['xn--ada@example.test', ['xn--ada@example.test']],
  ['ada@127.1', ['ada@127.1']],
  ['bücher', ['bücher']],
])('%s has the spellings %j', (email, spellings) => {
  expect(spellingsOf(email)).toEqual(spellings);
  expect(inLetters(email)).toBe(spellings[0]);
});
