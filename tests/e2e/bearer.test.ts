import { fileURLToPath } from 'node:url';
import type { Project, Storage } from '@bedplate/contract';
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { logInAt } from './console-actions.ts';

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
  const [superadmin, manager, developer, user] = await Promise.all([
    aSuperadmin(),
    ...(['manager', 'developer', 'user'] as const).map((role) => aMember(admin, role, project.id)),
  ]);
  Object.assign(people, { admin, superadmin, manager, developer, user });
});

/** Visitors ask these as well. */
const ofVisitors = ['/app/config', '/app/authentication/login', '/app/authentication/check-2fa-setting'];

const inProject = (...names: string[]) => names.map((name) => `/project/${project.id}/${name}`);
const view = () => inProject(`data-storage/${storage.id}/view`)[0] as string;

const tours = {
  admin: () => ['/projects', '/users', '/administration', '/billing', '/archived-projects', '/feedback', ...inProject('home', 'reporting')],
  developer: () => [...inProject('data-storage', 'endpoints', 'keys', 'sandbox', 'file-storage', 'requests', 'trash'), view()],
  manager: () => inProject('home', 'reporting'),
  user: () => [...inProject('data-storage', 'endpoints'), view()],
  superadmin: () => ['dashboard', 'users', 'products', 'discounts', 'subscriptions', 'logs', 'health'].map((page) => `/superadmin/${page}`),
} as const;

// Covers S0-7-01, S1-2-02
test.each(Object.keys(tours) as (keyof typeof tours)[])('each call of the pages of %s carries the token that is stored', async (role) => {
  const { page, expectErrors } = await openWindow(sizes[0][1]);
  expectErrors(/status of 404/); // a project without backups, a person without a card
  await logInAt(page, people[role] as Person, role === 'superadmin' ? '/superadmin/login' : '/login');
  const sent = watch(page);
  const stored = new Set([await storedBearer(page)]);
  for (const path of tours[role]()) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    stored.add(await storedBearer(page)); // a page may have renewed it
  }
  if (role === 'developer') await sendPicture(page);
  if (role === 'superadmin') await download(page);
  stored.add(await storedBearer(page));
  expect(sent.length).toBeGreaterThan(tours[role]().length);
  expect(sent.filter(({ bearer }) => !stored.has(bearer ?? ''))).toEqual([]);
});

/** A form with a file is sent another way than JSON. */
async function sendPicture(page: Page): Promise<void> {
  await page.goto('/feedback');
  await page.getByLabel('Full name').fill('Max Developer');
  await page.getByLabel('Email').fill('max@example.test');
  await page.getByRole('textbox', { name: /^Message/ }).fill('A picture of it.');
  await page.locator('input[type=file]').setInputFiles(picture);
  const sent = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/app/feedback');
  await page.getByRole('button', { name: /^(?:Send|Submit)/ }).click();
  expect((await sent).ok()).toBe(true);
}

/** A list comes as a file. */
async function download(page: Page): Promise<void> {
  await page.goto('/superadmin/users');
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
}

interface Sent {
  call: string;
  bearer: string | undefined;
}

function watch(page: Page): Sent[] {
  const sent: Sent[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/app/') || ofVisitors.includes(pathname)) return;
    sent.push({ call: `${request.method()} ${pathname}`, bearer: request.headers().authorization });
  };
  page.on('request', note);
  return sent;
}

const storedBearer = (page: Page) => page.evaluate(() => `Bearer ${localStorage.getItem('token')}`);
