import { expect, test } from 'vitest';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { callsPage, type CustomerApp, openUserSettings, press, withCustomerApp } from './customer-app.ts';

withBrowser();

// Browsers keep passkeys for names, and for no addresses.
const customer = withCustomerApp(appPage, 'localhost');

function appPage(app: CustomerApp): string {
  return callsPage(
    app,
    `const visitor = Bedplate.createClient(settings).users('${app.users.id}');
  const passkeys = Bedplate.createPasskeys(settings, '${app.users.id}');
  const own = Bedplate.createPasskeys({ ...settings, token: () => token }, '${app.users.id}');
  const currentPassword = 'a-pass-word-1';
  const calls = {
    Register: () => visitor.register({ username: 'ann', email: 'ann@example.test', password: currentPassword }),
    'Sign in': () => passkeys.signIn(),
    'Register ben': async () => {
      const asked = await visitor.register({ username: 'ben', email: 'ben@example.test', password: currentPassword });
      return passkeys.secondFactor(asked.challenge);
    },
    'Sign in ben': async () => passkeys.secondFactor((await visitor.signIn({ username: 'ben', password: currentPassword })).challenge),
    Add: () => own.add({ name: 'Phone', currentPassword }),
    Remove: async () => own.remove((await own.list())[0].id, { currentPassword }),
  };`,
  );
}

/** A phone that has made sure of its person. */
async function withDevice({ context, page }: Window): Promise<void> {
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await devices.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', ...options } });
}

test('an app’s people sign in by a passkey of their device, once the console lets them', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  await section.getByLabel('Passkey').check();
  await section.getByLabel('Domain of passkeys').waitFor();
  await save();

  const app = await openWindow({ width: 800, height: 600 });
  app.expectErrors(/status of 40[13]/);
  await withDevice(app);
  await app.page.goto(customer.origin);
  // The API hears of the settings from its listener.
  await expect.poll(() => press(app.page, 'Register')).toContain('"username":"ann"');
  expect(await press(app.page, 'Add')).toMatch(/"name":"Phone","domain":"localhost"/);

  await app.page.reload(); // the tokens are gone, and the device is there
  expect(await press(app.page, 'Sign in')).toContain('"username":"ann"');
  expect(await press(app.page, 'Remove')).toContain('done');
  expect(await press(app.page, 'Sign in')).toBe('refused unauthenticated');
});

test('a passkey is the second factor beside a password, made at the first sign-in and asked for at the next', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  await section.getByLabel('Second factor', { exact: true }).selectOption('Required');
  await section.getByRole('group', { name: 'Ways of the second factor' }).getByLabel('Passkey').check();
  await save();

  const app = await openWindow({ width: 800, height: 600 });
  app.expectErrors(/status of 40[139]/);
  await withDevice(app);
  await app.page.goto(customer.origin);
  await expect.poll(() => press(app.page, 'Register ben')).toMatch(/"username":"ben".*"recoveryCodes":\[/);
  expect(await press(app.page, 'Sign in ben')).toContain('"username":"ben"');
});
