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
import { aSubscriber, withBuyers } from './buyers.ts';
import { signInAt } from './console-actions.ts';
import { faultsOfDialog } from './dialog-faults.ts';
import { problemsOf } from './good-page.ts';
import { unreachable } from './reachable.ts';
import { aPlan } from './upgrade-form.ts';

withBrowser();
withBuyers();

let admin: Admin;
let staff: Person;
let project = '';
let storage = '';

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Dora Dialog'), aSuperadmin()]);
  project = (await aProject(admin, 'Dialogs')).id;
  storage = (await aStorage(admin, project, 'products', true)).id;
  await aStorage(admin, project, 'users');
  const { id: draft } = await aStorage(admin, project, 'drafts');
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${draft}`, token: admin.token });
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

/** By the page's address, the buttons there that open a dialog; some are there, or can be pressed, after something else was done. */
const ofAdmin: readonly [path: string, buttons: readonly (string | RegExp)[], before?: (page: Page) => Promise<unknown>][] = [
  ['/projects', ['Create Project', /^Edit /, /^Delete /]],
  ['/administration', ['New named key', 'Change API and Secret Keys', 'Delete account…']],
  ['/project/{project}/data-storage', ['Add Data Storage', 'Settings of My products', 'Settings of My users', 'Filter']],
  ['/project/{project}/data-storage/{storage}/view', ['Add Record', 'Import', 'Columns', 'Filter', 'Edit', 'Delete']],
  ['/project/{project}/data-storage/{storage}/fields', ['Add Field', 'Add Unique Rule', 'Add Total'], declareAll],
  ['/project/{project}/endpoints', ['Add Endpoint', /^Configure endpoint /]],
  ['/project/{project}/webhooks', ['Add Webhook']],
  ['/project/{project}/home', ['Change caps']],
  ['/project/{project}/keys', ['New named key']],
  ['/project/{project}/backups', ['Undo changes …']],
  ['/project/{project}/archived-storage', ['Delete My drafts for good']],
];
/** Leaving this page would ask, since a rule of it is gone. */
const ofRules: typeof ofAdmin = [
  ['/project/{project}/data-storage/{storage}/access', ['Add a rule', 'Review and save'], press('Remove rule 1')],
];
const ofSubscriber: typeof ofAdmin = [
  ['/billing', ['Change Plan', 'Change Card', 'Cancel Subscription', 'Purchase Extra Credits']],
  ['/administration', ['Change Plan', 'Purchase Extra Credits']],
];
const ofStaff: typeof ofAdmin = [
  ['/superadmin/users', [/^Account of /, /^Change the subscription of /]],
  ['/superadmin/products', ['Add Product', 'Edit Dialog plan', 'Delete Dialog plan']],
  ['/superadmin/discounts', ['Add Discount', /^Edit /]],
  ['/superadmin/feedbacks', ['Open the message of Cara Writer']],
  ['/superadmin/operations', ['Review changes'], (page) => page.getByRole('switch', { name: 'New accounts' }).press('Space')],
];
/** Buttons that open a form on the page itself. */
const inlineForms: typeof ofAdmin = [['/users', ['Add User']]];

test('each dialog of the console opens, is walked through and closes by keys, gives the focus back, and has nothing serious for axe', async () => {
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  expect(await faultsOf(page, ofAdmin, faultsOfDialog)).toEqual([]);
  await page.goto('/projects');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const key of ['Control+k', '?']) {
    await page.keyboard.press(key);
    expect(await faultsOfDialog(page.locator('body'), key)).toEqual([]);
  }
  expect(await faultsOf(page, ofRules, faultsOfDialog)).toEqual([]);
});

test('so does each dialog in which somebody who pays changes that', async () => {
  const { page } = await aSubscriber((await aPlan()).id, '4242424242424242');
  expect(await faultsOf(page, ofSubscriber, faultsOfDialog)).toEqual([]);
});

test('so does each dialog of the back office', async () => {
  const { page } = await openWindow(sizes[0][1], { colorScheme: 'dark' });
  await signInAt(page, staff);
  expect(await faultsOf(page, ofStaff, faultsOfDialog)).toEqual([]);
});

test('forms that open on a page itself are reached by keys as well', async () => {
  const { page } = await openWindow(sizes[1][1]);
  await signInAt(page, admin);
  const walk = async (_: Locator, what: string) =>
    [...(await problemsOf(page)), ...(await unreachable(page))].map((fault) => `${what}: ${fault}`);
  expect(await faultsOf(page, inlineForms, walk)).toEqual([]);
});

/** Presses each button by the keyboard. @param look at what it opens */
async function faultsOf(page: Page, pages: typeof ofAdmin, look: (button: Locator, what: string) => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, buttons, before] of pages) {
    await page.goto(path.replace('{project}', project).replace('{storage}', storage));
    await before?.(page);
    for (const name of buttons) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      await expect.poll(() => button.isEnabled(), { message: `${path} ${name}: can be pressed` }).toBe(true);
      await button.press('Enter');
      faults.push(...(await look(button, `${path} ${name}`)));
    }
  }
  return faults;
}

async function declareAll(page: Page): Promise<void> {
  await press('Declare All')(page);
  await page.getByRole('button', { name: 'Add Unique Rule' }).waitFor();
}

function press(name: string) {
  return (page: Page) => page.getByRole('button', { name }).press('Enter');
}
