import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';
import { problemsOf } from './good-page.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

test('with the keyboard alone fields are learned from the data, one is added, and what does not fit is told before it is sent', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Typed');
  const storage = await aStorage(admin, project.id, 'products', true);
  const records = { path: `/api/products/${storage.id}`, ...keysOf(admin, project.id) };
  await mustCall({ ...records, body: { title: 'Oak Mug', price: 4 } });
  await mustCall({ ...records, body: { title: 'Elm Mug', price: 'free' } });
  const { page } = await openWindow(sizes[0][1]);
  const { fill, press, tabTo } = keyboardOf(page);
  const keys = page.keyboard;
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  await rowWith(page, 'Oak Mug').waitFor();

  await press('Fields');
  await page.getByRole('list', { name: 'Learned from the data' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press('Declare All');
  await page.getByText('The records have no other fields.').waitFor();
  await press('Edit the field price');
  await page.getByRole('dialog', { name: 'Edit price' }).waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('number');
  await tabTo('Required');
  await keys.press('Space');
  await press('Save');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Add Field');
  await fill('Field name', 'colour');
  await page.getByLabel('Type', { exact: true }).selectOption('enum');
  await fill('Values to choose from', 'red');
  await keys.press('Enter');
  await keys.type('blue');
  await keys.press('Enter');
  expect(await problemsOf(page)).toEqual([]);
  await press('Add Field');
  await page.getByText('colour is declared.').waitFor();

  const converting = page.getByRole('progressbar', { name: 'Convert values to their new type' });
  await expect.poll(() => converting.count(), { timeout: 60_000 }).toBe(0);
  await page.getByRole('radio', { name: /Learn/ }).focus();
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  const asked = page.getByRole('dialog', { name: /^(?:Warn|Refuse)/ });
  await asked.getByText('1 of another type').waitFor();
  await keys.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /Enforce/ }).press('Space');
  await page.getByRole('dialog', { name: 'Refuse what does not fit?' }).waitFor();
  await press('Enforce');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('radio', { name: /Enforce/ }).isChecked()).toBe(true);

  await press('Records');
  await press('Add Record');
  await page.getByRole('dialog', { name: 'Add Record' }).waitFor();
  await fill('title', 'Ash Mug');
  await keys.press('Enter');
  await page.getByText('This field is required.').waitFor();
  await fill('price', '5');
  await page.getByRole('combobox', { name: 'colour' }).selectOption('blue');
  await keys.press('Enter');
  await rowWith(page, 'Ash Mug').waitFor();
});

test('each template makes a storage whose fields are declared', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Templates');
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  for (const [template, field] of [
    ['Products', 'price'],
    ['Orders', 'placedAt'],
    ['Posts', 'slug'],
    ['App users', 'username'],
  ] as const) {
    await page.goto(`/project/${project.id}/data-storage`);
    await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Data Storage' });
    await dialog.getByLabel('Start with').selectOption(template);
    const name = await dialog.getByLabel('Storage Name').inputValue();
    expect(await problemsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: `View ${name}` }).click();
    await page.getByRole('link', { name: 'Fields' }).click();
    await page.getByRole('button', { name: `Edit the field ${field}` }).waitFor();
  }
});

test('before the rules are enforced every record that breaks one is counted, mended by a press, and taken back by another', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Mended');
  const [makers, parts] = [await aStorage(admin, project.id, 'makers', true), await aStorage(admin, project.id, 'parts', true)];
  const keys = keysOf(admin, project.id);
  await mustCall({ path: `/api/makers/${makers.id}/dataId/acme?upsert=true`, method: 'PUT', body: { name: 'Acme' }, ...keys });
  const records = { path: `/api/parts/${parts.id}`, ...keys };
  const part = (shop: string, no: number, more: object) => ({ shop, no, ...more });
  await mustCall({
    ...records,
    body: [
      part('Rome', 1, { price: '12.50', maker: 'acme' }),
      part('Rome', 1, { price: 3, maker: 'nobody' }),
      part('Oslo', 1, { price: '7', maker: 'acme', colour: 'red' }),
    ],
  });
  const schema = {
    fields: { shop: { type: 'text' }, no: { type: 'number' }, price: { type: 'number' }, maker: { type: 'reference', storage: makers.id } },
  };
  const path = `/app/project/${project.id}/dataStorages/${parts.id}/schema`;
  await mustCall({ path, method: 'PUT', body: { version: 0, state: 'learn', schema }, token: admin.token });

  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto(`/project/${project.id}/data-storage/${parts.id}/fields`);
  // The switch turns with the save that the press begins, a moment later.
  await page.getByLabel('No other fields').click();
  await expect.poll(() => page.getByLabel('No other fields').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Add Unique Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Unique Rule' });
  await dialog.getByLabel('shop').check();
  await dialog.getByLabel('no', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Add Unique Rule' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: /Enforce/ }).click();
  const asked = page.getByRole('dialog', { name: 'Refuse what does not fit?' });
  const faults = asked.getByRole('list', { name: 'Rules that stored records break' });
  for (const fault of [
    '2 of another type',
    '1 naming no record',
    '1 with this field, which is not declared',
    '2 with a value that another record has',
  ])
    await faults.getByText(fault).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await faults.getByRole('button', { name: 'Convert: price, type' }).click();
  await faults.getByText('of another type').waitFor({ state: 'detached' });
  await faults.getByRole('button', { name: 'Move Aside: colour, undeclared' }).waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });

  const work = page.getByRole('region', { name: 'Work on records' });
  await work.getByText(/2 records changed/).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await work.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 of another type').waitFor();
});
