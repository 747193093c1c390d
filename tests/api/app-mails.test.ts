import { type AppMails, type AppMailsVersion, type MailPreview, type Project, type Storage, usualMails } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { mailAfter } from '../support/inbox.ts';
import { type Admin, anAdmin, aProject, aStorage, freshEmail, keysOf } from '../support/personas.ts';

let admin: Admin;
let project: Project;
let users: Storage;
let keys: ReturnType<typeof keysOf>;
beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  users = await aStorage(admin, project.id, 'users');
  keys = keysOf(admin, project.id);
});

const mailsOf = (storage: Storage) => `/app/project/${project.id}/dataStorages/${storage.id}/mails`;
const stored = async () => (await mustCall<{ data: AppMailsVersion }>({ path: mailsOf(users), token: admin.token })).data;
const save = (mails: AppMails, version: number) =>
  call({ method: 'PUT', path: mailsOf(users), token: admin.token, body: { ...mails, version } });
async function saved(change: Partial<AppMails>): Promise<AppMailsVersion> {
  const { version, ...mails } = await stored();
  expect((await save({ ...mails, ...change }, version)).status).toBe(200);
  return stored();
}
async function signedUp(language?: string): Promise<string> {
  const email = freshEmail('ida');
  await mustCall({
    path: `/api/users/${users.id}`,
    ...keys,
    body: { username: `Ida ${email.slice(4, 10)}`, email, password: 'a-pass-word-1', ...(language && { language }) },
  });
  return email;
}
const resetMail = (email: string) =>
  mailAfter(email, () => mustCall({ path: `/api/users/${users.id}/forgot-password`, ...keys, body: { email } }));
const ownReset = {
  subject: 'Neues Passwort für {app}',
  heading: 'Hallo {name}',
  body: 'Hier ist dein Code. Mehr auf https://acme.test.',
  closing: 'Bis bald',
};

test('mails are ours until somebody writes others', async () => {
  expect(await stored()).toEqual({ ...usualMails, version: 0 });
  const mail = await resetMail(await signedUp());
  expect(mail).toMatchObject({ fromName: 'Bedplate', replyTo: '' });
});

test('a user gets the owner’s text in their own language, from the owner’s name, and can still use the code', async () => {
  await saved({
    senderName: 'Acme',
    replyTo: 'help@acme.test',
    color: '#aa3311',
    logo: 'https://acme.test/logo.png',
    footer: 'Acme GmbH, Berlin',
    texts: { de: { reset: ownReset } },
  });
  const email = await signedUp('de-AT');
  const mail = await resetMail(email);
  expect(mail).toMatchObject({ subject: `Neues Passwort für ${project.name}`, fromName: 'Acme', replyTo: 'help@acme.test' });
  expect(mail.text).toContain('Hallo Ida');
  expect(mail.text).toContain('Acme GmbH, Berlin');
  expect(mail.text).not.toContain('sends this mail'); // no English in it
  expect(mail.html).toContain('lang="de"');
  expect(mail.html).toContain('src="https://acme.test/logo.png"');
  expect(mail.html).not.toContain('href="https://acme.test');
  const [token = ''] = /^[\w-]{24}$/m.exec(mail.text) ?? [];
  await mustCall({ path: `/api/users/${users.id}/reset-password`, ...keys, body: { token, password: 'a-pass-word-2' } });
});

test('a user whose language has no text gets the usual language', async () => {
  await saved({ language: 'zh', texts: {} });
  expect((await resetMail(await signedUp('fi'))).html).toContain('lang="zh"');
  expect((await resetMail(await signedUp('en'))).html).toContain('lang="en"');
});

test('of two who save at once, the second is told so and overwrites nothing', async () => {
  const { version, ...mails } = await saved({ footer: 'first' });
  const late = await save({ ...mails, footer: 'late' }, version - 1);
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect((await stored()).footer).toBe('first');
});

