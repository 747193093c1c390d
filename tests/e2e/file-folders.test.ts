import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { rowAction, rowWith, signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let project: string;
let page: Page;

beforeAll(async () => {
  admin = await anAdmin('Fay Files');
  project = (await aProject(admin, 'Papers')).id;
});

beforeEach(async () => {
  ({ page } = await openWindow(sizes[0][1]));
  await signInAt(page, admin);
});

/** A storage with a record that has a file, as a customer's program makes them. */
async function aFileIn(key: string, name: string, isSoftDelete = false): Promise<{ storageId: string; recordId: string; url: string }> {
  const { id: storageId } = await aStorage(admin, project, key, isSoftDelete);
  const at = `/api/${key}/${storageId}`;
  const { data } = await mustCall<{ data: { id: string } }>({ path: at, ...keysOf(admin, project), body: { title: 'One record' } });
  const body = new FormData();
  body.append('file', new Blob(['hello']), name);
  const { url } = await mustCall<{ url: string }>({ path: `${at}/dataId/${data.id}/upload`, ...keysOf(admin, project), body });
  return { storageId, recordId: data.id, url };
}

const file = (name: string) => page.getByRole('button', { name: `Show ${name}` });
const folder = (key: string) => page.getByRole('main').locator(`a[href$="/file-storage/${key}"]`);
const noFiles = () => page.getByText('No files found in this storage');

async function openFolder(key: string): Promise<void> {
  await page.goto(`/project/${project}/file-storage/${key}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** The folders beside one that is always there. */
async function openFolders(): Promise<void> {
  await page.goto(`/project/${project}/file-storage`);
  await folder('letters').waitFor();
}

// Covers S2-2.k-09
test('a file that a program uploads to a record is in the folder of its storage', async () => {
  await aFileIn('letters', 'a letter.txt');
  await openFolders();
  await folder('letters').click();
  await file('a letter.txt').waitFor();
  expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(1);
});

// Covers S2-2.k-10, S2-2.k-11
test('a file leaves the folder with its record, comes back with it, and is gone once the record is deleted for good', async () => {
  const { storageId, recordId, url } = await aFileIn('photos', 'one.txt', true);
  await page.goto(`/project/${project}/data-storage/${storageId}/view`);
  await (await rowAction(page, 'One record', 'Delete')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await rowWith(page, 'One record').waitFor({ state: 'detached' });
  await openFolder('photos');
  await noFiles().waitFor();

  const item = `/app/project/${project}/dataStorages/${storageId}/item/${recordId}`;
  await mustCall({ method: 'POST', path: `${item}/restore`, token: admin.token });
  await openFolder('photos');
  await file('one.txt').waitFor();
  expect((await fetch(url)).status).toBe(200);

  await mustCall({ method: 'DELETE', path: `${item}?permanent=true`, token: admin.token });
  await openFolder('photos');
  await noFiles().waitFor();
  expect((await fetch(url)).ok).toBe(false);
});

// Covers S2-2.k-10
test('the folder of an archived storage is not there until the storage is recovered', async () => {
  const { storageId } = await aFileIn('plans', 'plan.txt');
  await openFolders();
  await folder('plans').waitFor();
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${storageId}`, token: admin.token });
  await openFolders();
  expect(await folder('plans').count()).toBe(0);
  await mustCall({ method: 'POST', path: `/app/project/${project}/archivedStorage/${storageId}/recover`, token: admin.token });
  await openFolders();
  await folder('plans').click();
  await file('plan.txt').waitFor();
});
