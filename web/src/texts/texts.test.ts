import {
  activities,
  activityModules,
  AccountChange,
  Credentials,
  EmailOnly,
  MemberRegistration,
  messages,
  NewProject,
  PasswordReset,
  Registration,
  roleLabel,
  switches,
} from '@bedplate/contract';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage, storedLanguage } from './language.ts';
import { relativeTime } from '../lib/time.ts';
import { en } from './en.ts';
import { gridTexts, loadTexts, said, type TextKey, t } from './index.ts';
import { zh } from './zh.ts';

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

afterEach(() => loadTexts('en'));

/** The same in both: names of languages, formats and tools, and what Chinese writes in Latin letters, too. */
const alike = new Set([
  'ID',
  'URL',
  'API',
  'JSON',
  'NDJSON',
  'CSV',
  'Webhook',
  'true',
  'false',
  'curl',
  'fetch',
  'English',
  '中文',
  '{name} {field} {row}',
]);

test('both languages have the same keys, and the same places in each text', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect([key, placesOf(zh[key as TextKey])]).toEqual([key, placesOf(text)]);
});

test('no Chinese text is the English one, but for a few names', () => {
  const same = Object.entries(en).filter(([key, text]) => zh[key as TextKey] === text && !alike.has(text));
  expect(same).toEqual([]);
});

test('every fixed sentence, role and activity has its Chinese', async () => {
  await loadTexts('zh');
  const fixed = [
    ...Object.values(messages),
    ...Object.values(roleLabel),
    ...activities,
    ...activityModules,
    ...Object.values(switches).flatMap((each) => Object.values(each)),
  ];
  expect(fixed.filter((sentence) => said(sentence) === sentence)).toEqual([]);
});

test('what the rules for people and projects say about a field has its Chinese', async () => {
  await loadTexts('zh');
  const wrong = ['', 'x', '\ud800', 'x'.repeat(3000)].map((text) => ({
    name: text,
    email: text,
    password: text,
    confirmPassword: 'another',
    password_confirm: 'another',
    confirm_password: 'another',
    description: text,
    role: 'admin',
  }));
  const schemas = [AccountChange, Credentials, EmailOnly, MemberRegistration, NewProject, PasswordReset, Registration];
  const told = schemas.flatMap((schema) => wrong.flatMap((values) => schema.safeParse(values).error?.issues ?? []));
  const English = told.filter(({ code, message }) => said(message) === message && !(code === 'too_big' && message.startsWith('Too big')));
  expect(told.length).toBeGreaterThan(20);
  expect(English.map(({ message }) => message)).toEqual([]);
});

test('the chosen language is remembered; without a choice it is English here', () => {
  expect(storedLanguage()).toBe('en');
  chooseLanguage('zh');
  expect(storedLanguage()).toBe('zh');
});

// Covers S1-2.1-16, S0-9-28
test('in Chinese the texts, the fixed sentences and the relative times are Chinese', async () => {
  await loadTexts('zh');
  expect(t('welcome', { name: 'Ada' })).toBe('欢迎,Ada');
  expect(said('Project has been added.')).toBe('项目已添加。');
  expect(said('Something else.')).toBe('Something else.');
  expect(document.documentElement.lang).toBe('zh');
  expect(gridTexts().localeText?.columnMenuSortAsc).toBe('升序');
  expect(relativeTime('2026-01-01T00:00:00Z', Date.parse('2026-01-01T03:00:00Z'))).toBe('3小时前');
});
