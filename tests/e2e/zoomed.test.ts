import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';
import { mustCall } from '../support/call.ts';
import { openWindow, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

/** A window of 1280 px at 200 % zoom. */
const zoomed = { width: 640, height: 400 };
const alike = ['Customer portal, staging environment of the region A', 'Customer portal, staging environment of the region B'] as const;
const hebrew = 'משרד ראשי (2)';

let admin: Admin;
let projectId: string;

beforeAll(async () => {
  admin = await anAdmin('דנה כהן');
  await aProject(admin, alike[0]);
  projectId = (await aProject(admin, alike[1])).id;
  for (const [dataStorageName, dataStorageKey] of [
    [alike[0], 'first'],
    [alike[1], 'second'],
    [hebrew, 'third'],
  ]) {
    const body = { dataStorageName, dataStorageKey, isSoftDelete: false };
    await mustCall({ path: `/app/project/${projectId}/dataStorages`, token: admin.token, body });
  }
});

/** @returns which of the texts are cut off, and whether the page scrolls sideways */
async function cutTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  const cut: string[] = [];
  for (const text of texts) {
    const shown = page.getByRole('main').getByText(text, { exact: true }).first();
    await shown.waitFor();
    const isCut = await shown.evaluate((element) => {
      for (let box: Element | null = element; box && box.tagName !== 'TABLE' && box.tagName !== 'UL'; box = box.parentElement)
        if (getComputedStyle(box).overflow === 'hidden' && box.scrollWidth > box.clientWidth + 1) return true;
      return false;
    });
    if (isCut) cut.push(text);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return overflow > 0 ? [...cut, `the page scrolls sideways by ${overflow} px`] : cut;
}

test('at 200 % zoom names that begin alike are whole in cards, lists and the menu of projects', async () => {
  const { page } = await openWindow(zoomed, { deviceScaleFactor: 2 });
  await signInAt(page, admin);
  await page.goto('/projects');
  expect(await cutTexts(page, alike)).toEqual([]);
  await page.goto(`/project/${projectId}/data-storage`);
  expect(await cutTexts(page, [...alike, hebrew])).toEqual([]);
  await page.goto(`/project/${projectId}/endpoints`);
  expect(await cutTexts(page, [...alike, hebrew])).toEqual([]);
  const heights = await page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(120); // no column has become one letter wide
  await page.getByRole('button', { name: 'Switch project' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const entries = await page.getByRole('menuitem').evaluateAll((items) => items.map((item) => item.scrollWidth - item.clientWidth));
  expect(Math.max(...entries)).toBeLessThanOrEqual(0);
});

test('a name of letters that run to the left has its bracket at its own end', async () => {
  const { page } = await openWindow(zoomed);
  await signInAt(page, admin);
  await page.goto(`/project/${projectId}/data-storage`);
  const name = page.getByRole('cell', { name: hebrew, exact: true }).getByText(hebrew);
  await name.waitFor();
  expect(await name.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
});
