import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, openRecord, rowAction } from './console-actions.ts';

withBrowser();

test.each(sizes)('a change that an app made is seen in the record, and its field is taken back, at %s', async (_, size) => {
  const admin = await anAdmin('Hanna');
  const project = await aProject(admin, 'History');
  const storage = await aStorage(admin, project.id, 'orders', true);
  const { page } = await openWindow(size);
  await signInAt(page, admin);
  await page.goto(`/project/${project.id}/data-storage`);
  await (await rowAction(page, 'orders', 'Settings of My orders')).click();
  const settings = page.getByRole('dialog', { name: 'Configure Data Storage' });
  await settings.getByLabel('History').selectOption({ label: '30 days' });
  await settings.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Storage updated successfully!').waitFor();

  const keys = keysOf(admin, project.id);
  const path = `/api/orders/${storage.id}`;
  const { data: order } = await mustCall<{ data: { id: string } }>({ path, ...keys, body: { title: 'Tea', amount: 3 } });
  await mustCall({ method: 'PATCH', path: `${path}/dataId/${order.id}`, ...keys, body: { title: 'Coffee', amount: 4 } });

  await openDataView(page, project.id, storage.id);
  await openRecord(page, 'Coffee');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByText('Changed').waitFor();
  await history.getByRole('button', { name: 'Take the change of title back' }).click();
  await page.getByText('title is as it was before that change.').waitFor();
  await expect.poll(() => history.getByRole('listitem').count()).toBe(3);
  const now = await mustCall<{ data: object }>({ path: `${path}/dataId/${order.id}`, ...keys });
  expect(now.data).toMatchObject({ title: 'Tea', amount: 4 });
});
