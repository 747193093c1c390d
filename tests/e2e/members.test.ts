import { messages, type Project } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Admin, aMember, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { database } from '../support/target.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { columnTitles, logInAt, signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let project: Project;
const [, desktop] = sizes[0];

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin, 'Team shop');
  await aStorage(admin, project.id, 'products');
});

// Covers S1-2.3-05, S1-2.3-09, S1-6-02
test('a user reads storages and finds neither the add control nor Settings', async () => {
  const user = await aMember(admin, 'user', project.id);
  const { page } = await openWindow(desktop);
  await signInAt(page, user);
  await page.goto(`/project/${project.id}/data-storage`);
  await page.getByRole('link', { name: 'View My products' }).waitFor();
  expect(await columnTitles(page)).toContain('Storage Key');
  expect(await page.getByRole('button', { name: /Add Data Storage|Settings/ }).count()).toBe(0);
});

// Covers S2-2.f-02
test('a person who never logged in before reads that login data is missing', async () => {
  const { page } = await openWindow(desktop);
  await signInAt(page, admin);
  await database().doc(`users/${admin.id}`).update({ last_login: null });
  await page.goto(`/project/${project.id}/home`);
  await page.getByText(messages.noLoginData).waitFor();
  expect(await page.getByRole('main').getByText(admin.name).count()).toBeGreaterThan(0);
});

test('a signed-out visitor of a console page is asked to log in', async () => {
  const { page } = await openWindow(desktop);
  await page.goto('/projects');
  await page.waitForURL('**/login');
  await page.getByLabel('Email').waitFor();
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);
});

test('logging out and in again under the real rules shows live lists again', async () => {
  const { page } = await openWindow(desktop);
  await logInAt(page, admin);
  await page.getByLabel('LiveSync: live').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/'); // the login is on the way for a moment
  await logInAt(page, admin);
  await page.getByLabel('LiveSync: live').waitFor();
  expect(await page.getByRole('link', { name: 'Team shop' }).count()).toBe(1);
});
