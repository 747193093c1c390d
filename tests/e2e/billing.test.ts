import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aSuperadmin } from '../support/personas.ts';
import { database } from '../support/target.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

const name = `Pro ${randomBytes(3).toString('hex')}`;
let productId: string;
const windows: Window[] = [];

beforeAll(async () => {
  const { token } = await aSuperadmin();
  const body = { name, description: 'For developers', tier: 'pro', price: 20, usageLimit: 100_000, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token, body });
  productId = data.id;
});
afterEach(async () => {
  for (const { context } of windows.splice(0)) await context.close();
});

/** An admin in front of the filled upgrade form. */
async function atTheForm(number: string) {
  const admin = await anAdmin();
  const window = await openWindow({ width: 1280, height: 900 });
  windows.push(window);
  window.expectErrors(/402/);
  const { page } = window;
  await signInAt(page, admin);
  await page.goto('/administration');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await page.getByRole('radio', { name }).check();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  return { page, admin, window, plan: async () => (await database().doc(`tenants/${admin.tenantId}`).get()).get('plan') };
}

describe('the test cards, in the browser', () => {
  // Covers S2-2.b-07
  test.each(['4242424242424242', '4000003800000446'])('%s pays at once', async (number) => {
    const { page, plan } = await atTheForm(number);
    await page.getByRole('button', { name: 'Subscribe' }).dblclick();
    await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor();
    await page.getByText(name.toUpperCase()).first().waitFor();
    expect(await plan()).toMatchObject({ status: 'subscribed', tier: 'pro', isActive: true });
  });

  // Covers S2-4-04
  test.each(['4000002500003155', '4000002760003184'])('%s pays after the bank has asked its holder', async (number) => {
    const { page, plan } = await atTheForm(number);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog', { name: '3-D Secure test page' }).getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor();
    expect(await plan()).toMatchObject({ status: 'subscribed' });
  });

  test.each(['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127', '4000000000000119', '4000000000000341'])(
    // Covers S2-8-01, S2-8-02
    '%s is refused, and the free tier stays',
    async (number) => {
      const { page, plan } = await atTheForm(number);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      const dialog = page.getByRole('dialog', { name: 'Payment Failed' });
      await dialog.getByText('Your payment was unsuccessful. Please try again with a different payment method.').waitFor();
      await dialog.getByText("Don't worry - your free tier subscription remains active.").waitFor();
      expect(await plan()).toMatchObject({ status: 'none', tier: 'free' });
    },
  );

  test('4000008400001629 is refused after its holder has confirmed', async () => {
    const { page, plan } = await atTheForm('4000008400001629');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog', { name: '3-D Secure test page' }).getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog', { name: 'Payment Failed' }).getByText('Your card was declined.').waitFor();
    expect(await plan()).toMatchObject({ status: 'none' });
  });

  test('4242424242424241 does not reach the server', async () => {
    const { page, plan } = await atTheForm('4242424242424241');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog', { name: 'Payment Failed' }).getByText('Your card number is invalid.').waitFor();
    expect(await plan()).toMatchObject({ status: 'none' });
  });
});

// Covers S2-4-06
test('the plan becomes active although the tab is closed after the confirmation', async () => {
  const { page, plan, window } = await atTheForm('4000002760003184');
  window.expectErrors(/ERR_FAILED/); // the call that the closed tab did not make
  await page.route('**/app/subscriptions/confirmed', (route) => route.abort());
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const confirmed = page.waitForResponse((response) => response.url().includes('/v1/3ds/'));
  await page.getByRole('dialog', { name: '3-D Secure test page' }).getByRole('button', { name: 'Complete' }).click();
  await confirmed;
  await page.close();
  await expect.poll(plan).toMatchObject({ status: 'subscribed' });
  expect(productId).toBeTruthy();
});

test('an open page follows what staff and other windows do to the plan, without a reload', async () => {
  const admin = await anAdmin();
  const window = await openWindow({ width: 1280, height: 900 });
  windows.push(window);
  const { page } = window;
  await signInAt(page, admin);
  await page.goto('/billing');
  await page.getByText('Not Active').waitFor();
  await page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
  const { token } = await aSuperadmin();
  await mustCall({ method: 'PUT', path: `/app/superadmin/users/${admin.id}/change-subscription`, token, body: { productId } });
  await page.getByText(name.toUpperCase()).first().waitFor();
  await page.getByRole('region', { name: 'API usage' }).getByText('100,000').first().waitFor();
  await database().doc(`tenants/${admin.tenantId}`).update({ extraCredits: 4000 });
  await page.getByRole('region', { name: 'API usage' }).getByText('104,000').waitFor();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});
