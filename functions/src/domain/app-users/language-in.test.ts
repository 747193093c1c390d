import { expect, test } from 'vitest';
import { languageIn } from './find-user.ts';

test.each([
  ['de', 'de'],
  [' DE ', 'de'],
  ['pt_BR', 'pt-BR'],
  ['zh-Hans-CN', 'zh-Hans-CN'],
  ['German', null],
  ['', null],
  [7, null],
  [undefined, null],
])('the language of %j is %j', (language, expected) => {
  expect(languageIn({ language })).toBe(expected);
});
