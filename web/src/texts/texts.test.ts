import { afterEach, expect, test } from 'vitest';
import { chooseLanguage, storedLanguage } from '../lib/language.ts';
import { relativeTime } from '../lib/time.ts';
import { office } from './en/office.ts';
import { en } from './en.ts';
import { loadTexts, said, t } from './index.ts';
import { zh } from './zh.ts';

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

afterEach(() => loadTexts('en'));

test('both languages have the same keys, and the same places in each text', () => {
  const customers = Object.entries(en).filter(([key]) => !(key in office));
  expect(Object.keys(zh).sort()).toEqual(customers.map(([key]) => key).sort());
  for (const [key, text] of customers) expect([key, placesOf(zh[key as keyof typeof zh])]).toEqual([key, placesOf(text)]);
});

test('the chosen language is remembered; without a choice it is English here', () => {
  expect(storedLanguage()).toBe('en');
  chooseLanguage('zh');
  expect(storedLanguage()).toBe('zh');
});

test('S1-2.1-16 S0-9-28 in Chinese the texts, the fixed sentences and the relative times are Chinese', async () => {
  await loadTexts('zh');
  expect(t('welcome', { name: 'Ada' })).toBe('欢迎,Ada');
  expect(said('Project has been added.')).toBe('项目已添加。');
  expect(said('Something else.')).toBe('Something else.');
  expect(document.documentElement.lang).toBe('zh');
  expect(relativeTime('2026-01-01T00:00:00Z', Date.parse('2026-01-01T03:00:00Z'))).toBe('3小时前');
});
