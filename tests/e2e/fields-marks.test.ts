import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { openDataView, signInAt } from './console-actions.ts';
import { problemsOf } from './good-page.ts';

withBrowser();

test.each(sizes)('at %s a value that does not fit is marked until somebody mends it, and all such records are listed', async (_, size) => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Marked');
  const storage = await aStorage(admin, project.id, 'parts', true);
  const keys = keysOf(admin, project.id);
  const parts = Array.from({ length: 60 }, (__, n) => ({ title: `Part ${n}`, price: n % 2 === 0 ? n : `${n},5` }));
  const { data } = await mustCall<{ data: { id: string; title: string }[] }>({ path: `/api/parts/${storage.id}`, ...keys, body: parts });
  const path = `/app/project/${project.id}/dataStorages/${storage.id}/schema`;
  const schema = { fields: { title: { type: 'text' }, price: { type: 'number' } } };
  await mustCall({ path, method: 'PUT', body: { version: 0, state: 'warn', schema }, token: admin.token });

  const { page } = await openWindow(size);
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  const marks = page.locator('.fault-mark');
  await expect.poll(() => marks.count()).toBe(5); // of ten records
  expect(await problemsOf(page)).toEqual([]);
  const newest = data.find(({ title }) => title === 'Part 59');
  await mustCall({ path: `/api/parts/${storage.id}/dataId/${newest?.id}`, method: 'PUT', ...keys, body: { price: 59.5 } });
  await expect.poll(() => marks.count()).toBe(4);

  await page.goto(`/project/${project.id}/data-storage/${storage.id}/fields`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Show all: price, 29 of another type' }).click();
  const links = page.getByRole('list', { name: 'Records whose price does not fit' }).getByRole('link');
  await expect.poll(() => links.count()).toBe(29);
  expect(await problemsOf(page)).toEqual([]);
  await links.last().click();
  await page.getByText('Part 1', { exact: true }).first().waitFor();
  await expect.poll(() => marks.count()).toBe(1);
});
