import type { Project, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let project: Project;
let storage: Storage;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin, 'Logged shop');
  storage = await aStorage(admin, project.id, 'products');
});

test('a call made while the page is live appears, and its details say why it was refused', async () => {
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto(`/project/${project.id}/requests`);
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect
    .poll(
      async () => {
        await call({ path: `/api/products/${storage.id}/dataId/none`, ...keysOf(admin, project.id) });
        return page.getByRole('row', { name: '404' }).count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBeGreaterThan(0);
  await page.getByRole('row', { name: '404' }).first().getByRole('button', { name: 'Details' }).click();
  await expect.poll(() => page.getByRole('dialog').getByText('not-found').count()).toBe(1);
});
