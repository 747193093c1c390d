import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Project, Storage } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { openWindow, withBrowser } from './browser.ts';
import { logInAt } from './console-actions.ts';

withBrowser();

/** An app of a customer, on an origin of its own and without a key. */
let server: Server;
let origin: string;
let admin: Admin;
let project: Project;
let users: Storage;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  users = await aStorage(admin, project.id, 'users');
  server = createServer((_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(appPage()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function appPage(): string {
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
  await logInAt(console.page, admin);
  await console.page.goto(`/project/${project.id}/data-storage`);
  await console.page.getByRole('button', { name: /^Settings of/ }).click();
  const section = console.page.getByRole('group', { name: 'App users' });
  await section.getByLabel('Pages that sign people in without a key').fill(origin);
  await section.getByRole('button', { name: 'Add a provider' }).click();
  const provider = section.getByRole('group', { name: /^Provider/ });
  await provider.getByLabel('Provider', { exact: true }).selectOption('OpenID Connect');
  await provider.getByLabel('Id in your app').fill('acme');
  await provider.getByLabel('Issuer').fill(target.oidc);
  await provider.getByLabel('Client id').fill('shop');
  await provider.getByLabel('Client secret').fill('hush-hush');
  await section.getByLabel('Pages to come back to').fill(`${origin}/in`);
  await console.page.getByRole('button', { name: 'Update' }).click();
  await console.page.getByText('Storage updated successfully!').waitFor();

  const app = await openWindow({ width: 800, height: 600 });
  app.expectErrors(/status of 40[13]/);
  const begin = async () => {
    await app.page.goto(origin);
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
