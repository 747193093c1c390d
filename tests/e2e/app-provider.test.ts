import { expect, test } from 'vitest';
import { target } from '../support/target.ts';
import { openWindow, withBrowser } from './browser.ts';
import { type CustomerApp, openUserSettings, withCustomerApp } from './customer-app.ts';

withBrowser();

const customer = withCustomerApp(appPage);

function appPage({ project, users }: CustomerApp): string {
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <script src="${target.web}/livesync.js"></script>
    <button>Sign in elsewhere</button><output></output>
    <script>
      const visitor = Bedplate.createClient({ endpoint: '${target.web}', projectId: '${project.id}' }).users('${users.id}');
      const show = (text) => (document.querySelector('output').textContent = text);
      document.querySelector('button').onclick = async () => {
        try {
          const { url, verifier } = await visitor.startProvider('acme', { returnTo: location.origin + '/in' });
          sessionStorage.setItem('verifier', verifier);
          location.href = url;
        } catch (error) {
          show('refused ' + error.code);
        }
      };
      const [, token] = /^#sign-in=(.+)$/.exec(location.hash) ?? [];
      if (location.hash.startsWith('#sign-in-error')) show(location.hash);
      if (token)
        visitor.verify({ token, verifier: sessionStorage.getItem('verifier') ?? '' }).then(
          ({ user }) => show('answer ' + JSON.stringify(user)),
          (error) => show('refused ' + error.code),
        );
      history.replaceState(null, '', location.pathname);
    </script>`;
}

test('an app signs people in by a provider that its owner has named in the console', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  await section.getByRole('button', { name: 'Add a provider' }).click();
  const provider = section.getByRole('group', { name: /^Provider/ });
  await provider.getByLabel('Provider', { exact: true }).selectOption('OpenID Connect');
  await provider.getByLabel('Id in your app').fill('acme');
  await provider.getByLabel('Issuer').fill(target.oidc);
  await provider.getByLabel('Client id').fill('shop');
  await provider.getByLabel('Client secret').fill('hush-hush');
  await section.getByLabel('Pages to come back to').fill(`${customer.origin}/in`);
  await save();

  const app = await openWindow({ width: 800, height: 600 });
  app.expectErrors(/status of 40[13]/);
  const begin = async () => {
    await app.page.goto(customer.origin);
    await app.page.getByRole('button', { name: 'Sign in elsewhere' }).click();
  };
  // The API hears of the setting from its listener.
  await expect
    .poll(
      async () => {
        await begin();
        return app.page.waitForURL(/authorize/, { timeout: 2000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await app.page.getByRole('button', { name: 'Continue' }).click();
  await app.page.getByText(/^answer .*person@example\.test/).waitFor();
  expect(new URL(app.page.url()).hash).toBe('');

  await begin();
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await app.page.getByText('#sign-in-error=denied').waitFor();
});
