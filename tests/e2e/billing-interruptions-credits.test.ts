import { billingTexts } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { billed } from '../support/provider.ts';
import { withBrowser } from './browser.ts';
import { answerLost, aSubscriber, backAndForward, goBack, goForward, holdBack, inANewTab, neverSent, told, withBuyers } from './buyers.ts';
import { aPlan } from './upgrade-form.ts';

withBrowser();
withBuyers();

const [pays, asksHolder] = ['4242424242424242', '4000002760003184'];
const order = '**/app/purchase-credits';

let plan: { id: string; name: string };

beforeAll(async () => {
  plan = await aPlan();
});

const openDialog = (page: Page) => page.getByRole('button', { name: 'Purchase Extra Credits' }).click();
const button = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Purchase $5 of Credits' });
const bought = (page: Page) => page.getByText('10,000 credits have been added to your account.');
const once = { live: 1, charges: [2000, 500], credits: 10_000, isActive: true };
const nothing = { live: 1, charges: [2000], credits: 0, isActive: true };

/** The meter counts the plan's credits and the bought ones. */
const total = (page: Page) => page.getByRole('region', { name: 'API usage' }).getByText('110,000').first();

test('a double click buys once', async () => {
  const buyer = await aSubscriber(plan.id, pays);
  await openDialog(buyer.page);
  await button(buyer.page).dblclick();
  await bought(buyer.page).waitFor();
  await total(buyer.page).waitFor();
  await expect.poll(told(buyer)).toMatchObject(once);
});

describe('the back button', () => {
  test('before the purchase leaves the dialog, and nothing is bought', async () => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page } = buyer;
    await openDialog(page);
    await button(page).waitFor();
    await backAndForward(page);
    await page.getByText(plan.name.toUpperCase()).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
  });

  test('while the purchase is under way leaves one purchase', async () => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page } = buyer;
    const { sent, goOn } = await holdBack(page, order);
    await openDialog(page);
    await button(page).click();
    await sent;
    await goBack(page);
    goOn();
    await expect.poll(told(buyer)).toMatchObject(once);
    await goForward(page);
    await total(page).waitFor();
    expect(await billed(buyer.admin.tenantId)).toMatchObject(once);
  });

  test('after the purchase buys nothing more', async () => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page } = buyer;
    await openDialog(page);
    await button(page).click();
    await bought(page).waitFor();
    await backAndForward(page);
    await total(page).waitFor();
    await expect.poll(told(buyer)).toMatchObject(once);
  });
});

describe('a tab that is closed', () => {
  test('while the purchase is under way leaves one purchase, which the next tab shows', async () => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page } = buyer;
    const arrived = Promise.withResolvers<void>();
    // As when the tab is closed between the order and its answer.
    await page.route(order, async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    await openDialog(page);
    await button(page).click();
    await arrived.promise;
    const next = await inANewTab(buyer);
    await total(next).waitFor();
    await expect.poll(told(buyer)).toMatchObject(once);
  });

  test('is not needed where the bank would ask: the purchase is refused with a reason, and nothing waits', async () => {
    const buyer = await aSubscriber(plan.id, asksHolder);
    const { page, window } = buyer;
    window.expectErrors(/402/);
    await openDialog(page);
    await button(page).click();
    await page.getByText(billingTexts.needsAuthentication).waitFor();
    const next = await inANewTab(buyer);
    await next.getByText('•••• 3184').waitFor();
    expect(await next.getByRole('button', { name: 'Confirm Payment' }).count()).toBe(0);
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
  });
});

describe('a network that is lost', () => {
  test.each([
    ['the order', neverSent],
    ['the answer', answerLost],
  ])('with %s is told, and the same dialog buys once', async (_, lose) => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page, window } = buyer;
    window.expectErrors(/ERR_FAILED/);
    await page.route(order, lose, { times: 1 });
    await openDialog(page);
    await button(page).click();
    await page.getByText(billingTexts.purchaseUnanswered).waitFor();
    await button(page).click();
    await bought(page).waitFor();
    await expect.poll(told(buyer)).toMatchObject(once);
  });

  test('with the answer leaves what was bought, also when nobody tries again', async () => {
    const buyer = await aSubscriber(plan.id, pays);
    const { page, window } = buyer;
    window.expectErrors(/ERR_FAILED/);
    await page.route(order, answerLost, { times: 1 });
    await openDialog(page);
    await button(page).click();
    await page.getByText(billingTexts.purchaseUnanswered).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await total(page).waitFor();
    await expect.poll(told(buyer)).toMatchObject(once);
  });
});
