import { billingTexts } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { billed } from '../support/provider.ts';
import { withBrowser } from './browser.ts';
import { aBuyer, backAndForward, discardAndGoBack, goBack, goForward, holdBack, inANewTab, neverSent, told, withBuyers } from './buyers.ts';
import { aPlan, bankIn, type Buyer, choosePlan, enterCardIn } from './upgrade-form.ts';

withBrowser();
withBuyers();

const [pays, asksHolder] = ['4242424242424242', '4000002760003184'];
const order = '**/app/subscriptions/upgrade/premium';

let plan: { id: string; name: string };

beforeAll(async () => {
  plan = await aPlan();
});

async function subscribe(page: Page, number = pays): Promise<void> {
  await enterCardIn(page, number);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

const succeeded = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' });
const failed = (page: Page) => page.getByRole('dialog', { name: 'Payment Failed' });
const nothing = { live: 0, charges: [], isActive: false, product: null };
const one = () => ({ live: 1, charges: [2000], isActive: true, product: plan.name });

describe('the back button', () => {
  test.each([
    ['a plan is chosen leaves the form', async () => {}, goBack],
    ['the card is entered asks, leaves the form', (page: Page) => enterCardIn(page, pays), discardAndGoBack],
  ])('while %s, and nothing is ordered', async (_, before, back) => {
    const buyer = await aBuyer();
    await choosePlan(buyer.page, plan.name);
    await before(buyer.page);
    await back(buyer.page);
    await goForward(buyer.page);
    await buyer.page.getByText('Not Active').waitFor();
    expect(await buyer.page.getByRole('dialog').count()).toBe(0);
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
  });

  test('while the order is under way ends with the plan, paid for once', async () => {
    const buyer = await aBuyer();
    const { page } = buyer;
    await choosePlan(page, plan.name);
    const { sent, goOn } = await holdBack(page, order);
    await subscribe(page);
    await sent;
    await goBack(page);
    goOn();
    await expect.poll(told(buyer)).toMatchObject(one());
    await goForward(page);
    await page.getByText(plan.name.toUpperCase()).first().waitFor();
    expect(await billed(buyer.admin.tenantId)).toMatchObject(one());
  });

  test('while the bank asks leaves its question open; answered, the plan is paid for once', async () => {
    const buyer = await aBuyer();
    const { page } = buyer;
    await choosePlan(page, plan.name);
    await subscribe(page, asksHolder);
    await bankIn(page).waitFor();
    await backAndForward(page);
    await bankIn(page).getByRole('button', { name: 'Complete' }).click();
    await page.getByText(plan.name.toUpperCase()).first().waitFor();
    await expect.poll(told(buyer)).toMatchObject(one());
  });

  test('after the success shows the plan, which is not offered again', async () => {
    const buyer = await aBuyer();
    const { page } = buyer;
    await choosePlan(page, plan.name);
    await subscribe(page);
    await succeeded(page).waitFor();
    await backAndForward(page);
    await page.getByText(plan.name.toUpperCase()).first().waitFor();
    await page.getByRole('button', { name: 'Change Plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).waitFor();
    expect(await page.getByRole('radio', { name: plan.name }).count()).toBe(0);
    expect(await billed(buyer.admin.tenantId)).toMatchObject(one());
  });
});

describe('a tab that is closed while the bank asks', () => {
  async function comesBack(): Promise<Buyer> {
    const buyer = await aBuyer();
    await choosePlan(buyer.page, plan.name);
    await subscribe(buyer.page, asksHolder);
    await bankIn(buyer.page).waitFor();
    const page = await inANewTab(buyer);
    await page.getByText('A payment of $20 waits for your bank: nothing has been charged yet.').waitFor();
    await page.getByText('Not Active').waitFor();
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
    return { ...buyer, page };
  }

  test('its payment is told on /billing and can be confirmed there', async () => {
    const buyer = await comesBack();
    const { page } = buyer;
    await page.getByRole('button', { name: 'Confirm Payment' }).dblclick();
    await bankIn(page).getByRole('button', { name: 'Complete' }).click();
    await page.getByText(plan.name.toUpperCase()).first().waitFor();
    expect(await page.getByRole('button', { name: 'Confirm Payment' }).count()).toBe(0);
    expect(await billed(buyer.admin.tenantId)).toMatchObject(one());
  });

  test('its payment is over when the bank refuses', async () => {
    const buyer = await comesBack();
    const { page } = buyer;
    await page.getByRole('button', { name: 'Confirm Payment' }).click();
    await bankIn(page).getByRole('button', { name: 'Fail' }).click();
    await page.getByText('We are unable to authenticate your payment method.').waitFor();
    await page.getByRole('button', { name: 'Confirm Payment' }).waitFor({ state: 'detached' });
    await page.getByText('Not Active').waitFor();
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
  });

  test('a plan that is ordered again takes its place', async () => {
    const buyer = await comesBack();
    const { page } = buyer;
    await choosePlan(page, plan.name);
    await subscribe(page);
    await succeeded(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Confirm Payment' }).waitFor({ state: 'detached' });
    expect(await billed(buyer.admin.tenantId)).toMatchObject(one());
  });
});

describe('a network that is lost', () => {
  test('before the plans are there is told', async () => {
    const { page, window } = await aBuyer();
    window.expectErrors(/ERR_FAILED/);
    await page.route('**/app/subscriptions/premium-products', neverSent);
    await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await page.getByText(billingTexts.plansFailed).waitFor();
    expect(await page.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true);
  });

  test('on the way to the card form is told, and the next try pays once', async () => {
    const buyer = await aBuyer();
    const { page, window } = buyer;
    window.expectErrors(/ERR_FAILED/);
    await page.route('**/v1/payment_methods', neverSent, { times: 1 });
    await choosePlan(page, plan.name);
    await subscribe(page);
    await failed(page).waitFor();
    expect(await billed(buyer.admin.tenantId)).toMatchObject(nothing);
    await failed(page).getByRole('button', { name: 'Try Again' }).click();
    await subscribe(page);
    await succeeded(page).waitFor();
    await expect.poll(told(buyer)).toMatchObject(one());
  });
});
