import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, rowAction } from './console-actions.ts';

withBrowser();

let admin: Admin;
let shop: string;
let archived: string;

/** A project with a storage in the archive, whose record has a file, and an archived project with a storage. */
beforeAll(async () => {
  admin = await anAdmin('Olga Owner');
  shop = (await aProject(admin, 'Shop')).id;
  const { id } = await aStorage(admin, shop, 'orders');
  archived = id;
  const keys = keysOf(admin, shop);
  const { data } = await mustCall<{ data: { id: string } }>({ path: `/api/orders/${id}`, ...keys, body: { title: 'Blue mug' } });
  const form = new FormData();
  form.append('attachments', new Blob(['text of the file']), 'note.txt');
  await mustCall({ method: 'POST', path: `/api/orders/${id}/dataId/${data.id}/upload?fieldName=note`, ...keys, body: form });
  await mustCall({ method: 'DELETE', path: `/app/project/${shop}/dataStorages/${id}`, token: admin.token });
  const old = (await aProject(admin, 'Old shop')).id;
  const posts = await aStorage(admin, old, 'posts');
  await mustCall({ path: `/api/posts/${posts.id}`, ...keysOf(admin, old), body: { title: 'First post' } });
  await mustCall({ method: 'DELETE', path: `/app/projects/${old}`, token: admin.token });
});

/** Presses the button. @returns the file's name and its text; nothing in it is compressed */
async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test.each(sizes)('at %s an archived storage, an archived project and the whole account are taken along', async (_, size) => {
  const { page } = await openWindow(size);
  await signInAt(page, admin);
  await page.goto(`/project/${shop}/archived-storage`);
  const ofStorage = await saved(page, await rowAction(page, 'My orders', 'Download a copy of My orders'));
  expect(ofStorage.name).toMatch(/^\d{4}-\d{2}-\d{2} My orders\.zip$/);
  expect(ofStorage.text).toContain(`orders ${archived}/records.ndjson`);
  for (const text of ['Blue mug', 'text of the file', 'contents.json']) expect(ofStorage.text).toContain(text);
  await page.goto('/archived-projects');
  const ofProject = await saved(page, await rowAction(page, 'Old shop', 'Download a copy of Old shop'));
  expect(ofProject.text).toContain('First post');
  expect(ofProject.text).not.toContain('Blue mug');
  await page.goto('/administration');
  const whole = await saved(page, page.getByRole('button', { name: 'Download a copy', exact: true }));
  for (const text of ['Blue mug', 'text of the file', 'First post', admin.email]) expect(whole.text).toContain(text);
});
