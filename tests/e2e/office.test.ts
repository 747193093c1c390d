import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aSuperadmin, freshEmail, freshNetwork, type Person } from '../support/personas.ts';
import { billed } from '../support/provider.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { columnTitles, rowWith, signInAt } from './console-actions.ts';
import { atBilling, choosePlan, enterCardIn } from './upgrade-form.ts';

withBrowser();

const [, desktop] = sizes[0];
const mark = randomBytes(3).toString('hex');
let staff: Person;
let first: Admin;
let second: Admin;
let page: Page;

beforeAll(async () => {
  staff = await aSuperadmin();
  first = await anAdmin(`Ada ${mark}`);
  second = await anAdmin(`Bea ${mark}`);
  await aProject(first, `Zebra ${mark}`);
  await aProject(second, `Yak ${mark}`);
});

beforeEach(async () => {
  ({ page } = await openWindow(desktop));
  await signInAt(page, staff);
});

const listed = () => page.getByRole('main').getByRole('table').first().locator('tbody').getByRole('row');

describe('the lists', () => {
  // Covers S2-2.o-01
  test('projects are those of all accounts, each with its owner and its times', async () => {
    await page.goto(`/superadmin/projects?search=${mark}`);
    await page.getByRole('heading', { name: 'List of Projects' }).waitFor();
    for (const [project, owner] of [
      [`Zebra ${mark}`, `Ada ${mark}`],
      [`Yak ${mark}`, `Bea ${mark}`],
    ] as const) {
      const row = rowWith(page, project);
      await row.getByText(owner).waitFor();
      await row.getByText(`About ${project}`).waitFor();
      const [, id, , , , created, updated] = await row.getByRole('cell').allTextContents();
      expect(id).toMatch(/\w{4}/);
      for (const time of [created, updated]) expect(time).toMatch(/\d{4}/);
    }
    expect(await columnTitles(page)).toEqual(['#', 'ID', 'Name', 'Description', 'User', 'Date Created', 'Date Updated']);
  });

  // Covers S2-2.o-04
  test('users are those of all accounts', async () => {
    await page.goto(`/superadmin/users?search=${mark}`);
    await page.getByRole('heading', { name: 'List of Users' }).waitFor();
    for (const { email, name } of [first, second]) {
      await rowWith(page, email).waitFor();
      expect(await rowWith(page, email).textContent()).toContain(name);
    }
  });

  // Covers S2-2.o-12
  test('a list shows ten rows, and the next ten on its next page', async () => {
    for (let at = 0; at < 11; at += 1) await mustCall({ path: '/app/superadmin/discounts', token: staff.token, body: discount });
    await page.goto('/superadmin/discounts');
    await listed().nth(9).waitFor();
    expect(await listed().count()).toBe(10);
    const onFirst = await listed().allTextContents();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('cell', { name: '11', exact: true }).waitFor();
    expect((await listed().allTextContents()).filter((row) => onFirst.includes(row))).toEqual([]);
  });
});

const discount = { description: 'Ten off', percentage_value: 10, number_of_use: 5, expiresAt: '2099-01-01', is_active: true };

