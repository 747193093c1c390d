import type { Project, Storage } from '@bedplate/contract';
import type { BrowserContext } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { codeIn, linkToken, mailAfter } from '../support/inbox.ts';
import {
  type Admin,
  anAdmin,
  aProject,
  aStorage,
  aSuperadmin,
  keysOf,
  password,
  type Person,
  turnOnTwoFactor,
} from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { logInAt, openDataView, rowWith, signInAt } from './console-actions.ts';

withBrowser();

const wide = sizes[0][1];
let admin: Admin;
let staff: Person;
let project: Project;
let storage: Storage;

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Zoe Zone'), aSuperadmin()]);
  project = await aProject(admin, 'Days');
  storage = await aStorage(admin, project.id, 'orders');
  await mustCall({ path: `/api/orders/${storage.id}`, ...keysOf(admin, project.id), body: { title: 'Of today' } });
});

const utcDay = () => new Date().toISOString().slice(0, 10);
/** As the console's date fields show a day. */
const shown = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

// Covers S1-2.6-05, S2-2.h-04
test.each(['Pacific/Pago_Pago', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
  'in %s today is the day of UTC: a record of now is in it, and the logs open on it',
  async (timezoneId) => {
    const { page } = await openWindow(wide, { timezoneId });
    await signInAt(page, admin);
    const [now, before] = [utcDay(), new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)];
    const view = `/project/${project.id}/data-storage/${storage.id}/view`;
    await page.goto(`${view}?from=${now}&to=${now}`);
    await rowWith(page, 'Of today').waitFor();
    await page.goto(`${view}?from=${before}&to=${before}`);
    await page.getByText('No data').first().waitFor();
    expect(await rowWith(page, 'Of today').count()).toBe(0);

    const office = await openWindow(wide, { timezoneId });
    await signInAt(office.page, staff);
    await office.page.goto('/superadmin/logs');
    const day = office.page.getByRole('textbox', { name: /^Date/ });
    await expect.poll(() => day.inputValue()).toBe(shown(utcDay()));
  },
);

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['a day ahead', 86_400_000],
])('with a computer clock that is %s a person signs in, writes a record and sees it arrive', async (_, offset) => {
  const { page, context } = await openWindow(wide);
  await setClock(context, offset);
  await logInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  const title = `Written ${offset}`;
  await mustCall({ path: `/api/orders/${storage.id}`, ...keysOf(admin, project.id), body: { title } });
  await rowWith(page, title).waitFor();
  await page.reload();
  await rowWith(page, title).waitFor();
  expect(await rowWith(page, 'Of today').count()).toBe(1);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('with a computer clock that is %s the code of a login, its countdown and a mailed link hold', async (_, offset) => {
  const owner = await anAdmin();
  await turnOnTwoFactor(owner);
  const { page, context } = await openWindow(wide);
  await setClock(context, offset);
  const logIn = async (secret: string) => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  const enter = async (code: string) => {
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/projects');
  };
  await page.goto('/login');
  const code = await mailAfter(owner.email, () => logIn(password), /login code/);
  const wait = page.getByRole('button', { name: /^Send a new code in/ });
  await wait.waitFor();
  expect(Number(/\d+/.exec(await wait.innerText())?.[0])).toBeGreaterThan(40);
  await enter(codeIn(code.text));

  await page.evaluate(() => localStorage.clear());
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(owner.email);
  const mail = await mailAfter(owner.email, () => page.getByRole('button', { name: 'Submit' }).click(), /password/i);
  await page.goto(`/user/${linkToken(mail)}/reset-password`);
  for (const field of ['New Password', 'Confirm Password']) await page.getByLabel(field).fill('Another-horse-9');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.waitForURL('**/login');
  const next = await mailAfter(owner.email, () => logIn('Another-horse-9'), /login code/);
  await enter(codeIn(next.text));
});

/** Lets a window's computer have a clock that is so many milliseconds ahead. */
async function setClock(context: BrowserContext, offset: number): Promise<void> {
  await context.addInitScript((millis) => {
    const Real = Date;
    class Shifted extends Real {
      constructor(...given: [] | [number]) {
        super(...((given.length > 0 ? given : [Real.now() + millis]) as [number]));
      }
      static override now() {
        return Real.now() + millis;
      }
    }
    window.Date = Shifted as DateConstructor;
  }, offset);
}
