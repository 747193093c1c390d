import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aStorage,
  aSuperadmin,
  freshEmail,
  freshNetwork,
  keysOf,
  type Person,
} from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { logInAt } from './console-actions.ts';
import { problemsOf } from './good-page.ts';
import { unreachable } from './reachable.ts';

withBrowser();

let admin: Admin;
let staff: Person;
let project = '';
let storage = '';

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Dora Dialog'), aSuperadmin()]);
  project = (await aProject(admin, 'Dialogs')).id;
  storage = (await aStorage(admin, project, 'products', true)).id;
  await aStorage(admin, project, 'users');
  await aMember(admin, 'developer', project);
  await mustCall({ path: `/api/products/${storage}`, ...keysOf(admin, project), body: { title: 'Oak Mug', price: 14 } });
  const { token } = staff;
  const plan = { name: 'Dialog plan', description: 'For dialogs', tier: 'pro', price: 9, usageLimit: 1000, interval: 'month' };
  await mustCall({ path: '/app/superadmin/add-product', token, body: plan });
  const discount = { description: 'For dialogs', percentage_value: 5, fixed_value: null, number_of_use: 5 };
  await mustCall({ path: '/app/superadmin/discounts', token, body: { ...discount, expiresAt: '2090-01-01T00:00:00Z', is_active: true } });
  const message = { name: 'Cara Writer', email: freshEmail('cara'), message: 'How much is it for two?' };
  await mustCall({ path: '/app/contact-us', headers: freshNetwork(), body: message });
});

/** By the page's address, the buttons there that open a dialog; some are there after a switch was turned. */
const ofAdmin: readonly [path: string, buttons: readonly (string | RegExp)[], turned?: string][] = [
  ['/projects', ['Create Project', /^Edit /, /^Delete /]],
  ['/administration', ['New named key', 'Change API and Secret Keys', 'Delete account…']],
  ['/project/{project}/data-storage', ['Add Data Storage', 'Settings of My products', 'Settings of My users', 'Filter']],
  ['/project/{project}/data-storage/{storage}/view', ['Add Record', 'Import', 'Columns', 'Filter', 'Edit', 'Delete']],
  ['/project/{project}/data-storage/{storage}/fields', ['Add Field']],
  ['/project/{project}/endpoints', ['Add Endpoint', /^Configure endpoint /]],
  ['/project/{project}/webhooks', ['Add webhook']],
];
const ofStaff: typeof ofAdmin = [
  ['/superadmin/users', [/^Account of /, /^Change the subscription of /]],
  ['/superadmin/products', ['Add Product', 'Edit Dialog plan', 'Delete Dialog plan']],
  ['/superadmin/discounts', ['Add Discount', /^Edit /]],
  ['/superadmin/feedbacks', ['Open the message of Cara Writer']],
  ['/superadmin/operations', ['Review changes'], 'New accounts'],
];
/** Buttons that open a form on the page itself. */
const inlineForms: typeof ofAdmin = [
  ['/users', ['Add User']],
  ['/project/{project}/home', ['Change caps']],
  ['/project/{project}/data-storage/{storage}/access', ['Add a rule']],
];

test('each dialog of the console opens, is walked through and closes by keys, gives the focus back, and has nothing serious for axe', async () => {
  const { page } = await openWindow(sizes[0][1], { reducedMotion: 'reduce' });
  await logInAt(page, admin);
  expect(await faultsOf(page, ofAdmin, faultsOfDialog)).toEqual([]);
  await page.goto('/projects');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const key of ['Control+k', '?']) {
    await page.keyboard.press(key);
    expect(await faultsOfDialog(page.locator('body'), key)).toEqual([]);
  }
});

test('so does each dialog of the back office', async () => {
  const { page } = await openWindow(sizes[0][1], { reducedMotion: 'reduce', colorScheme: 'dark' });
  await logInAt(page, staff, '/superadmin/login');
  expect(await faultsOf(page, ofStaff, faultsOfDialog)).toEqual([]);
});

test('forms that open on a page itself are reached by keys as well', async () => {
  const { page } = await openWindow(sizes[1][1], { reducedMotion: 'reduce' });
  await logInAt(page, admin);
  const walk = async (_: Locator, what: string) =>
    [...(await problemsOf(page)), ...(await unreachable(page))].map((fault) => `${what}: ${fault}`);
  expect(await faultsOf(page, inlineForms, walk)).toEqual([]);
});

/** Presses each button by the keyboard. @param look at what it opens */
async function faultsOf(page: Page, pages: typeof ofAdmin, look: (button: Locator, what: string) => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, buttons, turned] of pages) {
    await page.goto(path.replace('{project}', project).replace('{storage}', storage));
    if (turned) await page.getByRole('switch', { name: turned }).press('Space');
    for (const name of buttons) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      faults.push(...(await look(button, `${path} ${name}`)));
    }
  }
  return faults;
}

/** Of the dialog that opens now: Escape closes it, and the focus goes back. */
async function faultsOfDialog(opener: Locator, what: string): Promise<string[]> {
  const page = opener.page();
  const dialog = page.getByRole('dialog', { name: /./ });
  await dialog.waitFor();
  await page.waitForFunction(() => !document.querySelector('[role=dialog] [aria-busy="true"], [role=dialog] .MuiSkeleton-root'));
  const faults = [...(await problemsOf(page)), ...(await unreachable(page))];
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const isBack = () => opener.evaluate((one) => one === document.activeElement || one === document.body);
  await expect.poll(isBack, { message: `${what}: the focus comes back` }).toBe(true);
  return faults.map((fault) => `${what}: ${fault}`);
}
