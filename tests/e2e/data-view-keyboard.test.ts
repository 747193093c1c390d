import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';
import { problemsOf } from './good-page.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

test('with the keyboard alone columns are sized and hidden, a value is read and edited, a row is selected, deleted and brought back', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Keys');
  const storage = await aStorage(admin, project.id, 'products', true);
  await mustCall({ path: `/api/products/${storage.id}`, ...keysOf(admin, project.id), body: { title: 'Oak Mug', note: 'Small' } });
  const { page } = await openWindow(sizes[0][1]);
  const { fill, press, tabTo } = keyboardOf(page);
  const keys = page.keyboard;
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  await rowWith(page, 'Oak Mug').waitFor();

  await press('Columns');
  await page.getByRole('dialog', { name: 'Columns' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await fill('Width of title in pixels', '260');
  await press('Show note', 'Space');
  await keys.press('Escape');
  const header = page.getByRole('columnheader', { name: 'title' });
  await expect.poll(async () => Math.round((await header.boundingBox())?.width ?? 0)).toBe(260);
  expect(await page.getByRole('columnheader', { name: 'note' }).count()).toBe(0);

  await tabTo(/^Select all rows/);
  await keys.press('ArrowRight'); // id
  await keys.press('ArrowRight'); // title
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await page.getByRole('dialog', { name: 'title' }).waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog', { name: 'title' }).waitFor({ state: 'detached' });
  await keys.press('F2');
  await page.getByRole('textbox', { name: /title/ }).waitFor();
  await keys.press('Control+A');
  await keys.type('Elm Mug');
  await keys.press('Enter');
  await page.getByText('title changed.').waitFor();
  await page.getByRole('gridcell', { name: 'Elm Mug' }).focus();
  await page.evaluate(() => navigator.clipboard.writeText('Ash Mug'));
  await keys.press('Control+V');
  await page.getByRole('gridcell', { name: 'Ash Mug' }).waitFor();
  await keys.press('Control+Z');
  await page.getByRole('gridcell', { name: 'Elm Mug' }).focus();
  await keys.press('Shift+Space');
  await page.getByText('1 selected').waitFor();
  await keys.press('Delete');
  await rowWith(page, 'Elm Mug').waitFor({ state: 'detached' });
  await keys.press('Control+Z');
  await rowWith(page, 'Elm Mug').waitFor();
});
