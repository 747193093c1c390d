import { expect, onTestFinished, test } from 'vitest';
import { mailAfter } from '../support/inbox.ts';
import { writeGuide } from '../support/guide-app.ts';
import { anAdmin, aProject, aStorage, freshEmail } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { aSite } from './app-of-reader.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

async function enter({ page }: Window, button: 'Sign up' | 'Sign in', name: string, email = '') {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password').fill('Correct-horse-9');
  await page.getByRole('button', { name: button }).click();
  await page.getByText('live', { exact: true }).waitFor({ timeout: 120_000 }); // rules are live once every server knows them
}

test('the page with teams, set up in the console as its guide says, lets people share tasks with whom they invite and with nobody else', async () => {
  const { origin, serve } = await aSite();
  const admin = await anAdmin();
  const { id: projectId } = await aProject(admin);
  const users = await aStorage(admin, projectId, 'users');
  const tasks = await aStorage(admin, projectId, 'tasks');

  const console = await openWindow({ width: 1280, height: 800 });
  await signInAt(console.page, admin);
  await console.page.goto(`/project/${projectId}/data-storage`);
  await console.page.getByRole('button', { name: /^Settings of.*users/i }).click();
  await console.page.getByLabel('Pages that sign people in without a key').fill(origin);
  await console.page.getByLabel('Users form teams').check();
  await console.page.getByLabel('Page that the link opens').fill(`${origin}/`);
  await console.page.getByRole('button', { name: 'Update' }).click();
  await console.page.getByText('Storage updated successfully!').waitFor();
  await console.page.goto(`/project/${projectId}/data-storage/${tasks.id}/view`);
  await console.page.getByRole('link', { name: 'Fields' }).click();
  await console.page.getByRole('button', { name: 'Add Field' }).click();
  await console.page.getByLabel('Field name').fill('teamId');
  await console.page.getByRole('dialog').getByRole('button', { name: 'Add Field' }).click();
  await console.page.getByText('teamId is declared.').waitFor();
  await console.page.getByRole('link', { name: 'Access rules' }).click();
  await console.page.getByRole('button', { name: 'Add a rule' }).click();
  await console.page.getByLabel('Begin with').selectOption('Members of a team see and change its records');
  await console.page.getByRole('button', { name: 'Use this rule' }).click();
  await console.page.getByRole('button', { name: 'Review and save' }).click();
  await console.page.getByRole('button', { name: 'Save rules' }).click();
  await console.page.getByText('Access rules saved').waitFor();

  const values = { endpoint: target.web, projectId, usersStorageId: users.id, tasksStorageId: tasks.id };
  const { folder, remove } = writeGuide('teams', values);
  onTestFinished(remove);
  serve(folder);
  const [ann, bob, eve] = [
    await openWindow({ width: 800, height: 600 }),
    await openWindow({ width: 390, height: 700 }),
    await openWindow({ width: 390, height: 700 }),
  ];
  for (const window of [ann, bob, eve]) window.expectErrors(/status of 503/); // until then
  await ann.page.goto(origin);
  await enter(ann, 'Sign up', 'ann', freshEmail('ann'));
  await ann.page.getByLabel('New team').fill('Garden');
  await ann.page.getByRole('button', { name: 'Create' }).click();
  await ann.page.getByLabel('Task').fill('Buy <b>moss</b>');
  await ann.page.getByRole('button', { name: 'Add' }).click();
  await ann.page.getByText('Buy <b>moss</b>').waitFor();

  const address = freshEmail('bob');
  const mail = await mailAfter(address, async () => {
    await ann.page.getByLabel('E-mail of a member').fill(address);
    await ann.page.getByRole('button', { name: 'Invite' }).click();
    await ann.page.getByText(`Invited: ${address}`).waitFor();
  });
  const link = /http\S+#team=\S+/.exec(mail.text)?.[0] ?? '';
  eve.expectErrors(/status of 401/);
  await eve.page.goto(link);
  await enter(eve, 'Sign up', 'eve', freshEmail('eve'));
  await eve.page.getByRole('button', { name: 'Join the team' }).click();
  await expect.poll(() => eve.page.getByRole('status').textContent()).toMatch(/invitation/i);
  expect(await eve.page.getByRole('listitem').count()).toBe(0);

  await bob.page.goto(link);
  await enter(bob, 'Sign up', 'bob', address);
  await bob.page.getByRole('button', { name: 'Join the team' }).click();
  await bob.page.getByText('Buy <b>moss</b>').waitFor();
  expect(await bob.page.getByRole('button', { name: 'Invite' }).isVisible()).toBe(false);
  await bob.page.getByLabel('Task').fill('Water it');
  await bob.page.getByRole('button', { name: 'Add' }).click();
  await ann.page.getByText('Water it').waitFor();
  await ann.page.getByRole('listitem').filter({ hasText: 'Water it' }).getByRole('button', { name: 'Done' }).click();
  await bob.page.getByText('Water it').waitFor({ state: 'detached' });
  expect(await eve.page.getByRole('listitem').count()).toBe(0);
});
