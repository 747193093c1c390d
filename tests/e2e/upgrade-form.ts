import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aSuperadmin } from '../support/personas.ts';
import { openWindow, type Window } from './browser.ts';
import { signInAt } from './console-actions.ts';

/** Puts a plan on sale that no other test offers. */
export async function aPlan(price = 20): Promise<{ id: string; name: string }> {
  const name = `Pro ${randomBytes(3).toString('hex')}`;
  const { token } = await aSuperadmin();
  const body = { name, description: 'For developers', tier: 'pro', price, usageLimit: 100_000, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token, body });
  return { id: data.id, name };
}

export interface Buyer {
  admin: Admin;
  window: Window;
  page: Page;
}

/** An admin who came to /billing by links, as people do: Back leads to /administration without reloading the console. */
export async function atBilling(): Promise<Buyer> {
  const admin = await anAdmin();
  const window = await openWindow({ width: 1280, height: 900 });
  await signInAt(window.page, admin);
  await window.page.goto('/projects');
  await window.page.getByRole('link', { name: 'Administration' }).click();
  await window.page.getByRole('link', { name: 'Billing' }).click();
  await window.page.getByText('You have not paid anything yet.').waitFor();
  return { admin, window, page: window.page };
}

/** Opens the form that buys a plan, and chooses one. */
export async function choosePlan(page: Page, plan: string): Promise<void> {
  await page.getByRole('button', { name: /^(Upgrade to Premium|Change Plan)$/ }).click();
  await page.getByRole('radio', { name: plan }).check();
}

export async function enterCardIn(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
}

/** The bank's question about the holder. */
export const bankIn = (page: Page) => page.getByRole('dialog', { name: '3-D Secure test page' });
