import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { requireChromium } from './checks/chromium.mjs';
import { faultsOf } from './checks/faults-of.mjs';
import { demoAccounts } from './demo/accounts.mjs';
import { logIn, logInAsAdmin } from './demo/log-in.mjs';
import { showPublicAddress } from './demo/public-address.mjs';
import { seedDemo } from './demo/seed.mjs';
import { addressesAt, freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';

/**
 * npm run screens: pictures of every screen of the demo, into docs/screens/<screen>-<width>-<theme>.png.
 * Fails when a screen scrolls sideways, cuts a text or puts one control over another; the pictures are there to see which.
 * `--port-offset <n>` takes them from a copy that runs already, with the demo in it;
 * `--only home,storages` takes those whose name contains one of the words. Without it the pictures of the public site are also made.
 */
const out = join(root, 'docs/screens');
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const looks = sizes.flatMap((size) => ['light', 'dark'].map((colorScheme) => ({ size, colorScheme })));

const forVisitors = {
  landing: '/',
  services: '/services',
  about: '/about',
  'contact-us': '/contact-us',
  terms: '/terms',
  documentation: '/documentation',
  'documentation-query': '/documentation/query',
  register: '/register',
  login: '/login',
  'forgot-password': '/forgot-password',
  verify: '/user/unknown/verify',
  unlock: '/user/unknown/unlock',
  'not-me': '/user/unknown/not-me',
  'reset-password': '/user/unknown/reset-password',
  'superadmin-login': '/superadmin/login',
  'not-found': '/no-such-page',
};
const forAdmins = {
  projects: '/projects',
  'create-project': '/projects',
  'edit-project': '/projects',
  'delete-project': '/projects',
  'command-palette': '/projects',
  shortcuts: '/projects',
  users: '/users',
  'add-user': '/users',
  administration: '/administration',
  account: '/account',
  billing: '/billing',
  'billing-pending': '/billing',
  'archived-projects': '/archived-projects',
  'account-trash': '/trash',
  feedback: '/feedback',
  'project-home': '{project}/home',
  'data-storage': '{project}/data-storage',
  'create-storage': '{project}/data-storage',
  'configure-storage': '{project}/data-storage',
  'filter-storages': '{project}/data-storage',
  'data-view': '{view}',
  'add-record': '{view}',
  'edit-record': '{view}',
  'delete-record': '{view}',
  fields: '{fields}',
  'add-field': '{fields}',
  'access-rules': '{access}',
  'add-rule': '{access}',
  endpoints: '{project}/endpoints',
  'add-endpoint': '{project}/endpoints',
  sandbox: '{project}/sandbox',
  webhooks: '{project}/webhooks',
  keys: '{project}/keys',
  'file-storage': '{project}/file-storage',
  folder: '{project}/file-storage/products',
  'archived-storage': '{project}/archived-storage',
  backups: '{project}/backups',
  trash: '{project}/trash',
  requests: '{project}/requests',
  reporting: '{project}/reporting',
};
const officePages =
  'dashboard users projects storages endpoints products discounts used-discounts subscriptions apiusages apiusagehistories feedbacks logs operations health';
const forStaff = {
  ...Object.fromEntries(officePages.split(' ').map((page) => [`superadmin-${page}`, `/superadmin/${page}`])),
  'superadmin-add-product': '/superadmin/products',
  'superadmin-add-discount': '/superadmin/discounts',
};

const press = (role, name) => (page) => page.getByRole(role, { name }).first().click();
/** The demo sells nothing: here the page learns of a payment that waits for the bank. */
async function withPendingPayment(page) {
  await page.route('**/app/billing', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const createdAt = new Date().toISOString();
    const invoice = { id: 'in_1', number: 'BP-0001', amount: 2000, currency: 'usd', status: 'open', createdAt, receiptUrl: '/billing' };
    const paid = { ...invoice, id: 'in_2', number: null, amount: 500, status: 'paid' };
    const pendingPayment = { amount: 2000, currency: 'usd' };
    await route.fulfill({ json: { success: true, data: { ...data, pendingPayment, invoices: [invoice, paid] } } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Confirm Payment' }).waitFor();
}

/** Actions on a screen before its picture is taken. */
const actions = {
  'billing-pending': withPendingPayment,
  'create-project': press('button', 'Create Project'),
  'edit-project': press('button', /^Edit /),
  'delete-project': press('button', /^Delete /),
  'command-palette': (page) => page.keyboard.press('Control+k'),
  shortcuts: (page) => page.keyboard.press('?'),
  'add-user': press('button', 'Add User'),
  'create-storage': press('button', 'Add Data Storage'),
  'configure-storage': press('button', /^Settings of /),
  'filter-storages': press('button', 'Filter'),
  'add-record': press('button', 'Add Record'),
  'add-field': press('button', 'Add Field'),
  'add-rule': press('button', 'Add a rule'),
  'edit-record': (page) => page.getByLabel('Edit', { exact: true }).first().click(),
  'delete-record': (page) => page.getByLabel('Delete', { exact: true }).first().click(),
  'add-endpoint': press('button', 'Add Endpoint'),
  'superadmin-add-product': press('button', 'Add Product'),
  'superadmin-add-discount': press('button', 'Add Discount'),
  'superadmin-health': press('button', 'Check now'),
};

/** The part of a screen that appears last. */
const rows = '[role="row"][data-id]';
const contents = { 'project-home': 'text=At a glance', 'data-view': rows, 'add-record': rows, 'edit-record': rows, 'delete-record': rows };

const { values: options } = parseArgs({ options: { 'port-offset': { type: 'string' }, only: { type: 'string' } } });
const wanted = [forVisitors, forAdmins, forStaff].map(chosen);
if (wanted.every((screens) => screens.length === 0)) throw new Error(`No screen has ${options.only} in its name.`);

const running = options['port-offset'] && { addresses: addressesAt(Number(options['port-offset'])), stop: async () => {} };
const suite = running || (await startSuite({ portOffset: await freeOffset(), say: console.log }));
const failed = [];
try {
  mkdirSync(out, { recursive: true });
  await seedDemo(suite.addresses);
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const [visitors, admins, staff] = wanted;
  await photograph(browser, visitors, async () => ({}));
  await photograph(browser, admins, logInAsAdmin);
  await photograph(browser, staff, logInAsStaff);
  await browser.close();
} finally {
  await suite.stop();
}
if (!options.only) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/site-pictures.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) failed.push('The pictures of the public site could not be made.');
}
for (const problem of failed) console.error(problem);
process.exit(failed.length > 0 ? 1 : 0);

function chosen(screens) {
  const words = options.only?.split(',').filter(Boolean) ?? [''];
  return Object.entries(screens).filter(([name]) => words.some((word) => name.includes(word)));
}

/** @param logIn answers what stands for the names in braces of the screens' paths */
async function photograph(browser, screens, logIn) {
  if (screens.length === 0) return;
  const context = await browser.newContext({ baseURL: suite.addresses.web, viewport: sizes[0], reducedMotion: 'reduce', locale: 'en-US' });
  const page = await context.newPage();
  const ids = await logIn(page);
  for (const [name, path] of screens) {
    try {
      await page.setViewportSize(sizes[0]);
      await open(page, { name, path, ids });
      for (const { size, colorScheme } of looks) await takePicture(page, `${name}-${size.width}-${colorScheme}`, { size, colorScheme });
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  await context.close();
}

async function open(page, { name, path, ids }) {
  await page.goto(
    path.replace(/\{(\w+)\}/g, (_, id) => ids[id]),
    { waitUntil: 'load' },
  );
  await settled(page);
  if (contents[name]) await page.locator(contents[name]).first().waitFor();
  await actions[name]?.(page);
}

/** One look of what is open; its faults are collected. */
async function takePicture(page, picture, { size, colorScheme }) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settled(page);
  await page.getByText('connecting', { exact: true }).waitFor({ state: 'hidden' });
  await showPublicAddress(page, suite.addresses.web);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .png({ palette: true, quality: 90, effort: 7 })
    .toFile(join(out, `${picture}.png`));
  const faults = await page.evaluate(faultsOf);
  failed.push(...faults.map((fault) => `${picture}: ${fault}`));
  console.log(picture);
}

/** The heading is there, nothing is a placeholder any more, and what is in the viewport is drawn. */
async function settled(page) {
  await page.locator('h1').first().waitFor({ state: 'attached' }); // a dialog may hide it from assistive technology
  // Not waitForFunction: this can name what is missing.
  const waitsFor = await page.evaluate(async () => {
    const waiting = '[aria-busy="true"], .MuiSkeleton-root, [role="progressbar"]:not([aria-valuenow])';
    const isMissing = (image) => image.checkVisibility() && !image.complete && image.getBoundingClientRect().top < innerHeight;
    for (const end = Date.now() + 20_000; ; ) {
      const left = document.querySelector(waiting) ?? [...document.images].find(isMissing);
      if (!left && document.fonts.status === 'loaded') return null;
      if (Date.now() > end) return left?.outerHTML.slice(0, 200) ?? 'a font';
      await new Promise(requestAnimationFrame);
    }
  });
  if (waitsFor) throw new Error(`It still waits for ${waitsFor}`);
}

async function logInAsStaff(page) {
  await logIn(page, '/superadmin/login', demoAccounts.superadmin);
  await page.waitForURL('**/superadmin/dashboard');
  return {};
}
