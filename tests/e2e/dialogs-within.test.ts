import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aBackup } from '../support/backup.ts';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf, password, turnOnTwoFactor } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, openRecord, rowWith } from './console-actions.ts';
import { faultsOfDialog, faultsOfPressed } from './dialog-faults.ts';

withBrowser();

let admin: Admin;
let project = '';

beforeAll(async () => {
  admin = await anAdmin('Wilma Within');
  project = (await aProject(admin, 'Within')).id;
});

test('a backup to restore, the deliveries of a webhook and the details of a call open in dialogs that give the focus back', async () => {
  const { id } = await aStorage(admin, project, 'products');
  const inProject = (path: string, body: object) => mustCall({ path: `/app/project/${project}${path}`, token: admin.token, body });
  await inProject('/endpoints', {
    dataStorageId: id,
    type: 'webhook',
    functionality: 'receiver',
    method: 'post',
    endpoint: 'https://hooks.example/',
  });
  await aBackup(project, admin.token);
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto(`/project/${project}/webhooks`);
  expect(await faultsOfPressed(page, /^Deliveries of /)).toEqual([]);
  await page.goto(`/project/${project}/backups`);
  expect(await faultsOfPressed(page, /^Restore the backup of /)).toEqual([]);
  await page.goto(`/project/${project}/requests`);
  await refuseACall(page, `/api/products/${id}/dataId/none`);
  expect(await faultsOfPressed(page, /^Details of /)).toEqual([]);
});

test('the history of a record opens above its form and gives the focus back to it', async () => {
  const { id } = await aStorage(admin, project, 'orders', true);
  await mustCall({ method: 'PUT', path: `/app/project/${project}/dataStorages/${id}`, token: admin.token, body: { history: 30 } });
  const keys = keysOf(admin, project);
  const { data: order } = await mustCall<{ data: { id: string } }>({
    path: `/api/orders/${id}`,
    ...keys,
    body: { title: 'Tea', price: 3 },
  });
  await mustCall({ method: 'PUT', path: `/api/orders/${id}/dataId/${order.id}`, ...keys, body: { title: 'Coffee' } });
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await openDataView(page, project, id);
  await openRecord(page, 'Coffee');
  expect(await faultsOfPressed(page, 'History')).toEqual([]);
});

test('two edits of one cell that met are compared in a dialog that gives the focus back to the table', async () => {
  const { id } = await aStorage(admin, project, 'prices');
  const keys = keysOf(admin, project);
  const path = `/api/prices/${id}`;
  const { data: price } = await mustCall<{ data: { id: string } }>({ path, ...keys, body: { title: 'Tea' } });
  const { page, expectErrors } = await openWindow(sizes[0][1], { colorScheme: 'dark' });
  expectErrors(/409/);
  await signInAt(page, admin);
  await openDataView(page, project, id);
  await page.getByRole('gridcell', { name: 'Tea' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: /title/ }).fill('My tea');
  await mustCall({ method: 'PUT', path: `${path}/dataId/${price.id}`, ...keys, body: { title: 'Their tea' } });
  await page.keyboard.press('Enter');
  expect(await faultsOfDialog(page.getByRole('grid'), 'clash')).toEqual([]);
  await rowWith(page, 'Their tea').waitFor();
});

test('teams and invitations open above the settings of a storage, and give the focus back to them', async () => {
  const { id } = await aStorage(admin, project, 'users');
  const signIn = { signUp: 'open', teams: true };
  await mustCall({ method: 'PUT', path: `/app/project/${project}/dataStorages/${id}`, token: admin.token, body: { signIn } });
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto(`/project/${project}/data-storage`);
  await page.getByRole('button', { name: 'Settings of My users' }).press('Enter');
  for (const name of ['Teams', 'Invitations']) expect(await faultsOfPressed(page, name)).toEqual([]);
});

test('the second factor is asked for in a dialog that gives the focus back to the login', async () => {
  const person = await anAdmin('Toni Two');
  await turnOnTwoFactor(person);
  const { page } = await openWindow(sizes[1][1]);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).press('Enter');
  expect(await faultsOfDialog(page.getByRole('main'), 'second factor')).toEqual([]);
});

/** While somebody looks, the lines of refused calls come within seconds. */
async function refuseACall(page: Page, path: string): Promise<void> {
  const live = page.getByRole('switch', { name: 'Live' });
  await live.press('Space');
  const lines = async () => {
    await call({ path, ...keysOf(admin, project) });
    return page.getByRole('button', { name: /^Details of / }).count();
  };
  await expect.poll(lines, { timeout: 30_000, interval: 1_000 }).toBeGreaterThan(0);
  await live.press('Space');
}
