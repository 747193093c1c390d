import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, aSuperadmin, keysOf, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';

withBrowser();

let staff: Person;
const show = (apiKey: string) =>
  mustCall({ method: 'PUT', path: '/app/superadmin/platform/demo', token: staff.token, body: { apiKey, reason: 'A test of it.' } });

beforeAll(async () => {
  const [person, admin] = await Promise.all([aSuperadmin(), anAdmin('Lia Landing')]);
  staff = person;
  const { id: projectId } = await aProject(admin);
  const { id } = await aStorage(admin, projectId, 'shelf');
  const fields = { name: { type: 'text', readOnly: true }, sold: { type: 'integer' } };
  const schema = { version: 0, state: 'enforce', schema: { fields, closed: true } };
  await mustCall({ method: 'PUT', path: `/app/project/${projectId}/dataStorages/${id}/schema`, token: admin.token, body: schema });
  const body = [
    { name: 'Ash stool', sold: 7 },
    { name: 'Brass lamp', sold: 3 },
  ];
  await mustCall({ path: `/api/shelf/${id}`, ...keysOf(admin, projectId), body });
  const key = { name: 'Page', projectId, storages: [id], verbs: ['read', 'update'], cap: { credits: 100, per: 'day' } };
  const { data } = await mustCall<{ data: { apiKey: string } }>({ path: '/app/keys', token: admin.token, body: key });
  await show(data.apiKey);
});
afterAll(() => show(''));

test('a visitor of the landing page sends a call, and it arrives there and on the page of another', async () => {
  const [one, other] = await Promise.all(sizes.map(([, size]) => openWindow(size)));
  const pages = [one, other].flatMap((window) => (window ? [window.page] : []));
  for (const page of pages) {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Try it now' }).scrollIntoViewIfNeeded();
    await page.getByText(/^Live\. Press a button/).waitFor();
  }
  const [first] = pages;
  await first?.getByRole('button', { name: 'Brass lamp +1' }).click();
  for (const page of pages) await page.getByRole('row', { name: 'Brass lamp 4' }).waitFor();
  await first?.getByText(/^It was stored and arrived in \d+ ms\.$/).waitFor();
  expect(await pages[1]?.getByRole('row', { name: 'Ash stool 7' }).count()).toBe(1);
});
