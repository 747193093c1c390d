import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, aSuperadmin, keysOf, password, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { liveMark, logInAt, signInAt, openDataView, rowWith } from './console-actions.ts';

withBrowser();

const wide = sizes[0][1];
let staff: Person;
beforeAll(async () => {
  staff = await aSuperadmin();
});

/** An account with a record, and a window at its data view. @param before a page that was open there, to which Back leads */
async function aView(name: string, before?: string) {
  const admin = await anAdmin(name);
  const project = await aProject(admin, `Shop of ${name}`);
  const storage = await aStorage(admin, project.id, 'orders', true);
  await mustCall({ path: `/api/orders/${storage.id}`, ...keysOf(admin, project.id), body: { title: `Order of ${name}` } });
  const { page, context, expectErrors } = await openWindow(wide);
  expectErrors(/status of (401|403|404|503)|status of 400.*securetoken/); // Firebase renews nothing for somebody who has gone
  await signInAt(page, admin);
  if (before) await page.goto(before);
  await openDataView(page, project.id, storage.id);
  await rowWith(page, `Order of ${name}`).waitFor();
  return { admin, page, context, project };
}

/** Goes on to another page, unless a listener of this one has led to the login before. */
async function nextStep(page: Page) {
  await page
    .getByRole('link', { name: 'Endpoints' })
    .first()
    .click({ timeout: 5_000 })
    .catch(() => null);
}

const suspend = ({ tenantId }: Admin) =>
  mustCall({ path: `/app/superadmin/tenants/${tenantId}/suspend`, token: staff.token, body: { reason: 'Unpaid invoices' } });

test('whoever works in an account that is suspended elsewhere reads so at the login, with the reason', async () => {
  const { admin, page } = await aView('Sue');
  await suspend(admin);
  await nextStep(page);
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('This account is suspended. Reason: Unpaid invoices').waitFor();
  expect(await page.getByText('Order of Sue').count()).toBe(0);
});

test('whoever works in an account that is deleted elsewhere is led to the login by the next step, and sees none of it', async () => {
  const { admin, page } = await aView('Del', '/projects');
  const body = { email: admin.email, current_password: password };
  await mustCall({ method: 'POST', path: '/app/users/delete-account', token: admin.token, body });
  await nextStep(page);
  await page.waitForURL(/\/login/);
  await page.goBack({ waitUntil: 'commit' }); // it leads away again before it is loaded
  await page.waitForURL(/\/login/);
  expect(await page.getByText('Order of Del').count()).toBe(0);
});

test('a tab whose browser has signed in another person drops what was open and shows that person’s own alone', async () => {
  const { page, context, project } = await aView('First');
  const second = await anAdmin('Second');
  await aProject(second, 'Shop of Second');
  await rowWith(page, 'Order of First').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'title' }).fill('Written by nobody');
  const tab = await context.newPage();
  await tab.goto('/about');
  await tab.evaluate(() => localStorage.removeItem('token'));
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor(); // for what First has typed
  await logInAt(tab, second);
  await expect.poll(() => page.getByText('Order of First').count()).toBe(0);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Shop of Second' }).first().waitFor();
  expect(await page.getByText(project.name).count()).toBe(0);
});

test('a login whose page goes before live updates have signed in by it is not replaced by the one before', async () => {
  const { admin, page, project } = await aView('Rita');
  await page.getByRole('button', { name: 'Add Record' }).click();
  const form = page.getByRole('dialog', { name: 'Add Record' });
  await form.getByRole('textbox', { name: 'title' }).fill('Typed before');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token, body: {} });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.route('**/accounts:signInWithCustomToken**', () => undefined, { times: 1 }); // is never answered
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Email').fill(admin.email);
  await again.getByLabel('Password', { exact: true }).fill(password);
  await again.getByRole('button', { name: 'Login' }).click();
  await again.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await rowWith(page, 'Typed before').waitFor();
  await page.reload();
  await liveMark(page).waitFor();
  await page.reload();
  await rowWith(page, 'Typed before').waitFor();
  await page.goto('/projects');
  await page.getByRole('link', { name: project.name }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects');
});
