import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { codeIn, mailAfter } from '../support/inbox.ts';
import { aStorage } from '../support/personas.ts';
import { withBrowser } from './browser.ts';
import { ask, atApp, callsPage, type CustomerApp, withCustomerApp } from './customer-app.ts';

withBrowser();

const customer = withCustomerApp(appPage);
const [first, second, third] = ['a-pass-word-1', 'a-pass-word-2', 'a-pass-word-3'];

function appPage(app: CustomerApp): string {
  return callsPage(
    app,
    `let session; // the refresh token
  const visitor = Bedplate.createClient(settings).users('${app.users.id}');
  const own = Bedplate.createClient({ ...settings, token: () => token });
  const person = own.users('${app.users.id}');
  const kept = (answer) => {
    session = answer.refreshToken ?? session;
    return answer;
  };
  const calls = {
    Register: () => visitor.register({ username: typed()[0], email: typed()[0] + '@example.test', password: typed()[1] }),
    Verify: async () => kept(await visitor.verify({ challenge: typed()[0], code: typed()[1] })),
    'Sign in': async () => kept(await visitor.signIn({ email: typed()[0], password: typed()[1] })),
    'Go on': async () => kept(await visitor.refresh(session)),
    Me: () => person.me(),
    Note: () => own.storage('notes', typed()[0]).create({ text: typed()[1] }),
    Sessions: () => person.sessions(),
    'End session': () => person.endSession(typed()[0]),
    'Change password': async () => kept(await person.changePassword(typed()[0], typed()[1])),
    'Change address': () => person.changeEmail({ email: typed()[0], currentPassword: typed()[1] }),
    'Prove address': () => person.verifyEmail({ challenge: typed()[0], code: typed()[1] }),
    'Take address back': () => visitor.undoEmail(typed()[0]),
    Forget: () => visitor.forgotPassword({ email: typed()[0] }),
    Reset: () => visitor.resetPassword(typed()[0], typed()[1]),
    Export: () => person.exportMe(),
    Leave: () => person.deleteMe({ currentPassword: typed()[0] }),
    'Come back': () => visitor.undoDelete(typed()[0]),
  };`,
  );
}

/** The code that stands in a line of its own. */
const tokenIn = (text: string) => /^[\w-]{24}$/m.exec(text)?.[0] ?? '';
const out = 'refused unauthenticated';

test('a person of an app ends a session, changes password and address, takes their data along, leaves, and comes back', async () => {
  const { admin, project, users, origin } = customer;
  const notes = await aStorage(admin, project.id, 'notes');
  const set = (storageId: string, body: object) =>
    mustCall({ method: 'PUT', path: `/app/project/${project.id}/dataStorages/${storageId}`, token: admin.token, body });
  await set(notes.id, { endUserAccess: { read: 'own', write: 'own' } });
  await set(users.id, { signIn: { origins: [origin], methods: ['password'], verifyEmail: true } });

  const [app, other] = [await atApp(customer), await atApp(customer)];
  const [address, elsewhere] = ['una@example.test', 'una-2@example.test'];
  let asked = { challenge: '' };
  const welcome = await mailAfter(address, () =>
    // The API hears of the settings from its listener.
    expect.poll(async () => (asked = await ask(app, 'Register', `una ${first}`))).toHaveProperty('challenge'),
  );
  expect(await ask(app, 'Verify', `${asked.challenge} ${codeIn(welcome.text)}`)).toMatchObject({ user: { username: 'una' } });
  expect(await ask(app, 'Note', `${notes.id} moss`)).toMatchObject({ text: 'moss' });

  const signInElsewhere = async (password: string) =>
    expect(await ask(other, 'Sign in', `${address} ${password}`)).toMatchObject({ user: { username: 'una' } });
  await signInElsewhere(first);
  const sessions: { id: string; current: boolean }[] = await ask(app, 'Sessions');
  expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
  expect(await ask(app, 'End session', sessions.find(({ current }) => !current)?.id)).toBe('done');
  expect(await ask(other, 'Go on')).toBe(out);

  await signInElsewhere(first);
  expect(await ask(app, 'Change password', `wrong ${second}`)).toBe('refused permission-denied');
  expect(await ask(app, 'Change password', `${first} ${second}`)).toMatchObject({ user: { username: 'una' } });
  expect(await ask(other, 'Go on')).toBe(out);
  expect(await ask(app, 'Me')).toMatchObject({ username: 'una' });
  expect(await ask(other, 'Sign in', `${address} ${first}`)).toBe(out);

  const code = await mailAfter(elsewhere, async () => (asked = await ask(app, 'Change address', `${elsewhere} ${second}`)));
  const changed = await mailAfter(
    address,
    async () => expect(await ask(app, 'Prove address', `${asked.challenge} ${codeIn(code.text)}`)).toMatchObject({ email: elsewhere }),
    /has changed/,
  );
  expect(await ask(other, 'Take address back', tokenIn(changed.text))).toBe('done');
  expect(await ask(app, 'Go on')).toBe(out);
  expect(await ask(app, 'Sign in', `${address} ${second}`)).toBe(out); // whoever had changed the address knew the password
  const forgotten = await mailAfter(address, () => ask(app, 'Forget', address));
  expect(await ask(app, 'Reset', `${tokenIn(forgotten.text)} ${third}`)).toBe('done');
  const back = await ask(app, 'Sign in', `${address} ${third}`);

  const taken = await ask(app, 'Export');
  expect(taken).toMatchObject({ user: { id: back.user.id, email: address }, records: [{ storageKey: 'notes', record: { text: 'moss' } }] });
  const left = await mailAfter(address, async () => expect(await ask(app, 'Leave', third)).toHaveProperty('goesAt'));
  expect(await ask(app, 'Go on')).toBe(out);
  expect(await ask(other, 'Sign in', `${address} ${third}`)).toBe(out);
  expect(await ask(other, 'Come back', tokenIn(left.text))).toBe('done');
  expect(await ask(other, 'Come back', tokenIn(left.text))).toBe('refused not-found');
  expect(await ask(other, 'Sign in', `${address} ${third}`)).toMatchObject({ user: { id: back.user.id } });
});
