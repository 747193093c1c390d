import {
  AccountChange,
  type ActivityRow,
  activityParts,
  activitySentence,
  activitySentences,
  activities,
  activityModules,
  auditActions,
  capPeriods,
  Credentials,
  csvTexts,
  deliveryStates,
  EmailOnly,
  endpointTypes,
  functionalities,
  historyOperations,
  intervals,
  keyVerbs,
  MemberRegistration,
  NewProject,
  PasswordReset,
  Registration,
  fieldTexts,
  grantShapeTexts,
  grantTexts,
  furtherRefusals,
  queryRefusals,
  refusals,
  recordJobKinds,
  rendered,
  roles,
  rules,
  tiers,
} from '@bedplate/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { activityText } from '../features/activity/activity-text.ts';
import { limitWords } from '../features/fields/field-words.ts';
import { lateTexts } from '../testing/late-texts.ts';
import { inOurWords } from '../lib/api/api-error.ts';
import { relativeTime } from '../lib/time.ts';
import { under, type Words } from './lingui/catalogue.ts';
import { dataViewTexts } from './data-view.ts';
import { english, gridTexts, hasText, loadTexts, roleName, t, textOf } from './index.ts';
import { chooseLanguage, storedLanguage } from './language.ts';
import { staffTexts } from './staff.ts';
import { zh } from './zh.ts';

/** English of the page and of the server. */
const en: Record<string, Words> = {
  ...english(),
  ...staffTexts,
  ...dataViewTexts,
  ...lateTexts,
  ...under('message', { ...rules, ...refusals, ...furtherRefusals, ...queryRefusals, ...csvTexts, ...fieldTexts }),
  ...under('grant', grantTexts),
  ...under('grantShape', grantShapeTexts),
  ...under('logged', { ...activitySentences, ...activityParts }),
  ...Object.fromEntries([...activities, ...activityModules].map((name) => [`activityName.${name}`, name])),
  ...Object.fromEntries(auditActions.map((name) => [`auditName.${name}`, name])),
};
/** Chinese has no plural: there the number stands by itself. */
const withoutPlural = (text: string) => text.replace(/\{(\w+), plural, one \{[^{}]*\} other \{[^{}]*\}\}/g, '{$1}');
const placesOf = (text: Words | undefined) => [...withoutPlural(JSON.stringify(text)).matchAll(/\{\w+\}|#/g)].map(String).sort();

afterEach(() => loadTexts('en'));

/** The same in both: names of languages, formats and tools, and words that Chinese also writes in Latin letters. */
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
  'Google',
  'Apple',
  'GitHub',
  'Microsoft',
  'OpenID Connect',
  'curl',
  'fetch',
  'React',
  'English',
  '中文',
  '{name} {field} {row}',
]);

test('both languages have the same keys, and the same places in each text', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect([key, [...new Set(placesOf(zh[key]))]]).toEqual([key, [...new Set(placesOf(text))]]);
});