describe('the dashboard', () => {
  // Covers S2-2.n-05, S2-2.n-06
  test('a crawler counts as a bot, a person as a human, and the table shows what the server knows of both', async () => {
    const seen = `/about/${mark}`;
    const visit = (userAgent: string, headers: Record<string, string>) =>
      mustCall({ path: '/api/superadmin/track', headers: { ...headers, 'user-agent': userAgent }, body: { path: seen } });
    const counts = async () => {
      await page.goto('/superadmin/dashboard');
      const numbers = page.getByRole('list', { name: /Bot versus human visits/ }).getByRole('listitem');
      await page.getByRole('heading', { name: 'Bot versus human visits' }).waitFor();
      const texts = await numbers.allTextContents();
      return (name: string) => Number(texts.find((text) => text.startsWith(name))?.split(': ')[1] ?? 0);
    };
    await page.route('**/superadmin/track', (route) => route.fulfill({ json: { success: true } })); // this browser is a program as well
    const before = await counts();
    const place = { 'x-forwarded-for': '203.0.113.77', 'x-country-code': 'nl', 'x-appengine-city': 'utrecht' };
    await visit('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', place);
    await visit('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', freshNetwork());
    await expect
      .poll(async () => {
        const after = await counts();
        return [after('Human') - before('Human'), after('Bot') - before('Bot')];
      })
      .toEqual([1, 1]);

    const table = page.getByRole('table', { name: 'Page visits' });
    await page.getByLabel('Search the start of a path').fill(seen);
    await table.getByRole('row').filter({ hasText: seen }).nth(1).waitFor();
    const titles = await table.getByRole('columnheader').allTextContents();
    expect(titles).toEqual(['#', 'Path', 'IP Address', 'Country', 'City', 'Browser', 'Device', 'System', 'Bot', 'User Agent', 'Date']);
    const human = table.getByRole('row').filter({ hasText: '203.0.113.77' });
    expect((await human.getByRole('cell').allTextContents()).slice(2, 9)).toEqual([
      '203.0.113.77',
      'NL',
      'utrecht',
      'Chrome',
      'Desktop',
      'Windows',
      'No',
    ]);
    expect(await human.locator('[title^="Mozilla/5.0 (Windows"]').count()).toBe(1);
    await table.getByRole('row').filter({ hasText: 'Yes' }).filter({ hasText: seen }).waitFor();
  });
});

