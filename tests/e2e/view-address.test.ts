import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { aMember, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { columnTitles, signInAt, openDataView, rowWith } from './console-actions.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';

withBrowser();

/** @returns what a person sees of the view */
async function seen(page: Page) {
  await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor();
  await rowWith(page, 'Mug 14').waitFor();
  return {
    search: await page.getByRole('searchbox', { name: 'Search' }).inputValue(),
    size: await page.getByRole('combobox', { name: 'Rows per page' }).textContent(),
    page: await page.getByRole('button', { name: 'Page 2', exact: true }).getAttribute('aria-current'),
    columns: await columnTitles(page),
    titles: await page.getByRole('gridcell', { name: /^Mug/ }).allTextContents(),
  };
}

test('search, order, size, page and columns of a data view outlast a reload, Back, and a link to somebody else', async () => {
  const admin = await anAdmin('Vera View');
  const project = await aProject(admin, 'Shop');
  const storage = await aStorage(admin, project.id, 'products', true);
  const records = Array.from({ length: 25 }, (_, at) => ({ title: `Mug ${String(at).padStart(2, '0')}`, note: 'Hidden' }));
  await mustCall({ path: `/api/products/${storage.id}`, ...keysOf(admin, project.id), body: [...records, { title: 'Lamp' }] });
  const developer = await aMember(admin, 'developer', project.id);
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  await page.getByRole('searchbox', { name: 'Search' }).fill('mug');
  await rowWith(page, 'Lamp').waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: 'title' }).click();
  await page.getByRole('columnheader', { name: /^title/ }).click(); // descending
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Show note').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  const before = await seen(page);
  expect(before.titles[0]).toBe('Mug 14');
  expect(before.columns.join()).not.toContain('note');

  await page.reload();
  expect(await seen(page)).toEqual(before);
  await page.getByRole('link', { name: 'Endpoints' }).first().click();
  await page.waitForURL(/\/endpoints/);
  await page.goBack();
  expect(await seen(page)).toEqual(before);
  const other = await openWindow(sizes[0][1]);
  await signInAt(other.page, developer);
  await other.page.goto(page.url());
  expect(await seen(other.page)).toEqual(before);
});