test('one of a thing is told in the singular, by the server and in the console', () => {
  const counting = Object.entries({ ...furtherRefusals, ...fieldTexts, ...grantTexts, ...activitySentences }).filter(([, text]) =>
    text.includes(', plural,'),
  );
  expect(counting.length).toBeGreaterThan(10);
  for (const [key, text] of counting) {
    const values = (count: number) => Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, place = '']) => [place, count]));
    expect([key, rendered(text, values(1))]).toEqual([key, expect.not.stringMatching(/\b1 \w+s\b|[{}#]/)]);
    expect([key, rendered(text, values(2))]).toEqual([key, expect.stringMatching(/\b2 \w+s\b/)]);
  }
  const limit = { tier: 'free', max: 1 };
  expect(rendered(furtherRefusals.planProjects, limit)).toBe('The free plan includes 1 project. Archive a project or upgrade the plan.');
});

test('no Chinese text is the English one, but for a few names', () => {
  const same = Object.entries(en).filter(([key, text]) => JSON.stringify(zh[key]) === JSON.stringify(text) && !alike.has(String(text)));
  expect(same).toEqual([]);
});

test.each([
  ['tier', tiers],
  ['role', roles],
  ['endpoint', [...endpointTypes, ...functionalities]],
  ['billing.interval', intervals],
  ['job', recordJobKinds.filter((kind) => kind !== 'repairField')], // always of a field
  ['deliveries', deliveryStates.filter((state) => state !== 'failed')],
  ['namedKeys.verb', keyVerbs],
  ['history', historyOperations],
  ['caps', capPeriods],
  ['office.plan', ['none', 'subscribed', 'cancelled']],
])('each code below %s is a word of its own in both languages', (prefix, codes) => {
  const missing = (codes as readonly string[]).filter((code) => ![en, zh].every((texts) => Object.hasOwn(texts, `${prefix}.${code}`)));
  expect(missing).toEqual([]);
});

test('a sentence of the server that names a tier by its code has the name that people see', async () => {
  const full = { key: 'planMembers', values: { tier: 'free', max: 25 }, message: 'The free plan includes 25 users.' };
  await loadTexts('zh');
  expect(inOurWords(full)).toBe('免费套餐包含 25 个用户。升级套餐即可添加更多。');
});

/** In the sentences of access rules `who` is a Chinese word. */
const ownNames = /[\u4e00-\u9fff]\{(?:who|name|storage|project)\}|\{(?:who|name|storage|project)\}[\u4e00-\u9fff]/;

test('in Chinese texts a name that people gave has a space on both sides, as Latin words have', () => {
  const glued = Object.entries(zh).filter(([key, text]) => !key.startsWith('grant.') && ownNames.test(JSON.stringify(text)));
  expect(glued).toEqual([]);
});

/** A mark of Latin text beside a Chinese letter; brackets of code, behind and before Latin letters, are none. */
const latinMarks = /\p{Script=Han} ?[(,;:!?]|[),;!?] ?\p{Script=Han}/u;

test('Chinese texts have Chinese marks, also between the names of a list', async () => {
  const isOfCode = (text: string) => /[\w}]\(/.test(text) || text.includes('=');
  const texts = Object.entries(zh).filter(([, text]) => typeof text === 'string' && !isOfCode(text) && latinMarks.test(text));
  expect(texts).toEqual([]);
  await loadTexts('zh');
  expect(limitWords({ type: 'text', values: ['red', 'blue'] })).toEqual(['red、blue']);
});

test.each(['Credits', 'Delete for good', 'Inbound webhook of {name}', 'Newest first', 'Verb'])('%s has one name in Chinese', (text) => {
  const keys = Object.keys(en).filter((key) => en[key] === text);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys.map((key) => zh[key])).size).toBe(1);
});

test('what the rules for people and projects say about a field is Chinese', async () => {
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
  const English = told.filter(({ message }) => /^[A-Z]/.test(message) && !message.startsWith('Too big'));
  expect(told.length).toBeGreaterThan(20);
  expect(English.map(({ message }) => message)).toEqual([]);
  expect(told.map(({ message }) => message)).toContain('姓名最多 80 个字符。');
});

test('the chosen language is remembered; without a choice it is English here', () => {
  expect(storedLanguage()).toBe('en');
  chooseLanguage('zh');
  expect(storedLanguage()).toBe('zh');
});

test('in Chinese the texts, the fixed sentences and the relative times are Chinese', async () => {
  await loadTexts('zh');
  expect(t('welcome', { name: 'Ada' })).toBe('欢迎，Ada');
  expect(t('message.projectCreated')).toBe('项目已添加。');
  expect([roleName('admin'), roleName('captain')]).toEqual(['管理员', 'captain']);
  expect(document.documentElement.lang).toBe('zh');
  expect(gridTexts().localeText?.columnMenuSortAsc).toBe('升序');
  expect(relativeTime('2026-01-01T00:00:00Z', Date.parse('2026-01-01T03:00:00Z'))).toBe('3小时前');
});

test('a text follows its number', async () => {
  expect([1, 2, 2000].map((count) => t('import.rows', { count }))).toEqual(['1 row', '2 rows', '2,000 rows']);
  await loadTexts('zh');
  expect([1, 2000].map((count) => t('import.rows', { count }))).toEqual(['1 行', '2,000 行']);
});

test('what people typed is shown as they typed it', () => {
  for (const name of ['\\u0041 \\x41', '{name}', '$t(name)', '<b>', '# 100 %']) expect(t('welcome', { name })).toBe(`Welcome ${name}`);
});

