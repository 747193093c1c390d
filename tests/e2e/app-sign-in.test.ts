import { expect, test } from 'vitest';
import { openWindow, withBrowser } from './browser.ts';
import { callsPage, type CustomerApp, openUserSettings, press, withCustomerApp } from './customer-app.ts';

withBrowser();

const customer = withCustomerApp(appPage);

function appPage(app: CustomerApp): string {
  return callsPage(
    app,
    `const visitor = Bedplate.createClient(settings).users('${app.users.id}');
  const person = Bedplate.createClient({ ...settings, token: () => token }).users('${app.users.id}');
  const credentials = { username: 'ann', email: 'ann@example.test', password: 'a-pass-word-1' };
  const calls = {
    Register: () => visitor.register(credentials),
    'Sign in': () => visitor.signIn({ email: credentials.email, password: credentials.password }),
    Me: () => person.me(),
    Sessions: () => person.sessions(),
    'End others': () => person.endSessions({ others: true }),
  };`,
  );
}

test('an app without a key signs people up and in once the console names its page, and ends a lost device', async () => {
  const app = await openWindow({ width: 800, height: 600 });
  app.expectErrors(/status of 40[13]/);
  const sent: string[] = [];
  app.page.on('request', (request) => sent.push(JSON.stringify(request.headers())));
  await app.page.goto(customer.origin);
  expect(await press(app.page, 'Register')).toBe('refused unauthenticated');

  const console = await openWindow({ width: 1280, height: 800 });
  const { save } = await openUserSettings(console, customer);
  await save();

  await expect.poll(() => press(app.page, 'Register')).toContain('"username":"ann"');
  expect(await press(app.page, 'Me')).toContain('ann@example.test');
  const lost = await openWindow({ width: 800, height: 600 });
  lost.expectErrors(/status of 401/);
  await lost.page.goto(customer.origin);
  expect(await press(lost.page, 'Sign in')).toContain('"username":"ann"');
  expect(await press(app.page, 'Sessions')).toMatch(/"current":false.*"current":true|"current":true.*"current":false/);
  expect(await press(app.page, 'End others')).toContain('done');
  await expect.poll(() => press(lost.page, 'Me'), { timeout: 60_000 }).toBe('refused unauthenticated');
  expect(await press(app.page, 'Me')).toContain('ann@example.test');
  expect(sent.filter((headers) => /x-api-key|x-secret-key/i.test(headers))).toEqual([]);
});
