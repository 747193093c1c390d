import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { requireChromium } from './checks/chromium.mjs';
import { demoAccounts, demoPassword } from './demo/accounts.mjs';
import { seedDemo } from './demo/seed.mjs';
import { addressesAt, freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';

/**
 * npm run screens: pictures of every screen of the demo, into docs/screens/<screen>-<width>-<theme>.png.
 * `--port-offset <n>` takes them from a copy that runs already, with the demo in it;
 * `--only home,storages` takes those whose name contains one of the words.
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
  documentation: '/documentation',
  'documentation-query': '/documentation/query',
  register: '/register',
  login: '/login',
  'forgot-password': '/forgot-password',
  verify: '/user/unknown/verify',
  unlock: '/user/unknown/unlock',
  'reset-password': '/user/unknown/reset-password',
  'superadmin-login': '/superadmin/login',
  'not-found': '/no-such-page',
};
const forAdmins = {
  projects: '/projects',
  users: '/users',
  administration: '/administration',
  billing: '/billing',
  'archived-projects': '/archived-projects',
  feedback: '/feedback',
  'project-home': '{project}/home',
  'data-storage': '{project}/data-storage',
  'create-storage': '{project}/data-storage',
  'data-view': '{project}/data-storage/{storage}/view',
  endpoints: '{project}/endpoints',
  sandbox: '{project}/sandbox',
  'file-storage': '{project}/file-storage',
  'archived-storage': '{project}/archived-storage',
  reporting: '{project}/reporting',
};
const officePages =
  'dashboard users projects storages endpoints products discounts used-discounts subscriptions apiusages apiusagehistories feedbacks logs';
const forStaff = Object.fromEntries(officePages.split(' ').map((page) => [`superadmin-${page}`, `/superadmin/${page}`]));
/** What to do on a screen before its picture. */
const actions = { 'create-storage': (page) => page.getByRole('button', { name: 'Add Data Storage' }).first().click() };

/** What a screen shows last. */
const contents = { 'data-view': '[role="row"][data-id]' };

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
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    for (const [name, path] of screens) {
      const picture = `${name}-${size.width}-${colorScheme}`;
      try {
        await page.goto(
          path.replace(/\{(\w+)\}/g, (_, id) => ids[id]),
          { waitUntil: 'load' },
        );
        await settled(page);
        if (contents[name]) await page.locator(contents[name]).first().waitFor();
        await actions[name]?.(page);
        await settled(page);
        await page.getByText('connecting', { exact: true }).waitFor({ state: 'hidden' });
        await page.screenshot({ path: join(out, `${picture}.png`), animations: 'disabled' });
        console.log(picture);
      } catch (error) {
        failed.push(`${picture}: ${error.message}`);
      }
    }
  }
  await context.close();
}

/** The heading is there, nothing is a placeholder any more, and what stands in the viewport is drawn. */
async function settled(page) {
  await page.locator('h1').first().waitFor();
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

/** @returns the address of the demo's project and the id of its products */
async function logInAsAdmin(page) {
  await logIn(page, '/login', demoAccounts.admin);
  await page.waitForURL('**/projects');
  const home = await page.getByRole('link', { name: 'Demo shop' }).first().getAttribute('href');
  const project = home.replace(/\/home$/, '');
  await page.goto(`${project}/data-storage`);
  const view = await page.getByRole('link', { name: 'View Products' }).getAttribute('href');
  return { project, storage: view.split('/').at(-2) };
}

async function logInAsStaff(page) {
  await logIn(page, '/superadmin/login', demoAccounts.superadmin);
  await page.waitForURL('**/superadmin/dashboard');
  return {};
}

async function logIn(page, path, { email }) {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}