test('a text of the server has the English of the server, and Chinese by its key', async () => {
  const what = { key: 'message.nameLong', values: { max: 7 } };
  expect(hasText(what.key)).toBe(false);
  expect(textOf(what.key, 'name: too long', what.values)).toBe('name: too long');
  await loadTexts('zh');
  expect(textOf(what.key, 'name: too long', what.values)).toBe('姓名最多 7 个字符。');
  expect(textOf('message.ofTomorrow', 'Something new.', {})).toBe('Something new.');
});

describe('the activity log', () => {
  const inEnglish: typeof activitySentence extends (...args: infer A) => string ? A[2] : never = (word, values) =>
    rendered({ ...activitySentences, ...activityParts }[word], values);
  const rows: [NonNullable<ActivityRow['kind']>, NonNullable<ActivityRow['values']>, string, string][] = [
    ['loggedIn', { who: 'Ada' }, 'Ada logged in.', 'Ada 登录了。'],
    [
      'loggedIn',
      { who: 'Ada', ip: 'unknown', device: 'node' },
      'Ada logged in from unknown with node.',
      'Ada 登录了（来自 未知地址，使用 node）。',
    ],
    [
      'loggedIn',
      { who: 'Ada', ip: '10.0.0.1', device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      'Ada logged in from 10.0.0.1 with Firefox on Linux.',
      'Ada 登录了（来自 10.0.0.1，使用 Linux 上的 Firefox）。',
    ],
    ['storageAdded', { who: 'Ada', name: 'Orders {who}' }, 'Ada added the storage Orders {who}.', 'Ada 添加了存储 Orders {who}。'],
    [
      'memberAdded',
      { who: 'Ada', name: 'Bo', role: 'developer', ip: '10.0.0.1' },
      'Ada added Bo as developer from 10.0.0.1.',
      'Ada 添加了开发者 Bo（来自 10.0.0.1）。',
    ],
    [
      'memberChanged',
      { who: 'Ada', name: 'Bo', roleBefore: 'user', roleAfter: 'manager', projectBefore: '', projectAfter: 'p1', active: 'no' },
      'Ada changed Bo: role user to manager, project none to p1, deactivated.',
      'Ada 更改了 Bo：角色由用户改为经理，项目由 无 改为 p1，停用。',
    ],
    ['recordsDeleted', { who: 'Ada', count: 1, name: 'Orders' }, 'Ada deleted 1 record of Orders.', 'Ada 删除了 Orders 的 1 条记录。'],
    [
      'recordsImported',
      { who: 'Ada', count: 2000, file: 'a.csv', name: 'Orders' },
      'Ada imported 2,000 records from a.csv into Orders.',
      'Ada 从 a.csv 向 Orders 导入了 2,000 条记录。',
    ],
    ['accountSuspended', { reason: 'spam' }, 'was suspended by the platform: spam', '平台暂停了账户：spam'],
  ];

  test.each(rows)('tells %s of %j as %j and in Chinese as %j', async (kind, values, description, chinese) => {
    expect(activitySentence(kind, values, inEnglish)).toBe(description);
    expect(activityText({ kind, values, description })).toBe(description);
    await loadTexts('zh');
    expect(activityText({ kind, values, description })).toBe(chinese);
  });

  test('keeps the English of a row without code, and of a kind that this page does not know', async () => {
    await loadTexts('zh');
    expect(activityText({ description: 'Ada logged in.' })).toBe('Ada logged in.');
    const later = { kind: 'ofTomorrow' as 'loggedIn', description: 'Ada did something new.' };
    expect(activityText(later)).toBe('Ada did something new.');
  });
});

test.each([
  ['requests.standsForCalls', { n: 1200 }, '1,200 calls'],
  ['storage.trashStays', { count: 1 }, 'Deleting is then for good. The record in the trash stays there'],
  ['storage.trashStays', { count: 1200 }, 'The 1,200 records in the trash stay there'],
  ['namedKeys.used', { calls: 1, when: 'now' }, '1 call, last used now'],
  ['inbox.attachmentCount', { count: 1 }, '1 attachment'],
] as const)('%s of %j is a sentence', (key, values, sentence) => {
  expect(t(key, values)).toMatch(new RegExp(`${sentence}\\b`));
});

test('no text shows the marks of a plural form', () => {
  for (const texts of [en, zh])
    expect(Object.entries(texts).filter(([, text]) => typeof text === 'string' && /\{\w+,/.test(withoutPlural(text)))).toEqual([]);
});
