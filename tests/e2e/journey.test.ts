import { messages, timings } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { linkToken, nextMailTo } from '../support/inbox.ts';
import { freshEmail, password } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { inMotion, openWindow, sizes, type Window, withBrowser } from './browser.ts';
import { clipboard, columnTitles, copiedBy, liveMark, rowAction, rowWith } from './console-actions.ts';
import { timerGrain, watchStanding } from './standing.ts';

withBrowser();

describe.each(sizes)('a developer at %s', (_, viewport) => {
  const email = freshEmail('journey');
  let window: Window;
  let page: Window['page'];
  let projectId: string;
  let storageId: string;
  let keys: { apiKey: string; secretKey: string; projectId: string };
  let recordId: string;
  const isPhone = viewport.width < 640;

  beforeAll(async () => {
    window = await openWindow(viewport, inMotion);
    page = window.page;
  });

  // Covers S0-2.10-01, S0-8-14
  test('registers', async () => {
    await page.goto('/register');
    await page.getByRole('heading', { name: 'Create Account' }).waitFor();
    await page.getByLabel('Name').fill('Jo Journey');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText(messages.registered).waitFor();
    expect(await page.getByText(email).count()).toBe(1);
  });

  // Covers S0-1-04, S0-1-06, S2-2.c-01, S2-2.c-02, S2-2.c-04
  test('follows the mailed link, twice, to the login', async () => {
    const token = linkToken(await nextMailTo(email));
    await page.evaluate(() => localStorage.clear()); // as in another browser, where the link signs nobody in
    const verifyCall = page.waitForRequest((request) => request.url().endsWith(`/app/verify/user/${token}`));
    await page.goto(`/user/${token}/verify`);
    expect((await verifyCall).method()).toBe('GET');
    expect(await (await verifyCall).headerValue('authorization')).toBeNull();
    await page.getByText(messages.verified).waitFor();
    await page.reload();
    await page.getByText(messages.alreadyVerified).waitFor();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await page.waitForURL('**/login');
  });

  // Covers S0-2.9-01, S0-8-13, S0-4-08, S0-4-15, S0-3-16
  test('logs in and is taken to the projects after two seconds', async () => {
    const passwordField = page.getByLabel('Password', { exact: true });
    expect(await passwordField.getAttribute('type')).toBe('password');
    await page.getByLabel('Email').fill(email);
    await passwordField.fill(password);
    const standing = await watchStanding(page, messages.loggedIn);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText(messages.loggedIn).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.waitForURL('**/projects');
    expect(await standing()).toBeGreaterThan(timings.loginRedirect - timerGrain);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ token: expect.stringMatching(/\./), userId: expect.stringMatching(/\S/), role: 'admin' });
    expect(Object.keys(stored)).toContain('prjId');
  });

  // Covers S1-2.1-01, S1-2.1-02, S1-2.1-11, S0-1-07, S1-8-15, S1-2.1-07
  test('creates a project', async () => {
    await page.getByRole('heading', { name: 'All Projects' }).waitFor();
    await page.getByRole('button', { name: 'Create Project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Project' });
    const fields = dialog.getByRole('textbox');
    expect(await fields.count()).toBe(2);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    expect(await dialog.getByLabel('Description').inputValue()).toBe('');
    await dialog.getByLabel('Name').fill('Journey shop');
    await dialog.getByLabel('Description').fill('What a journey needs');
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await page.getByText(messages.projectCreated).waitFor();
    await page.waitForURL('**/project/*/home');
    await page.getByRole('region', { name: 'Get started' }).waitFor();
    await page.goto('/projects');
    const card = page.getByRole('listitem').filter({ hasText: 'Journey shop' });
    await card.getByText('What a journey needs').waitFor();
    await card.getByText(/^Created /).waitFor();
  });

  // Covers S1-2.1-03, S1-2.2-04, S2-2.f-03, S1-2.2-01, S1-2.2-02, S2-2.f-01
  test('opens its home with user and project details', async () => {
    await page.getByRole('link', { name: 'Journey shop' }).click();
    await page.waitForURL('**/project/*/home');
    projectId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const main = page.getByRole('main');
    await main.getByText('Jo Journey').first().waitFor();
    await main.getByText('Administrator').first().waitFor();
    await main.getByText('What a journey needs').waitFor();
    await main.getByText(projectId).first().waitFor();
    expect(await main.getByText(messages.noLoginData).count()).toBe(0);
  });

  // Covers S1-2.2-05, S2-2.f-04
  test("copies the project's id", async () => {
    await page.getByRole('button', { name: 'Copy project ID', exact: true }).click();
    await page.getByText(messages.idCopied).waitFor();
    expect(await clipboard(page)).toBe(projectId);
  });

  // Covers S1-2.3-01, S1-2.3-11, S1-5-02
  test('finds no storage yet, and no dialog submits without name and key', async () => {
    await page.goto(`/project/${projectId}/data-storage`);
    await page.getByRole('heading', { name: 'List of Data Storage' }).waitFor();
    await page.getByText('Access and manage all your stored data in one convenient location.').waitFor();
    await page.getByText('No Data').waitFor();
    await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Data Storage' });
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    await dialog.getByText('Enter a storage name.').waitFor();
    await dialog.getByText('Enter a storage key.').waitFor();
    expect(await storageCount()).toBe(0);
  });

  // Covers S1-5-01, S1-5-03, S1-2.3-24, S1-8-05, S1-4-04, S0-1-08
  test('creates a storage whose key loses its whitespace', async () => {
    const dialog = page.getByRole('dialog', { name: 'Create Data Storage' });
    await dialog.getByLabel('Storage Name').fill('Tickets');
    const key = dialog.getByLabel('Storage Key', { exact: true });
    await key.pressSequentially('my tic ket');
    expect(await key.inputValue()).toBe('myticket');
    await dialog.getByText('mytickets').waitFor();
    await dialog.getByLabel('Enable Soft Delete').click();
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    await page.getByText(messages.storageCreated).first().waitFor();
    await page.getByText('Total Data: 1').waitFor();
    await rowWith(page, 'myticket').waitFor();
  });

  // Covers S1-2.3-05, S1-2.3-07, S1-2.3-09, S1-2.3-10, S1-4-05, S1-6-02
  test('sees a second storage as the last row', async () => {
    await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Data Storage' });
    await dialog.getByLabel('Storage Name').fill('Visits');
    await dialog.getByLabel('Storage Key', { exact: true }).fill('visits');
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    await dialog.waitFor({ state: 'hidden' }); // the list behind it may be newer, and has no roles yet
    await page.getByText('Total Data: 2').waitFor();
    const titles = ['#', 'ID', 'Storage Name', 'Storage Key', 'Soft Delete', 'Date Created', 'Date Updated', 'Action'];
    expect(await columnTitles(page)).toEqual(isPhone ? [] : titles);
    const rows = await rowWith(page, /myticket|visits/).allTextContents();
    expect(rows.map((row) => [/myticket|visits/.exec(row)?.[0], /Yes|No(?!w)/.exec(row)?.[0]])).toEqual([
      ['myticket', 'Yes'],
      ['visits', 'No'],
    ]);
    await (await rowAction(page, 'visits', 'Settings of Visits')).waitFor();
    if (isPhone) await page.keyboard.press('Escape');
    const view = await (await rowAction(page, 'myticket', 'View Tickets')).getAttribute('href');
    if (isPhone) await page.keyboard.press('Escape');
    storageId = /data-storage\/([^/]+)\/view$/.exec(view ?? '')?.[1] ?? '';
    expect(view).toBe(`/project/${projectId}/data-storage/${storageId}/view`);
  });

  // Covers S1-8-06
  test("reads the server's words when a key is taken", async () => {
    window.expectErrors(/status of 409/);
    await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Data Storage' });
    await dialog.getByLabel('Storage Name').fill('Again');
    await dialog.getByLabel('Storage Key', { exact: true }).fill('visits');
    const refusal = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 409);
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    const { message } = (await (await refusal).json()) as { message: string };
    await dialog.getByText(message).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await storageCount()).toBe(2);
  });

  // Covers S2-2.a-02, S2-2.a-03, S0-6-03
  test('copies the keys, which are masked until their own toggle', async () => {
    await page.goto('/administration');
    const apiRow = page.getByRole('group', { name: 'API key' });
    const secretRow = page.getByRole('group', { name: 'Secret key' });
    const apiKey = await copiedBy(page, apiRow.getByRole('button', { name: 'Copy API key' }));
    const secretKey = await copiedBy(page, secretRow.getByRole('button', { name: 'Copy Secret key' }));
    keys = { apiKey, secretKey, projectId };
    const shown = async () => [(await apiRow.textContent())?.includes(apiKey), (await secretRow.textContent())?.includes(secretKey)];
    expect(await shown()).toEqual([false, false]);
    await apiRow.getByRole('button', { name: 'Show API key' }).click();
    expect(await shown()).toEqual([true, false]);
    await secretRow.getByRole('button', { name: 'Show Secret key' }).click();
    await apiRow.getByRole('button', { name: 'Hide API key' }).click();
    expect(await shown()).toEqual([false, true]);
    expect(await call({ path: `/api/myticket/${storageId}`, keys })).toMatchObject({ status: 200, body: { data: [] } });
  });

  // Covers S1-2.6-01, S1-2.6-17, S0-7-31
  test('sees a record that an app writes appear in the open data view', async () => {
    await page.goto(`/project/${projectId}/data-storage/${storageId}/view`);
    await page.getByRole('heading', { name: 'TICKETS' }).waitFor();
    await page.getByText('No Data').waitFor();
    await liveMark(page).waitFor();
    const body = { title: 'Printer on fire', userId: 'u-17', urgent: true, details: { room: 12 }, attachment: null };
    const { data } = await mustCall<{ data: { id: string } }>({ path: `/api/myticket/${storageId}`, keys, body });
    recordId = data.id;
    await rowWith(page, 'Printer on fire').waitFor();
    expect(await page.getByText('No Data').count()).toBe(0);
  });

  // Covers S1-2.6-09, S1-2.6-11, S1-2.6-12, S1-2.6-13, S1-2.6-14, S1-2.6-18
  test('reads its columns and values', async () => {
    await mustCall({ path: `/api/myticket/${storageId}`, keys, body: { title: 'Lamp flickers', floor: 3, urgent: false } });
    const second = rowWith(page, 'Lamp flickers');
    await second.waitFor();
    await page.getByText('Total Data: 2').waitFor();
    const all = ['userId', 'title', 'urgent', 'details', 'attachment', 'floor', 'createdAt', 'updatedAt'];
    const first = rowWith(page, 'Printer on fire');
    if (isPhone) for (const card of [first, second]) await card.getByText('More').click();
    // A card has its title and its id without their names.
    const named = isPhone ? all.filter((name) => name !== 'title') : ['id', ...all, 'Action'];
    const names = async () => (isPhone ? first.getByRole('term').allTextContents() : columnTitles(page));
    await expect.poll(async () => (await names()).toSorted()).toEqual(named.toSorted());
    await first.getByText('true', { exact: true }).waitFor();
    await second.getByText('false', { exact: true }).waitFor();
    await first.getByText(/\{\s*"room":\s*12\s*\}/).waitFor();
    await second.getByText('NULL').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).focus(); // no hand is at the records: they show each change
    await page.mouse.move(5, 5);
  });

  test('sees an upload, an update and a delete as they happen', async () => {
    const path = `/api/myticket/${storageId}/dataId/${recordId}`;
    const form = new FormData();
    form.append('file', new Blob(['photo'], { type: 'text/plain' }), 'photo.txt');
    await mustCall({ path: `${path}/upload?fieldName=attachment`, keys, body: form });
    await rowWith(page, 'Printer on fire')
      .getByText(/photo\.txt|http/)
      .first()
      .waitFor();
    await mustCall({ method: 'PUT', path, keys, body: { title: 'Printer repaired' } });
    await rowWith(page, 'Printer repaired').waitFor();
    await mustCall({ method: 'DELETE', path, keys });
    await rowWith(page, 'Printer repaired').waitFor({ state: 'detached' });
    await page.getByText('Total Data: 1').waitFor();
    expect(await rowWith(page, 'Lamp flickers').count()).toBe(1);
  });

  // Covers S1-8-12
  test('reads why a third project is refused', async () => {
    window.expectErrors(/status of 409/);
    await page.goto('/projects');
    for (const name of ['Second shop', 'Third shop']) {
      await page.getByRole('button', { name: 'Create Project' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create Project' });
      await dialog.getByLabel('Name').fill(name);
      const answer = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url() === `${target.web}/app/projects`,
      );
      await dialog.getByRole('button', { name: 'Create Project' }).click();
      const { success, message } = (await (await answer).json()) as { success: boolean; message: string };
      if (success) {
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        await page.goto('/projects');
        await page.getByRole('link', { name }).waitFor();
      } else await dialog.getByText(message).waitFor();
    }
    expect(await page.getByRole('link', { name: 'Third shop' }).count()).toBe(0);
  });

  async function storageCount(): Promise<number> {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    const list = await mustCall<{ pagination: { totalCount: number } }>({ path: `/app/project/${projectId}/dataStorages`, token });
    return list.pagination.totalCount;
  }
});
