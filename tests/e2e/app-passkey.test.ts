import { expect, test } from 'vitest';
import { target } from '../support/target.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { type CustomerApp, openUserSettings, withCustomerApp } from './customer-app.ts';

withBrowser();

// Browsers keep passkeys for names, and for no addresses.
const customer = withCustomerApp(appPage, 'localhost');

/** Buttons over the client alone; each shows the answer, or the code of the refusal. */
function appPage({ project, users }: CustomerApp): string {
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <script src="${target.web}/livesync.js"></script>
    <output></output>
    <script>
      let token;
      const settings = { endpoint: '${target.web}', projectId: '${project.id}' };
      const visitor = Bedplate.createClient(settings).users('${users.id}');
      const passkeys = Bedplate.createPasskeys(settings, '${users.id}');
      const own = Bedplate.createPasskeys({ ...settings, token: () => token }, '${users.id}');
      const currentPassword = 'a-pass-word-1';
      const calls = {
        Register: () => visitor.register({ username: 'ann', email: 'ann@example.test', password: currentPassword }),
        'Sign in': () => passkeys.signIn(),
        Add: () => own.add({ name: 'Phone', currentPassword }),
        Remove: async () => own.remove((await own.list())[0].id, { currentPassword }),
      };
      for (const [name, call] of Object.entries(calls)) {
        const button = Object.assign(document.createElement('button'), { textContent: name });
        button.onclick = async () => {
          const output = document.querySelector('output');
          output.textContent = '';
          try {
            const answer = await call();
            token = answer?.accessToken ?? token;
            output.textContent = 'answer ' + JSON.stringify(answer ?? 'done');
          } catch (error) {
            output.textContent = 'refused ' + error.code;
          }
        };
        document.body.append(button);
      }
    </script>`;
}

async function press(page: Window['page'], name: string): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click();
  return (await page.getByText(/^(answer|refused) /).textContent()) ?? '';
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
  await expect.poll(() => press(app.page, 'Register'), { timeout: 15_000 }).toContain('"username":"ann"');
  expect(await press(app.page, 'Add')).toMatch(/"name":"Phone","domain":"localhost"/);

  await app.page.reload(); // the tokens are gone, and the device is there
  expect(await press(app.page, 'Sign in')).toContain('"username":"ann"');
  expect(await press(app.page, 'Remove')).toContain('done');
  expect(await press(app.page, 'Sign in')).toBe('refused unauthenticated');
});
