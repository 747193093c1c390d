import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Person, password } from '../support/personas.ts';

/** Logs in and waits until the role's home is open. */
export async function logInAt(page: Page, { email }: { email: string }, form = '/login'): Promise<void> {
  await page.goto(form);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/(?:projects|project\/.+\/home|superadmin\/(?!login).+)$/);
}

/** Signs in without the pages of a login, for a test whose clock is right and that opens a page next: they take as long as three others. */
export async function signInAt(page: Page, { id, role, projectId, token, customToken }: Person): Promise<void> {
  await page.goto('/favicon.svg'); // of the console's origin, without its scripts
  const liveSignIn = JSON.stringify({ userId: id, customToken, at: Date.now() });
  const kept = { token, userId: id, role, prjId: projectId ?? '', liveSignIn };
  await page.evaluate((values) => Object.assign(localStorage, values), kept);
}

/** Opens a storage's data view and waits until its rows follow changes. */
export async function openDataView(page: Page, projectId: string, storageId: string): Promise<void> {
  await page.goto(`/project/${projectId}/data-storage/${storageId}/view`);
  await liveMark(page).waitFor();
}

/** The mark beside a title while changes arrive by themselves. */
export function liveMark(page: Page) {
  return page.getByLabel('LiveSync: live');
}

/** The column titles of the page's table, in order, without the empty ones. */
export async function columnTitles(page: Page): Promise<string[]> {
  const titles = await page.getByRole('columnheader').allTextContents();
  return titles.map((title) => title.trim()).filter(Boolean);
}

/** The table's row that holds a text; its card on a phone. */
export function rowWith(page: Page, text: string | RegExp) {
  return page.getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({ hasText: text });
}

/** The dialog in which a record is changed: on a phone a press on its card's name opens it. */
export async function openRecord(page: Page, name: string): Promise<void> {
  const row = rowWith(page, name);
  await row
    .getByRole('button', { name: 'Edit', exact: true })
    .or(row.getByRole('button', { name, exact: true }))
    .click();
}

/** An action of a row, in sight: on a phone the sheet of its card is opened first, and holds it. */
export async function rowAction(page: Page, text: string, name: string) {
  const row = rowWith(page, text);
  await row.waitFor();
  const menu = row.getByRole('button', { name: /^Actions/ });
  if (await menu.count()) await menu.click();
  return page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }));
}

export function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** @returns the text that a press of the button copies; the press is over before the browser has copied */
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  await expect.poll(() => clipboard(page)).not.toBe('');
  return clipboard(page);
}

/** Waits for a text that may be there for a moment only: on a busy machine a look now and then comes too late. */
export function appearanceOf(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.body?.textContent?.includes(wanted)) resolve(); // no body yet in a page that has just begun
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );
}
