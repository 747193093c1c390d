import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeIn, mailAfter } from '../support/inbox.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { ask, atApp, callsPage, type CustomerApp, openUserSettings, withCustomerApp } from './customer-app.ts';

withBrowser();

const customer = withCustomerApp(appPage);
const password = 'a-pass-word-1';

function appPage(app: CustomerApp): string {
  return callsPage(
    app,
    `const visitor = Bedplate.createClient(settings).users('${app.users.id}');
  const person = Bedplate.createClient({ ...settings, token: () => token }).users('${app.users.id}');
  const credentials = (name) => ({ username: name, email: name + '@example.test', password: '${password}' });
  const calls = {
    Register: () => visitor.register(credentials(typed()[0])),
    'Sign in': () => visitor.signIn({ username: typed()[0], password: typed()[1] }),
    'Mail a code': () => visitor.sendCode(typed()[0] + '@example.test'),
    'Mail a link': () => visitor.sendLink(typed()[0] + '@example.test'),
    Verify: () => visitor.verify({ challenge: typed()[0], code: typed()[1] }),
    'Open the link': () => visitor.verify({ token: location.hash.slice('#sign-in='.length) }),
    Visit: () => visitor.signInAnonymously(),
    'Become named': () => person.becomeNamed(credentials(typed()[0])),
    Me: () => person.me(),
    'Set up': () => person.setUpSecondFactor({ way: 'totp', currentPassword: '${password}' }),
    'Set up mail': () => person.setUpSecondFactor({ way: 'mail', currentPassword: '${password}' }),
    'Ask by mail': () => visitor.askSecondFactor(typed()[0], 'mail'),
    Confirm: () => person.verifySecondFactor({ challenge: typed()[0], code: typed()[1] }),
    Forget: () => visitor.forgotPassword({ username: typed()[0] }),
    Reset: () => visitor.resetPassword(typed()[0], typed()[1]),
  };`,
  );
}

/** The code of an authenticator app now, by RFC 6238. */
function appCode(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

test('an app’s people sign in by a mailed code, by a link that a scanner has opened before, and without a name until they take one', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  for (const way of ['Code by mail', 'Link by mail', 'Without a name']) await section.getByLabel(way, { exact: true }).check();
  await section.getByLabel('Page that the link opens').fill(`${customer.origin}/in`);
  await section.getByLabel('Second factor', { exact: true }).selectOption('For users who set one up');
  await save();

  const app = await atApp(customer);
  await expect.poll(() => ask(app, 'Register', 'ann')).toMatchObject({ user: { username: 'ann' } });
  const address = 'ann@example.test';
  let challenge = '';
  const codeMail = await mailAfter(address, async () => ({ challenge } = await ask(app, 'Mail a code', 'ann')));
  expect(await ask(app, 'Verify', `${challenge} 000000`)).toBe('refused unauthenticated');
  expect(await ask(app, 'Verify', `${challenge} ${codeIn(codeMail.text)}`)).toMatchObject({ user: { username: 'ann' } });
  expect(await ask(app, 'Verify', `${challenge} ${codeIn(codeMail.text)}`)).toBe('refused unauthenticated');

  const linkMail = await mailAfter(address, () => ask(app, 'Mail a link', 'ann'));
  const link = /http\S+#sign-in=\S+/.exec(linkMail.text)?.[0] ?? '';
  for (const method of ['GET', 'HEAD']) await fetch(link, { method }); // a program that looks at each link of a mail
  const phone = await atApp(customer);
  await phone.page.goto(link);
  expect(await ask(phone, 'Open the link')).toMatchObject({ user: { username: 'ann' } });
  expect(await ask(phone, 'Open the link')).toBe('refused unauthenticated');

  const guest = await atApp(customer);
  const { user } = await ask(guest, 'Visit');
  expect(await ask(guest, 'Become named', 'gus')).toMatchObject({ user: { id: user.id, username: 'gus' } });
  expect(await ask(guest, 'Sign in', `gus ${password}`)).toMatchObject({ user: { id: user.id } });
});

test('an app’s people have an authenticator app as a second factor, which a reset of the password does not take away, or a mailed code', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  await section.getByLabel('Code by mail (not after a sign-in by mail)').check();
  await section.getByLabel('E-mails are proved by a mailed code first').check();
  await save();

  const app = await atApp(customer);
  let early = 0;
  const register = (name: string) => ask(app, 'Register', name);
  // The API hears of the setting from its listener.
  await expect.poll(async () => (await register(`early-${(early += 1)}`)).challenge).toEqual(expect.any(String));
  await proved(app, 'tom');
  const { challenge, setUp } = await ask(app, 'Set up');
  const codes = await ask(app, 'Confirm', `${challenge} ${appCode(setUp.secret)}`);
  expect(codes).toHaveLength(10);

  const asked = await ask(app, 'Sign in', `tom ${password}`);
  expect(asked).toMatchObject({ factor: 'totp' });
  expect(await ask(app, 'Verify', `${asked.challenge} ${codes[0]}`)).toMatchObject({ user: { username: 'tom' } });

  const mail = await mailAfter('tom@example.test', () => ask(app, 'Forget', 'tom'));
  const token = /^[\w-]{24}$/m.exec(mail.text)?.[0] ?? '';
  expect(await ask(app, 'Reset', `${token} a-pass-word-2`)).toBe('done');
  expect(await ask(app, 'Reset', `${token} a-pass-word-3`)).toMatch(/^refused /);
  expect(await ask(app, 'Sign in', `tom ${password}`)).toBe('refused unauthenticated');
  const after = await ask(app, 'Sign in', 'tom a-pass-word-2');
  expect(after.accessToken).toBeUndefined();
  expect(await ask(app, 'Verify', `${after.challenge} ${codes[0]}`)).toBe('refused unauthenticated');
  expect(await ask(app, 'Verify', `${after.challenge} ${codes[1]}`)).toMatchObject({ user: { username: 'tom' } });

  await proved(app, 'mia');
  const byMail = async (call: string, typed?: string) => {
    let asked = { challenge: '' };
    const { text } = await mailAfter('mia@example.test', async () => (asked = await ask(app, call, typed)));
    return `${asked.challenge} ${codeIn(text)}`;
  };
  expect(await ask(app, 'Confirm', await byMail('Set up mail'))).toHaveLength(10);
  const half = await ask(app, 'Sign in', `mia ${password}`);
  expect(half.accessToken).toBeUndefined();
  const answer = await byMail('Ask by mail', half.challenge);
  expect(await ask(app, 'Verify', answer)).toMatchObject({ user: { username: 'mia' } });
  expect(await ask(app, 'Verify', answer)).toBe('refused unauthenticated');
});

/** Signs somebody up by the code of a mail. */
async function proved(app: Window, name: string): Promise<void> {
  let asked = { challenge: '' };
  const { text } = await mailAfter(`${name}@example.test`, async () => (asked = await ask(app, 'Register', name)));
  expect(await ask(app, 'Verify', `${asked.challenge} ${codeIn(text)}`)).toMatchObject({ user: { username: name } });
}
