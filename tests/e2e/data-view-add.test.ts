import { expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';
import { problemsOf } from './good-page.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

test('with the keyboard alone a record is added beside others, with the types that they have', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Adds');
  const storage = await aStorage(admin, project.id, 'products', true);
  const records = { path: `/api/products/${storage.id}`, ...keysOf(admin, project.id) };
  await mustCall({ ...records, body: { title: 'Oak Mug', price: 4, sold: true } });
  const { page } = await openWindow(sizes[0][1]);
  const { fill, press } = keyboardOf(page);
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  await rowWith(page, 'Oak Mug').waitFor();

  await press('Add Record');
  await page.getByRole('dialog', { name: 'Add Record' }).waitFor();
  await fill('title', 'Elm Mug');
  await fill('price', '1,5');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a number.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await fill('price', '1.5');
  await press('Add a field');
  await fill('Field name', 'note');
  await fill('Value', '007');
  await page.keyboard.press('Enter');
  await rowWith(page, 'Elm Mug').waitFor();
  await page.getByRole('dialog', { name: 'Add Record' }).waitFor({ state: 'detached' });

  const { body } = await call<{ data: object[] }>({ ...records, path: `${records.path}?title=Elm%20Mug` });
  expect(body.data).toMatchObject([{ title: 'Elm Mug', price: 1.5, note: '007' }]);
  expect(body.data[0]).not.toHaveProperty('sold');
});
