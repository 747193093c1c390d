import { type AppMailsVersion, type AppMailTrial, usualMails } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aProject, aStorage } from '../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

beforeAll(() => Promise.all([import('./app-mails-page.tsx'), import('../app/shell/shell.tsx')]), 60_000);

const base = '/app/project/p1/dataStorages/s1/mails';

function open(stored: Partial<AppMailsVersion> = {}, routes: FakeRoutes = {}) {
  signInAs({ role: 'admin' });
  let answer: AppMailsVersion = { ...usualMails, version: 4, ...stored };
  const server = fakeServer({
    'GET /app/projects': () => ({ success: true, data: [aProject()], pagination: { page: 1, limit: 100, totalCount: 1, totalPages: 1 } }),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage({ id: 's1', storageName: 'Users', storageKey: 'users' })] }),
    [`GET ${base}`]: () => ({ success: true, data: answer }),
    [`PUT ${base}`]: ({ body }) => {
      answer = { ...(body as AppMailsVersion), version: 5 };
      return { success: true, data: answer };
    },
    [`POST ${base}/preview`]: ({ body }) => {
      const { kind, language, mails } = body as AppMailTrial;
      const subject = mails.texts[language]?.[kind]?.subject ?? `${kind} in ${language}`;
      return { success: true, data: { subject, html: `<p>${subject}</p>`, text: subject } };
    },
    [`POST ${base}/test`]: () => ({ success: true, data: { address: 'me@example.test' } }),
    ...routes,
  });
  return { server, ...renderApp('/project/p1/data-storage/s1/mails') };
}
const saved = (server: ReturnType<typeof open>['server']) => server.to(`PUT ${base}`).map(({ body }) => body as AppMailsVersion);

test('a text in another language is written beside its preview and saved with the version that was seen', async () => {
  const { user, server } = open();
  expect(await screen.findByText('signIn in en')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mail' }), 'Forgotten password');
  await user.click(screen.getByRole('button', { name: 'Add a language' }));
  await user.type(screen.getByRole('textbox', { name: 'New language' }), 'Deutsch{Enter}');
  expect(screen.getByRole('textbox', { name: 'New language' })).toBeInvalid();
  expect(saved(server)).toEqual([]);
  await user.clear(screen.getByRole('textbox', { name: 'New language' }));
  await user.type(screen.getByRole('textbox', { name: 'New language' }), 'de{Enter}');
  expect(screen.getByText('There is no text in this language yet: this is what its users get.')).toBeVisible();
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  await user.clear(subject);
  await user.type(subject, 'Neues Passwort');
  expect(await screen.findByText('Neues Passwort')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name of the sender' }), 'Acme');
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  await waitFor(() => expect(saved(server)).toHaveLength(1));
  expect(saved(server)[0]).toMatchObject({ version: 4, senderName: 'Acme', texts: { de: { reset: { subject: 'Neues Passwort' } } } });
  await user.click(screen.getByRole('button', { name: 'Use ours again' }));
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  await waitFor(() => expect(saved(server)).toHaveLength(2));
  expect(saved(server)[1]?.version).toBe(5);
  expect(saved(server)[1]?.texts['de']).toEqual({});
});

test('a place that the mail does not know, and a colour that is none, are told beside their fields', async () => {
  const { user, server } = open();
  const body = await screen.findByRole('textbox', { name: 'Text' });
  await user.type(body, ' {{nmae}');
  await user.type(screen.getByRole('textbox', { name: 'Colour of buttons' }), 'red');
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  await waitFor(() => expect(body).toBeInvalid());
  expect(body).toHaveAccessibleDescription(/nmae/);
  expect(screen.getByRole('textbox', { name: 'Colour of buttons' })).toBeInvalid();
  expect(saved(server)).toEqual([]);
});

test('what somebody else saved meanwhile is not lost: the form stays and says so', async () => {
  const { user } = open({}, { [`PUT ${base}`]: () => refuse('conflict', 'These mails have been changed meanwhile.') });
  await user.type(await screen.findByRole('textbox', { name: 'Line at the end' }), 'Acme');
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('changed meanwhile');
  expect(screen.getByRole('textbox', { name: 'Line at the end' })).toHaveValue('Acme');
});

test('a language without any text shows what its users get, also where it is the usual one', async () => {
  const { user } = open({ language: 'pt-BR' });
  expect(await screen.findByText('signIn in pt-BR')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Your code for {app}');
  expect(screen.getByText('There is no text in this language yet: this is what its users get.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the text' }), 'Chinese (zh)');
  expect(screen.getByText('This is our text. What you change becomes yours.')).toBeVisible();
});

test('the mail that is shown is sent to the one who asks', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Send it to me' }));
  expect(await screen.findByText('A test mail is on its way to me@example.test.')).toBeVisible();
  expect(server.to(`POST ${base}/test`)[0]?.body).toMatchObject({ kind: 'signIn', language: 'en' });
});

test('a preview that fails says why, and the text can still be written', async () => {
  const { user } = open({}, { [`POST ${base}/preview`]: () => refuse('invalid-argument', 'This mail does not know {nmae}.') });
  expect(await screen.findByText(/does not know \{nmae\}/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Heading' }), '!');
  expect(screen.getByRole('textbox', { name: 'Heading' })).toHaveValue('Hello {name}!');
});

test('the words for ways to sign in are written per language, where a mail names ways', async () => {
  const { user, server } = open({ texts: { de: {} } });
  expect(await screen.findByText('signIn in en')).toBeVisible();
  expect(screen.queryByRole('group', { name: /^Words for/ })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the text' }), 'German (de)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mail' }), 'Second factor is on');
  expect(screen.getByRole('group', { name: 'Words for {way} in this language' })).toBeVisible();
  const passkey = screen.getByRole('textbox', { name: 'Passkey' });
  expect(passkey).toHaveAttribute('placeholder', 'a passkey');
  await user.type(passkey, 'ein Passkey');
  await user.type(screen.getByRole('textbox', { name: 'Mailed code' }), ' ');
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Mailed code' })).toBeInvalid());
  await user.clear(screen.getByRole('textbox', { name: 'Mailed code' }));
  await user.click(screen.getByRole('button', { name: 'Save mails' }));
  await waitFor(() => expect(saved(server)).toHaveLength(1));
  expect(saved(server)[0]?.words).toEqual({ de: { passkey: 'ein Passkey' } });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mail' }), 'Ways ended: address proved');
  expect(screen.getByRole('textbox', { name: 'Several passkeys' })).toHaveAttribute('placeholder', 'passkeys');
});
