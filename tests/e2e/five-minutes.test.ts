import { expect, test } from 'vitest';
import { linkToken, nextMailTo } from '../support/inbox.ts';
import { freshEmail, password } from '../support/personas.ts';
import { openWindow, withBrowser } from './browser.ts';
import { copiedBy } from './console-actions.ts';

withBrowser();

/** The steps that the documentation gives to a newcomer, and nothing else. */
test('leads from the landing page to a stored and listed record by following the documentation', async () => {
  const { page } = await openWindow({ width: 1280, height: 800 });
  const email = freshEmail('newcomer');
  await page.goto('/');
  await page.getByRole('link', { name: 'Read Documentation' }).click();
  await page.waitForURL('**/documentation');

  // 1. Create an account and open the link in the mail.
  await page.getByRole('article').getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('New Comer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.goto(`/user/${linkToken(await nextMailTo(email))}/verify`);
  await page.waitForURL('**/projects');

  // 2. Press Create Project; the project's home opens and shows the Project ID.
  await page.getByRole('button', { name: 'Create Project' }).first().click();
  const project = page.getByRole('dialog');
  await project.getByLabel('Name').fill('First app');
  await project.getByLabel('Description').fill('Five minutes');
  await project.getByRole('button', { name: 'Create Project' }).click();
  await page.waitForURL('**/home');
  const projectId = await copiedBy(page, page.getByRole('button', { name: 'Copy project ID' }).first());

  // 3. Open Data Storage, press Add Data Storage, name Projects, key projects.
  await page.getByRole('navigation').getByRole('link', { name: 'Data Storage' }).click();
  await page.getByRole('heading', { name: 'List of Data Storage' }).waitFor(); // the home that it leads away from has such a button too
  await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
  const storage = page.getByRole('dialog');
  await storage.getByLabel('Storage Name').fill('Projects');
  await storage.getByLabel('Storage Key', { exact: true }).fill('projects');
  await storage.getByRole('button', { name: 'Create Data Storage' }).click();
  const view = await page.getByRole('link', { name: 'View Projects' }).getAttribute('href');

  // 4. Copy the API key and the secret key from Administration.
  await page.goto('/administration');
  const apiKey = await copiedBy(page, page.getByRole('button', { name: 'Copy API key' }));
  const secretKey = await copiedBy(page, page.getByRole('button', { name: 'Copy Secret key' }));

  // 5. Send the sample, with the keys filled in; everything else is there already.
  await page.goto('/documentation');
  await expect.poll(() => page.locator('.sample pre').first().textContent()).toContain(projectId);
  const [create = '', list = ''] = await page
    .locator('.sample')
    .evaluateAll((samples) => samples.map((sample) => sample.querySelector('pre')?.textContent ?? ''));
  const withKeys = (sample: string) => sample.replace('YOUR_API_KEY', apiKey).replace('YOUR_SECRET_KEY', secretKey);
  expect(await shell(withKeys(create))).toContain('Data added successfully');
  expect(await shell(withKeys(list))).toContain('Moon garden');
  await page.goto(view ?? '');
  await page.getByText('Moon garden').first().waitFor();
});

async function shell(command: string): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  return (await promisify(execFile)('bash', ['-c', command])).stdout;
}
