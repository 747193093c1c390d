import { beforeAll, expect, test } from 'vitest';
import { anAdmin, aProject, aSuperadmin } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

const wide = sizes[0][1];
const missing = 'Something is missing here. Type the rest, or clear the field.';
let staff: Awaited<ReturnType<typeof aSuperadmin>>;

beforeAll(async () => {
  staff = await aSuperadmin();
});

test('an undo whose end is half typed is not looked at as one without an end', async () => {
  const admin = await anAdmin('Hal Half');
  const { id } = await aProject(admin, 'Halves');
  const { page } = await openWindow(wide);
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/undo') && sent.push(request.url()));
  await signInAt(page, admin);
  await page.goto(`/project/${id}/backups`);
  await page.getByRole('button', { name: 'Undo changes …' }).click();
  const dialog = page.getByRole('dialog', { name: /./ });
  await dialog.getByLabel('Until').click();
  await page.keyboard.type('11282026'); // the date, and no time
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText(missing).waitFor();
  expect(sent).toEqual([]);
  await dialog.getByLabel('Until').fill('2026-11-28T12:00');
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(0);
});

test('a maintenance whose beginning is half typed is not announced as one from now on', async () => {
  const { page } = await openWindow(wide);
  await signInAt(page, staff);
  await page.goto('/superadmin/operations');
  await page.getByRole('button', { name: 'Announce a maintenance' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('New engines');
  await page.getByLabel('From (your local time)').click();
  await page.keyboard.type('11302026');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('alert').getByText(missing).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a number of which only a part is typed is told, and not taken for none', async () => {
  const { page } = await openWindow(wide);
  await signInAt(page, staff);
  await page.goto('/superadmin/discounts');
  await page.getByRole('button', { name: 'Add Discount' }).click();
  const dialog = page.getByRole('dialog', { name: /./ });
  const percentage = dialog.getByLabel('Percentage Value (%)');
  await percentage.click();
  await page.keyboard.type('1e');
  await page.keyboard.press('Tab');
  await dialog.getByRole('alert').getByText(missing).waitFor();
  await dialog.getByRole('button', { name: 'Create' }).click();
  expect(await percentage.evaluate((one) => one === document.activeElement)).toBe(true);
});
