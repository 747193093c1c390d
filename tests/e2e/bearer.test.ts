import { fileURLToPath } from 'node:url';
import type { Project, Storage } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { logInAt } from './console-actions.ts';
import { watchTokens } from './watch-tokens.ts';

withBrowser();

const picture = fileURLToPath(new URL('../../web/public/pictures/preview.png', import.meta.url));

let admin: Admin;
let project: Project;
let storage: Storage;
const people: Record<string, Person> = {};

beforeAll(async () => {
  admin = await anAdmin('Bea Bearer');
  project = await aProject(admin, 'Tokens');
  storage = await aStorage(admin, project.id, 'orders');
  await mustCall({ path: `/api/orders/${storage.id}`, ...keysOf(admin, project.id), body: { title: 'First order', photo: null } });
  const [superadmin, developer] = await Promise.all([aSuperadmin(), aMember(admin, 'developer', project.id)]);
  Object.assign(people, { superadmin, developer });
});

const inProject = (...names: string[]) => names.map((name) => `/project/${project.id}/${name}`);

/** Other pages are opened by screens.test.ts, which looks at their tokens as well. */
const tours = {
  developer: () => inProject('data-storage', `data-storage/${storage.id}/view`),
  superadmin: () => ['/superadmin/dashboard', '/superadmin/users'],
} as const;

// Covers S0-7-01, S1-2-02
test.each(Object.keys(tours) as (keyof typeof tours)[])(
  'each call of the pages of %s carries the token that the login stored, a form with a file and a download as well',
  async (role) => {
    const { page } = await openWindow(sizes[0][1]);
    await logInAt(page, people[role] as Person, role === 'superadmin' ? '/superadmin/login' : '/login');
    const tokens = await watchTokens(page);
    for (const path of tours[role]()) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await tokens.note();
    }
    if (role === 'developer') await sendPicture(page);
    if (role === 'superadmin') await download(page);
    await tokens.note();
    expect(tokens.sent()).toBeGreaterThan(tours[role]().length);
    expect(tokens.others()).toEqual([]);
  },
);

/** A form with a file is sent another way than JSON. */
async function sendPicture(page: Page): Promise<void> {
  await page.goto('/feedback');
  await page.getByLabel('Full name').fill('Max Developer');
  await page.getByLabel('Email').fill('max@example.test');
  await page.getByRole('textbox', { name: /^Message/ }).fill('A picture of it.');
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.getByAltText('preview.png').waitFor(); // it moves the button
  const sent = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/app/feedback');
  await page.getByRole('button', { name: /^(?:Send|Submit)/ }).click();
  expect((await sent).ok()).toBe(true);
}

/** A list comes as a file. */
async function download(page: Page): Promise<void> {
  await page.goto('/superadmin/users');
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
}
