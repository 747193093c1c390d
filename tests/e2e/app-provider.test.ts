import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { target } from '../support/target.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { ask, atApp, callsPage, type CustomerApp, openUserSettings, withCustomerApp } from './customer-app.ts';

withBrowser();

const customer = withCustomerApp(appPage);
const password = 'a-pass-word-1';
const fixed = { google: 'Google', apple: 'Apple', github: 'GitHub', microsoft: 'Microsoft' };

function appPage(app: CustomerApp): string {
  return callsPage(
    app,
    `token = sessionStorage.getItem('token') ?? undefined;
  const visitor = Bedplate.createClient(settings).users('${app.users.id}');
  const person = Bedplate.createClient({ ...settings, token: () => token }).users('${app.users.id}');
  const at = { returnTo: location.origin + '/in' };
  const currentPassword = '${password}';
  const leave = async (start) => {
    const { url, verifier } = await start;
    sessionStorage.setItem('verifier', verifier);
    location.href = url;
  };
  const proof = () => ({ token: location.hash.slice('#sign-in='.length), verifier: sessionStorage.getItem('verifier') });
  const kept = (answer) => {
    sessionStorage.setItem('token', answer.accessToken);
    return answer;
  };
  const calls = {
    Go: () => leave(visitor.startProvider(typed()[0], at)),
    'Sign in': async () => kept(await visitor.verify(proof())),
    Register: async () => kept(await visitor.register({ username: typed()[0], email: typed()[0] + '@example.test', password: currentPassword })),
    'Go and link': () => leave(person.startLink(typed()[0], { ...at, currentPassword })),
    Link: () => person.finishLink(proof()),
    Unlink: async () => person.unlink((await person.identities())[0].id, { currentPassword }),
  };`,
  );
}

/** The fields of the console, provider by provider: on this machine any ids and secrets will do. */
const given: Record<string, Record<string, string>> = {
  'OpenID Connect': { 'Id in your app': 'acme', Issuer: target.oidc },
  Google: {},
  Apple: { 'Team id': 'TEAM123456', 'Key id': 'KEY1234567' },
  GitHub: {},
  Microsoft: {},
};

/** Apple has no client secret: the owner's key signs one. */
function privateKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

test('an app signs people in by a provider of OpenID Connect and by those whose addresses are fixed, as its owner names them in the console', async () => {
  const console = await openWindow({ width: 1280, height: 800 });
  const { section, save } = await openUserSettings(console, customer);
  for (const [kind, fields] of Object.entries(given)) {
    await section.getByRole('button', { name: 'Add a provider' }).click();
    const provider = section.getByRole('group', { name: /^Provider/ }).last();
    await provider.getByLabel('Provider', { exact: true }).selectOption(kind);
    const secret = kind === 'Apple' ? { 'Private key': privateKey() } : { 'Client secret': 'hush-hush' };
    for (const [label, value] of Object.entries({ 'Client id': 'shop', ...secret, ...fields }))
      await provider.getByLabel(label).fill(value);
  }
  // The name that a provider tells is shown to the person alone.
  await console.page.getByLabel('May read').selectOption('Own records');
  await section.getByLabel('Pages to come back to').fill(`${customer.origin}/in`);
  await save();

  const app = await atApp(customer, /status of 40[13]/);
  // The API hears of the setting from its listener.
  await expect
    .poll(
      async () => {
        await go(app, 'acme');
        return app.page.waitForURL(/authorize/, { timeout: 2000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await atProvider(app, 'elsewhere', 'acme');
  expect(await ask(app, 'Sign in')).toMatchObject({ user: { email: 'acme@example.test' } });
  expect(await ask(app, 'Sign in')).toBe('refused unauthenticated');

  for (const [id, kind] of Object.entries(fixed)) {
    const account = `${id}-${Date.now()}`; // Apple tells a name once
    await go(app, id);
    await atProvider(app, `with ${kind}`, account);
    expect(await ask(app, 'Sign in')).toMatchObject({ user: { email: `${account}@example.test`, name: 'Pat Person' } });
    await go(app, id);
    await app.page.getByRole('button', { name: 'Cancel' }).click();
    await app.page.waitForURL(`${customer.origin}/in#sign-in-error=denied`);
  }
});

test('a person links an account elsewhere, signs in by it, and unlinks it: then it is a stranger’s', async () => {
  const app = await atApp(customer, /status of 40[13]/);
  const { user } = await ask(app, 'Register', 'ann');
  await go(app, 'github', 'Go and link');
  await atProvider(app, 'with GitHub', 'hub');
  expect(await ask(app, 'Sign in')).toBe('refused unauthenticated'); // what began as a link ends as one
  await go(app, 'github', 'Go and link');
  await atProvider(app, 'with GitHub', 'hub');
  expect(await ask(app, 'Link')).toMatchObject([{ provider: 'github' }]);

  const signIn = async () => {
    await go(app, 'github');
    await atProvider(app, 'with GitHub', 'hub');
    return ask(app, 'Sign in');
  };
  expect(await signIn()).toMatchObject({ user: { id: user.id } });
  expect(await ask(app, 'Unlink')).toBe('done');
  const stranger = await signIn();
  expect(stranger.user.email).toBe('hub@example.test');
  expect(stranger.user.id).not.toBe(user.id);
});

async function go({ page }: Window, provider: string, call = 'Go'): Promise<void> {
  await page.goto(customer.origin);
  await page.getByRole('textbox').fill(provider);
  await page.getByRole('button', { name: call, exact: true }).click();
}

/** Signs in on the page of a provider, which believes what is said there. */
async function atProvider({ page }: Window, where: string, account: string): Promise<void> {
  await page.getByRole('heading', { name: `Sign in ${where}` }).waitFor();
  await page.getByLabel('Account').fill(account);
  await page.getByLabel('E-mail').fill(`${account}@example.test`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/#sign-in=/);
}
