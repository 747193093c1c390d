import type { Project } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { liveMark, signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let project: Project;
let page: Page;

beforeAll(async () => {
  admin = await anAdmin('Hanna Hand');
  project = await aProject(admin, 'Steady');
});

const still = { moved: false, movedLater: true };

/** With a hand on a button, `change` happens elsewhere. @returns whether the button moved below the hand, and when the hand had left */
async function below(button: string, change: () => Promise<unknown>) {
  const hand = page.getByRole('button', { name: button, exact: true });
  await hand.hover();
  const placeOf = async () => JSON.stringify(await hand.boundingBox());
  const place = await placeOf();
  await change();
  await page.getByRole('button', { name: '1 new' }).waitFor();
  const moved = (await placeOf()) !== place;
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
  return { moved, movedLater: (await placeOf()) !== place };
}

test('what comes to a list of storages, of archived ones or of files moves nothing below a pointer', async () => {
  ({ page } = await openWindow(sizes[0][1]));
  await signInAt(page, admin);
  const archived = async (key: string) => {
    const { id } = await aStorage(admin, project.id, key);
    await mustCall({ method: 'DELETE', path: `/app/project/${project.id}/dataStorages/${id}`, token: admin.token });
  };
  const upload = (name: string) => {
    const body = new FormData();
    body.append('file', new Blob(['some text']), name);
    return mustCall({ path: `/app/fileStorage/${project.id}/papers/files`, token: admin.token, body });
  };
  await aStorage(admin, project.id, 'papers');
  await Promise.all([archived('old'), upload('meant.txt')]);

  const open = async (path: string) => {
    await page.goto(`/project/${project.id}/${path}`);
    await liveMark(page).waitFor();
  };
  await open('data-storage?sort=DESC');
  expect(await below('Settings of My papers', () => aStorage(admin, project.id, 'slid'))).toEqual(still);
  await open('archived-storage');
  expect(await below('Recover My old', () => archived('older'))).toEqual(still);
  await open('file-storage/papers');
  expect(await below('Delete meant.txt', () => upload('slid.txt'))).toEqual(still);
});
