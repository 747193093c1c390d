import { billingTexts } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { billed } from '../support/provider.ts';
import { withBrowser } from './browser.ts';
import {
  answerLost,
  aSubscriber,
  backAndForward,
  discardAndGoBack,
  goBack,
  goForward,
  holdBack,
  inANewTab,
  neverSent,
  withBuyers,
} from './buyers.ts';
import { aPlan, bankIn, type Buyer, enterCardIn } from './upgrade-form.ts';

withBrowser();
withBuyers();

const [present, other, asksHolder] = ['4242424242424242', '5555555555554444', '4000002500003155'];
const order = '**/app/subscriptions/change-payment';

let plan: { id: string; name: string };

beforeAll(async () => {
  plan = await aPlan();
});

const openDialog = (page: Page) => page.getByRole('button', { name: 'Change Card' }).click();
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save Card' });
const changed = (page: Page) => page.getByText(billingTexts.cardChanged);
const complete = (page: Page) => bankIn(page).getByRole('button', { name: 'Complete' }).click();

async function change(page: Page, number: string): Promise<void> {
  await openDialog(page);
  await enterCardIn(page, number);
  await save(page).click();
}

/** Once a card is shown, the provider charges this one from now on, and the plan has still been paid for once. */
async function toldWith({ admin }: Buyer, page: Page, shown: string) {
  await page.getByText(shown).first().waitFor();
  return billed(admin.tenantId);
}

const only = (last4: string) => ({ live: 1, charges: [2000], isActive: true, product: plan.name, card: last4, charged: last4 });

test('a double click changes the card once, and nothing is charged', async () => {
  const buyer = await aSubscriber(plan.id, present);
  const { page } = buyer;
  let orders = 0;
  page.on('request', (request) => void (orders += request.url().endsWith('/change-payment') ? 1 : 0));
  await openDialog(page);
  await enterCardIn(page, other);
  await save(page).dblclick();
  await changed(page).waitFor();
  expect(await toldWith(buyer, page, 'MASTERCARD •••• 4444')).toMatchObject(only('4444'));
  expect(orders).toBe(1);
});

describe('the back button', () => {
  test('while the card is entered asks, and leaves the card that was there', async () => {
    const buyer = await aSubscriber(plan.id, present);
    const { page } = buyer;
    await openDialog(page);
    await enterCardIn(page, other);
    await discardAndGoBack(page);
    await goForward(page);
    expect(await toldWith(buyer, page, 'VISA •••• 4242')).toMatchObject(only('4242'));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('while the change is under way ends with the new card', async () => {
    const buyer = await aSubscriber(plan.id, present);
    const { page } = buyer;
    const { sent, goOn } = await holdBack(page, order);
    await change(page, other);
    await sent;
    await goBack(page);
    goOn();
    await expect.poll(async () => (await billed(buyer.admin.tenantId)).card).toBe('4444');
    await goForward(page);
    expect(await toldWith(buyer, page, 'MASTERCARD •••• 4444')).toMatchObject(only('4444'));
  });

  test('while the bank asks leaves its question open; the card that was there stays until it is answered', async () => {
    const buyer = await aSubscriber(plan.id, present);
    const { page } = buyer;
    await change(page, asksHolder);
    await bankIn(page).waitFor();
    await backAndForward(page);
    expect(await toldWith(buyer, page, 'VISA •••• 4242')).toMatchObject(only('4242'));
    await complete(page);
    expect(await toldWith(buyer, page, 'VISA •••• 3155')).toMatchObject(only('3155'));
  });

  test('after the change leaves the new card', async () => {
    const buyer = await aSubscriber(plan.id, present);
    const { page } = buyer;
    await change(page, other);
    await changed(page).waitFor();
    await backAndForward(page);
    expect(await toldWith(buyer, page, 'MASTERCARD •••• 4444')).toMatchObject(only('4444'));
  });
});

describe('a tab that is closed while the bank asks', () => {
  test('leaves the card that was there; another try changes it', async () => {
    const buyer = await aSubscriber(plan.id, present);
    await change(buyer.page, asksHolder);
    await bankIn(buyer.page).waitFor();
    const page = await inANewTab(buyer);
    expect(await toldWith(buyer, page, 'VISA •••• 4242')).toMatchObject(only('4242'));
    await change(page, asksHolder);
    await complete(page);
    await changed(page).waitFor();
    expect(await toldWith(buyer, page, 'VISA •••• 3155')).toMatchObject(only('3155'));
  });

  test('after it was answered leaves the card that was there, as nobody was told of another', async () => {
    const buyer = await aSubscriber(plan.id, present);
    const { sent, goOn } = await holdBack(buyer.page, '**/v1/3ds/*');
    await change(buyer.page, asksHolder);
    await complete(buyer.page);
    await sent;
    const page = await inANewTab(buyer);
    goOn();
    expect(await toldWith(buyer, page, 'VISA •••• 4242')).toMatchObject(only('4242'));
  });
});

describe('a network that is lost', () => {
  test.each([
    ['on the way to the card form', '**/v1/payment_methods', neverSent, other, 'MASTERCARD •••• 4444'],
    ['on the way to us', order, neverSent, other, 'MASTERCARD •••• 4444'],
    ['with our answer', order, answerLost, other, 'MASTERCARD •••• 4444'],
    ['on the way to the bank', '**/v1/3ds/*', neverSent, asksHolder, 'VISA •••• 3155'],
    ['with the answer of the bank', '**/v1/3ds/*', answerLost, asksHolder, 'VISA •••• 3155'],
  ] as const)('%s is told, and the next try changes the card', async (_, address, lose, number, shown) => {
    const buyer = await aSubscriber(plan.id, present);
    const { page, window } = buyer;
    window.expectErrors(/ERR_FAILED/);
    await page.route(address, lose, { times: 1 });
    await change(page, number);
    if (number === asksHolder) await complete(page);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await save(page).click();
    if (number === asksHolder) await complete(page);
    await changed(page).waitFor();
    expect(await toldWith(buyer, page, shown)).toMatchObject(only(shown.slice(-4)));
  });
});
