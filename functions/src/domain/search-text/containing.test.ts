import { containing, fold, unaccented } from '@bedplate/contract';
import { expect, test } from 'vitest';

const isIn = (term: string, text: string) => containing(fold(term))(fold(text));

test.each([
  ['cafe', 'Le Café', true],
  ['CAFÉ', 'un cafe', true],
  ['café', 'cafe\u0301 noir', true],
  ['οδος', 'ΟΔΟΣ', true],
  ['οδοσ', 'Οδός Ερμού', true],
  ['ΟΔΌΣ', 'οδος', true],
  ["o'neill", 'O’Neill', true],
  ['O’Neill', "o'neill", true],
  ['oʼneill', 'O‘Neill', true],
  ['"hi"', '“Hi” there', true],
  ['1999-2001', '1999–2001', true],
  ['strasse', 'Hauptstraße', true],
  ['straße', 'HAUPTSTRASSE', true],
  ['lodz', 'Łódź', true],
  ['aero', 'Ærø', true],
  ['елка', 'Ёлка', true],
  ['мои', 'мой', false],
  ['cooperate', 'co\u00ADop\u200Berate', true],
  ['أحمد', 'احمد', true],
  ['محمد', 'مُحَمَّد', true],
  ['שלום', 'שָׁלוֹם', true],
  ['が', 'か', false],
  ['한', '하', false],
  ['Istanbul', 'İSTANBUL', true],
  ['ilik', 'ılık', true],
  ['caf', 'kaffee', false],
  ['\u0301', 'e', false],
])('%s is found in %s: %s', (term, text, found) => {
  expect(isIn(term, text)).toBe(found);
});

test('what a text contains as it stands is found in it, whatever the accents do', () => {
  const texts = ['Ĳssel ΐ ﬁ ǰ', 'ÉCOLE œuvre', 'ὈΔΥΣΣΕΎΣ', 'नमस्ते क़', '각 각', 'e\u0323\u0301', 'ßſẞ', '\u0344\u0301x', '﷽'];
  for (const text of texts.map(fold))
    for (let from = 0; from < text.length; from += 1)
      for (let to = from + 1; to <= text.length; to += 1)
        expect([text.slice(from, to), containing(text.slice(from, to))(text)]).toEqual([text.slice(from, to), true]);
});

test('what has no accents stays what it is', () => {
  for (const text of ['plain', 'мой', '日本語', 'がぎぐ', '한국어', '😀 a']) expect(unaccented(text)).toBe(text);
});
