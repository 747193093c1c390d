import { demoAccounts, demoPassword } from './accounts.mjs';

/** Logs a person of the demo in, by the form at the path. */
export async function logIn(page, path, { email }) {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** @returns the addresses of the demo's project and of its products' data view */
export async function logInAsAdmin(page) {
  await logIn(page, '/login', demoAccounts.admin);
  await page.waitForURL('**/projects');
  const home = await page.getByRole('link', { name: 'Demo shop' }).first().getAttribute('href');
  const project = home.replace(/\/home$/, '');
  await page.goto(`${project}/data-storage`);
  const view = await page.getByRole('link', { name: 'View Products' }).getAttribute('href');
  return { project, view, fields: view.replace(/view$/, 'fields'), access: view.replace(/view$/, 'access') };
}