test('what a mail cannot be is refused by its place, and nothing is stored', async () => {
  const { version, ...mails } = await stored();
  const faults: [Partial<AppMails>, string][] = [
    [{ texts: { de: { reset: { ...ownReset, body: 'Hello {nmae}' } } } }, 'texts.de.reset.body'],
    [{ texts: { de: { reset: { ...ownReset, subject: '  ' } } } }, 'texts.de.reset.subject'],
    [{ texts: { Deutsch: {} } }, 'texts.Deutsch'],
    [{ words: { de: { totp: ' ' } } }, 'words.de.totp'],
    [{ words: { Deutsch: {} } }, 'words.Deutsch'],
    [{ words: { de: { totp: 'x'.repeat(101) } } }, 'words.de.totp'],
    [{ color: 'red' }, 'color'],
    [{ logo: 'http://acme.test/a.png' }, 'logo'],
    [{ replyTo: 'a@b.test, c@d.test' }, 'replyTo'],
    [{ senderName: 'https://acme.test' }, 'senderName'],
    [{ senderName: 'BEDPL\u200cÁTE support' }, 'senderName'],
    [{ senderName: 'Acme\r\nBcc: x@y.test' }, 'senderName'],
  ];
  for (const [fault, field] of faults) {
    const { status, body } = await save({ ...mails, ...fault }, version);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  }
  const long = { ...ownReset, heading: 'x', body: 'x'.repeat(4000), closing: 'y'.repeat(1000) };
  const kinds = ['reset', 'known', 'signIn', 'invited', 'deleted', 'newEmail', 'factorOn', 'factorOff'];
  const many = Object.fromEntries(
    ['de', 'fr', 'es', 'it', 'pt', 'nl', 'fi', 'sv'].map((tag) => [tag, Object.fromEntries(kinds.map((kind) => [kind, long]))]),
  );
  expect((await save({ ...mails, texts: many }, version)).status).toBe(413);
  expect(await stored()).toEqual({ ...mails, version });
});

test('mails that are sent without words have none, and words are previewed before they are saved', async () => {
  const { version, words, ...mails } = await saved({ words: { de: { totp: 'eine App' } } });
  expect(words).toEqual({ de: { totp: 'eine App' } });
  const trial = { kind: 'factorOn', language: 'en', mails: { ...mails, words: { en: { totp: 'your app' } } } };
  const { data } = await mustCall<{ data: MailPreview }>({ path: `${mailsOf(users)}/preview`, token: admin.token, body: trial });
  expect(data.text).toContain('your app');
  const body = { ...mails, version };
  expect((await call({ method: 'PUT', path: mailsOf(users), token: admin.token, body })).status).toBe(200);
  expect((await stored()).words).toEqual({});
});

test('a preview is what will be sent, and a test mail comes to the one who asks', async () => {
  const trial = { kind: 'reset', language: 'de', mails: { ...usualMails, senderName: 'Trial', texts: { de: { reset: ownReset } } } };
  const { data } = await mustCall<{ data: MailPreview }>({ path: `${mailsOf(users)}/preview`, token: admin.token, body: trial });
  expect(data.subject).toBe(`Neues Passwort für ${project.name}`);
  const mail = await mailAfter(admin.email, () => mustCall({ path: `${mailsOf(users)}/test`, token: admin.token, body: trial }));
  expect(mail).toMatchObject({ subject: data.subject, fromName: 'Trial' });
  expect(mail.html.trim()).toBe(data.html.trim());
});

test('a person gets 20 test mails within an hour', async () => {
  const person = await anAdmin();
  const own = await aProject(person);
  const storage = await aStorage(person, own.id, 'users');
  const path = `/app/project/${own.id}/dataStorages/${storage.id}/mails/test`;
  const body = { kind: 'reset', language: 'en', mails: usualMails };
  for (let sent = 0; sent < 20; sent++) expect((await call({ path, token: person.token, body })).status).toBe(200);
  expect((await call({ path, token: person.token, body })).status).toBe(429);
});

test('a storage that holds no users has no mails', async () => {
  const notes = await aStorage(admin, project.id, 'notes');
  expect((await call({ path: mailsOf(notes), token: admin.token })).status).toBe(404);
});
