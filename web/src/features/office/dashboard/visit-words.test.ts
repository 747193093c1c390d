import { deviceTypes } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { loadTexts } from '../../../texts/index.ts';
import { visitWord } from './visit-words.ts';

const ofOurs = [...deviceTypes, 'Other', 'other', 'unknown', 'human', 'bot'];
const names = ['Firefox', 'Samsung Internet', 'macOS', 'DE', '/about', 'toString', ''];

test('words of ours are in the language of the page, and names stay', async () => {
  expect(ofOurs.map(visitWord)).toEqual(['Phone', 'Tablet', 'Desktop', 'Other', 'Other', 'Unknown', 'Human', 'Bot']);
  expect(names.map(visitWord)).toEqual(names);
  await loadTexts('zh');
  for (const word of ofOurs) expect(visitWord(word)).toMatch(/^\p{Script=Han}+$/u);
  expect(names.map(visitWord)).toEqual(names);
});