describe('plans', () => {
  const form = () => page.getByRole('dialog', { name: /Product$/ });
  const bigger = `${mark} bigger`;

  /** @returns how often an admin finds the plan in the upgrade dialog */
  async function offered(plan: string): Promise<number> {
    const buyer = await openWindow(desktop);
    await signInAt(buyer.page, first);
    await buyer.page.goto('/billing');
    await buyer.page.getByRole('button', { name: /^(Upgrade to Premium|Change Plan)$/ }).click();
    await buyer.page.getByRole('dialog').getByRole('radio').first().waitFor();
    const count = await buyer.page.getByRole('radio', { name: plan }).count();
    await buyer.context.close();
    return count;
  }

  // Covers S2-2.p-03, S2-2.p-04, S2-2.p-05
  test('a plan is added, changed and deleted, in the list and in what people can buy', async () => {
    await mustCall({
      path: '/app/superadmin/add-product', // so that something is on sale when the other is gone
      token: staff.token,
      body: { name: `Stays ${mark}`, description: 'Stays', tier: 'pro', price: 9, usageLimit: 10, recurring: true, interval: 'month' },
    });
    await page.goto('/superadmin/products');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await form().getByLabel('Name').fill(`${mark} plan`);
    await form().getByLabel('Description').fill('For teams');
    await form().getByLabel('Price').fill('9.5');
    await form().getByLabel('Usage Limit').fill('12345');
    await form().getByLabel('Tier').selectOption('pro');
    await form().getByRole('button', { name: 'Save' }).click();
    await rowWith(page, `${mark} plan`).getByText('12,345').waitFor();
    expect(await offered(`${mark} plan`)).toBe(1);

    await page.getByRole('button', { name: `Edit ${mark} plan` }).click();
    await form().getByLabel('Name').fill(bigger);
    await form().getByLabel('Usage Limit').fill('54321');
    await form().getByRole('button', { name: 'Save' }).click();
    await rowWith(page, bigger).getByText('54,321').waitFor();
    expect([await offered(`${mark} plan`), await offered(bigger)]).toEqual([0, 1]);

    await page.getByRole('button', { name: `Delete ${bigger}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowWith(page, bigger).getByText('No longer sold').waitFor();
    expect(await offered(bigger)).toBe(0);
  });

  // Covers S2-2.o-05
  test('staff give an account a plan, which it has at once and pays nothing for', async () => {
    const plan = {
      name: `Gift ${mark}`,
      description: 'A gift',
      tier: 'scale',
      price: 50,
      usageLimit: 500,
      recurring: true,
      interval: 'month',
    };
    await mustCall({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
    await page.goto(`/superadmin/users?search=${mark}`);
    await page.getByRole('button', { name: `Change the subscription of ${second.name}` }).click();
    const dialog = page.getByRole('dialog');
    const option = dialog.getByRole('option', { name: plan.name });
    await option.waitFor({ state: 'attached' });
    await dialog.getByLabel('Plan').selectOption({ label: (await option.textContent()) ?? '' });
    await dialog.getByRole('button', { name: 'Change subscription' }).click();
    await rowWith(page, second.email).getByText(plan.name).waitFor();

    const { page: theirs } = await openWindow(desktop);
    await signInAt(theirs, second);
    await theirs.goto('/billing');
    await theirs.getByText(plan.name.toUpperCase()).first().waitFor();
    await theirs.getByText('You have not paid anything yet.').waitFor();
    expect((await billed(second.tenantId)).charges).toEqual([]);
  });

  // Covers S2-2.q-10
  test('a code that lowers a paid upgrade is a row of the used discounts', async () => {
    const plan = { name: `Paid ${mark}`, description: 'Paid', tier: 'pro', price: 20, usageLimit: 500, recurring: true, interval: 'month' };
    await mustCall({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
    const made = await mustCall<{ data: { code: string } }>({ path: '/app/superadmin/discounts', token: staff.token, body: discount });
    const buyer = await atBilling();
    await choosePlan(buyer.page, plan.name);
    await enterCardIn(buyer.page, '4242424242424242');
    await buyer.page.getByLabel('Promo Code').fill(made.data.code);
    await buyer.page.getByRole('button', { name: 'Subscribe' }).click();
    await buyer.page.getByRole('dialog', { name: 'Payment Successful' }).waitFor();
    await page.goto('/superadmin/used-discounts');
    const row = rowWith(page, made.data.code);
    await row.waitFor();
    expect(await row.textContent()).toContain(buyer.admin.name);
    expect((await billed(buyer.admin.tenantId)).charges).toEqual([1800]);
  });
});

describe('the inbox', () => {
  const rows = () => page.getByRole('button', { name: /^Open the message of/ });
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  const names = async () => (await rows().allTextContents()).map((text) => (text.includes(`Fin${mark}`) ? 'feedback' : 'contact'));

  beforeAll(async () => {
    const contact = { name: `Con${mark}`, email: freshEmail('writer'), message: `How much, ${mark}?` };
    await mustCall({ path: '/app/contact-us', headers: freshNetwork(), body: contact });
    const feedback = new FormData();
    const fields = { fullName: `Fin${mark}`, email: first.email, subject: `Idea ${mark}`, message: 'More cowbell' };
    for (const [name, value] of Object.entries(fields)) feedback.set(name, value);
    await mustCall({ path: '/app/feedback', token: first.token, body: feedback });
  });

  // Covers S2-2.r-04
  test('each tab has its kind only, and All has both', async () => {
    await page.goto(`/superadmin/feedbacks?search=${mark}`);
    await expect.poll(names).toEqual(['feedback', 'contact']);
    await tab(/^Feedbacks/).click();
    await expect.poll(names).toEqual(['feedback']);
    await tab(/^Contact Us Inquiry/).click();
    await expect.poll(names).toEqual(['contact']);
    await tab(/^All/).click();
    await expect.poll(names).toEqual(['feedback', 'contact']);
  });

  // Covers S2-2.r-06
  test('the newest message is first, until a press sorts by the oldest, and back', async () => {
    await page.goto(`/superadmin/feedbacks?search=${mark}`);
    await expect.poll(names).toEqual(['feedback', 'contact']);
    await page.getByRole('button', { name: 'Sort by date: Newest first' }).click();
    await expect.poll(names).toEqual(['contact', 'feedback']);
    await page.getByRole('button', { name: 'Sort by date: Oldest first' }).click();
    await expect.poll(names).toEqual(['feedback', 'contact']);
  });
});

// Covers S2-2.h-06
test('the entries of the system log come latest first', async () => {
  const entries = page.getByRole('table', { name: 'System Logs' }).locator('time');
  await expect
    .poll(async () => {
      await page.goto('/superadmin/logs');
      await page.getByRole('heading', { name: 'System Logs' }).waitFor();
      await entries.first().waitFor();
      return entries.count();
    })
    .toBeGreaterThan(1);
  const times = await entries.evaluateAll((found) => found.map((entry) => entry.getAttribute('datetime') ?? ''));
  expect(times).toEqual(times.toSorted().reverse());
});
