import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aDeclaredStorage } from '../support/declared.ts';
import { anAdmin, aProject } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, openRecord, rowWith } from './console-actions.ts';

withBrowser();

/** By field: the texts that a person types into a new record, in its place in Edit, and in its cell. */
const typed = {
  agent: ['007', '0070', '00700'],
  version: ['1.10', '1.20', '1.30'],
  title: ['null', 'true', '5'],
  big: ['9007199254740993', '9007199254740995', '9007199254740997'],
  price: ['1.50', '2.00', '3.10'],
  at: ['2026-03-28T23:30:00-02:00', '2026-03-29T01:00:00+05:30'],
} as const;
const step = (at: number) => Object.fromEntries(Object.entries(typed).flatMap(([name, texts]) => (texts[at] ? [[name, texts[at]]] : [])));

test('what is typed in a new record, in Edit and in a cell is stored as it is spelt, or refused with what to do', async () => {
  const admin = await anAdmin();
  const { id: projectId } = await aProject(admin, 'Forms');
  const storage = await aDeclaredStorage(admin, {
    projectId,
    storageKey: 'agents',
    fields: { big: { type: 'integer' }, price: { type: 'decimal' }, at: { type: 'dateTime' } },
  });
  await storage.add([{ agent: 'M', version: '0.9', title: 'head', count: 5 }]);
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await openDataView(page, projectId, storage.storageId);
  await rowWith(page, 'head').waitFor();
  const stored = async () => (await storage.list('agent!=M'))[0];
  const dialog = page.getByRole('dialog');
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) await dialog.getByLabel(name, { exact: true }).fill(text);
  };

  await page.getByRole('button', { name: 'Add Record' }).click();
  await fill({ ...step(0), price: '1,50', count: '9007199254740993' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter a decimal such as 12.50.').waitFor();
  await dialog.getByText('A number cannot hold all of these digits.').waitFor();
  expect(await stored()).toBeUndefined();
  await fill({ price: '1.50', count: '9007199254740991' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ ...step(0), count: 9007199254740991 });

  await openRecord(page, '007');
  await fill(step(1));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ ...step(1), count: 9007199254740991 });

  for (const [name, text] of Object.entries(step(2))) {
    await typeInCell(page, { row: '0070', name, text });
    await page.getByText(`${name} changed.`).waitFor();
  }
  for (const [text, told] of [
    ['9007199254740993', 'A number cannot hold all of these digits.'],
    ['1,5', 'Enter a number.'],
  ] as const) {
    await typeInCell(page, { row: '0070', name: 'count', text });
    await page.getByText(told).waitFor();
    await page.keyboard.press('Escape');
  }
  expect(await stored()).toMatchObject({ ...step(1), ...step(2), count: 9007199254740991 });
});

async function typeInCell(page: Page, { row, name, text }: { row: string; name: string; text: string }): Promise<void> {
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const cells = rowWith(page, row).getByRole('cell').or(rowWith(page, row).getByRole('gridcell'));
  await cells.nth(titles.findIndex((title) => title.trim().startsWith(name))).click();
  await page.keyboard.press('F2');
  await page.getByLabel(`${name}, editing`).fill(text);
  await page.keyboard.press('Enter');
}
