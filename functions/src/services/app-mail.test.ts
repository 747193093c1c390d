import { type AppMailKind, appMailKinds, appMailLanguages, type AppMails, type BuiltInLanguage, usualMails } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { exampleMail } from './example-mail.ts';
import { renderMail } from './templates.ts';

const kinds = Object.keys(appMailKinds) as AppMailKind[];
const languages = Object.keys(appMailLanguages) as BuiltInLanguage[];
const values = { name: 'Ada', app: 'Shop', code: '123456', link: null };
const own = { subject: 'Dein Code für {app}', heading: 'Hallo {name}', body: 'Gib ihn ein.\n\nEr gilt einmal.', closing: 'Bis bald' };
const mails: AppMails = { ...usualMails, texts: { de: { signIn: own } } };

test.each(languages.flatMap((language) => kinds.map((kind) => [language, kind] as const)))(
  'our text in %s fills each place of %s',
  (language, kind) => {
    const { subject, text, html } = exampleMail({ kind, language, mails: usualMails }, 'North Shop');
    for (const words of [subject, text, html]) expect(words).toContain('North Shop');
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
    const places: readonly string[] = appMailKinds[kind];
    expect(text.includes('482 913')).toBe(places.includes('code'));
    expect(text.includes('https://example.com/sign-in#example')).toBe(kind.endsWith('Link'));
    for (const part of appMailLanguages[language].texts[kind].body.matchAll(/\{(\w+)\}/g)) expect(places).toContain(part[1]);
  },
);

test.each([
  ['de', 'Dein Code für Shop'],
  ['de-AT', 'Dein Code für Shop'],
  ['zh-CN', '您在 Shop 的验证码'],
  ['fr', 'Your code for Shop'],
  [null, 'Your code for Shop'],
])('a user whose language is %s reads %s', (language, subject) => {
  expect(renderMail('app-user-sign-in', values, { mails, language }).subject).toBe(subject);
});

test('others get the usual language of the storage', () => {
  expect(renderMail('app-user-sign-in', values, { mails: { ...mails, language: 'de' }, language: 'fr' }).subject).toBe(
    'Dein Code für Shop',
  );
});

test('the text of the owner has its paragraphs, the code and a line that says for whom we send', () => {
  const { text, html } = renderMail('app-user-sign-in', values, { mails: { ...mails, footer: 'Shop, Main Street 1' }, language: 'de' });
  expect(text).toBe('Hallo Ada\n\nGib ihn ein.\n\nEr gilt einmal.\n\n123456\n\nBis bald\n\nShop, Main Street 1\n\nShop · Bedplate\n');
  expect(html).toContain('<html lang="de">');
});

test('neither the owner’s words nor a name make a link or markup', () => {
  const text = { ...own, body: 'Go to https://evil.example or <b>evil.example</b> {name}' };
  const made = renderMail(
    'app-user-sign-in',
    { ...values, name: '{code} www.evil.example', app: 'pay.example' },
    { mails: { ...mails, footer: 'https://evil.example', texts: { de: { signIn: text } } }, language: 'de' },
  );
  expect(made.text).not.toMatch(/https?:\/\/|evil\.e|pay\.e/);
  expect(made.html).not.toContain('<b>');
  expect(made.text).toContain('{code} www');
});

test.each([
  ['#1257c9', '#ffffff'],
  ['#ffe680', '#17202a'],
])('letters on a button of %s are %s', (color, letters) => {
  const { html } = renderMail('app-user-sign-in', { ...values, link: 'https://a.example' }, { mails: { ...mails, color }, language: null });
  expect(html).toContain(`background:${color};color:${letters}`);
});

test('a button that the owner left empty keeps our word', () => {
  const text = { ...own, button: '' };
  const { html } = renderMail(
    'app-user-sign-in',
    { ...values, link: 'https://a.example' },
    { mails: { ...mails, texts: { en: { signInLink: text } } }, language: null },
  );
  expect(html).toContain('>Sign In</a>');
});

const aboutWays = { subject: 'Anmeldung', heading: '', body: 'Es gilt: {way}', closing: '' };
test.each([
  ['ours where the owner has none', 'en', {}, 'a passkey'],
  ['the owner’s in a language of ours', 'en', { en: { passkey: 'your passkey' } }, 'your passkey'],
  ['the owner’s in another language', 'de', { de: { passkey: 'ein Passkey' } }, 'ein Passkey'],
  ['those of a language that is near', 'de-AT', { de: { passkey: 'ein Passkey' } }, 'ein Passkey'],
  ['English where the language has none', 'de', { de: { mail: 'ein Code' } }, 'a passkey'],
  ['the owner’s English where the language has none', 'de', { en: { passkey: 'your passkey' } }, 'your passkey'],
  ['no links', 'de', { de: { passkey: 'https://evil.example' } }, 'https:\u200c//evil.\u200cexample'],
] as const)('the words for a way are %s', (_, language, words, shown) => {
  const texts = { [language]: { factorOn: aboutWays } };
  const of = { mails: { ...usualMails, texts, words }, language };
  const { text } = renderMail('app-user-factor', { name: 'Ada', app: 'Shop', what: 'on', way: 'passkey' }, of);
  expect(text).toContain(`Es gilt: ${shown}`);
});

test('several ways that have ended are named one by one', () => {
  const words = { en: { passkeys: 'all passkeys' } };
  const values = { name: 'Ada', app: 'Shop', why: 'proved', ways: ['factor', 'passkeys'] } as const;
  expect(
    renderMail('app-user-ways-ended', values, { mails: { ...usualMails, words }, language: null }).text.replaceAll('\n', ' '),
  ).toContain('second factor, all passkeys');
});
