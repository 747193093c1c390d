import { confirmAtBank, enterCard } from '@bedplate/local-stripe';
import type { UpgradeAnswer } from '@bedplate/contract';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterEach } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin } from '../support/personas.ts';
import { billed, providerUrl } from '../support/provider.ts';
import { openWindow } from './browser.ts';
import { signInAt } from './console-actions.ts';
import { atBilling, type Buyer } from './upgrade-form.ts';

const contexts: BrowserContext[] = [];

/** Closes the windows of a test's buyers after it. */
export function withBuyers(): void {
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
}

/** An admin on /billing who has never paid. */
export async function aBuyer(): Promise<Buyer> {
  const buyer = await atBilling();
  contexts.push(buyer.window.context);
  return buyer;
}

/** An admin who pays for a plan, on /billing; Back leads to /administration. @param number the card on file */
export async function aSubscriber(productId: string, number: string): Promise<Buyer> {
  const admin = await anAdmin();
  const provider = await providerUrl();
  const order = { productId, paymentMethodId: await enterCard(provider, number) };
  const path = '/app/subscriptions/upgrade/premium';
  const { clientSecret } = await mustCall<UpgradeAnswer>({ path, token: admin.token, body: order });
  if (clientSecret) {
    await confirmAtBank(provider, clientSecret);
    await mustCall({ path: '/app/subscriptions/confirmed', token: admin.token, body: {} });
  }
  const window = await openWindow({ width: 1280, height: 900 });
  contexts.push(window.context);
  const { page } = window;
  await signInAt(page, admin);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByText(`•••• ${number.slice(-4)}`).waitFor();
  return { admin, window, page };
}

/** The same person in a new tab of the same browser, on /billing; the old one is closed. */
export async function inANewTab({ page: old, window }: Buyer): Promise<Page> {
  await old.close();
  const page = await window.context.newPage();
  await page.goto('/billing');
  return page;
}

/** For what the provider and the database tell at last. */
export const told =
  ({ admin }: Buyer) =>
  () =>
    billed(admin.tenantId);

/** The request never leaves the browser. */
export const neverSent = (route: Route) => route.abort();

/** The work is done, but the answer is lost on the way back. */
export const answerLost = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** Holds a request back. @returns that it has been made, and what lets it go on */
export async function holdBack(page: Page, address: string): Promise<{ sent: Promise<unknown>; goOn: () => void }> {
  const sent = page.waitForRequest(address);
  let goOn = () => {};
  const allowed = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(address, async (route) => {
    await allowed;
    await route.continue();
  });
  return { sent, goOn };
}

export async function goBack(page: Page): Promise<void> {
  await page.goBack();
  await page.waitForURL('**/administration');
}

/** Goes back and answers the question about the typed text. */
export async function discardAndGoBack(page: Page): Promise<void> {
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL('**/administration');
}

export async function goForward(page: Page): Promise<void> {
  await page.goForward();
  await page.waitForURL('**/billing');
}

export async function backAndForward(page: Page): Promise<void> {
  await goBack(page);
  await goForward(page);
}
